import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { describeApi } from '../../../src/http/openapi.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const folder = import.meta.dirname;

const RedoclyReport = z.object({ problems: z.array(z.object({ ruleId: z.string() })) });
const SpectralReport = z.array(z.object({ code: z.union([z.string(), z.number()]) }));

/** Runs a linter on a document, with the rules that its file in this folder names, and gives what it prints. */
async function lint(document: object, program: string, ...options: string[]): Promise<unknown> {
  const file = join(await temporaryFolder(), 'openapi.json');
  await writeFile(file, JSON.stringify(document));

  const { stdout } = await runProcess(
    process.execPath,
    [join(folder, 'node_modules', program), 'lint', file, '--format', 'json', ...options],
    {
      cwd: folder,
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    },
  );
  return JSON.parse(stdout);
}

/** The rules of Redocly that a document breaks. */
async function brokenForRedocly(document: object): Promise<unknown[]> {
  const { problems } = RedoclyReport.parse(await lint(document, '@redocly/cli/bin/cli.js'));

  return problems.map(({ ruleId }) => ruleId);
}

/** The rules of Spectral that a document breaks. */
async function brokenForSpectral(document: object): Promise<unknown[]> {
  const found = SpectralReport.parse(
    await lint(document, '@stoplight/spectral-cli/dist/index.js', '--quiet'),
  );

  return found.map(({ code }) => code);
}

/** Promises of the OpenAPI document, held against the rules of two linters. */
export function lintTests(): void {
  const document = describeApi('https://tollbook.dev', '1.2.3');
  const { contact: _, ...info } = document.info;
  const faulty = { ...document, info, tags: [{ name: 'Services' }] };

  it('passes the recommended rules of Redocly', async () => {
    expect(await brokenForRedocly(document)).toEqual([]);
    expect(await brokenForRedocly(faulty)).toContain('tag-description');
  });

  it('passes the OpenAPI rules of Spectral', async () => {
    expect(await brokenForSpectral(document)).toEqual([]);
    expect(await brokenForSpectral(faulty)).toContain('info-contact');
  });
}
