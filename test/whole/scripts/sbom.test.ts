import { readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');

const Package = z.object({ version: z.string(), dependencies: z.record(z.string(), z.string()) });
const own = Package.parse(JSON.parse(read('package.json')));

const Workflow = z.object({
  jobs: z.object({ build: z.object({ steps: z.array(z.object({ run: z.string().optional() })) }) }),
});

/** The parts of CycloneDX 1.5 that say what is in it (https://cyclonedx.org/docs/1.5/json/). */
const Component = z.looseObject({
  'bom-ref': z.string(),
  type: z.enum(['application', 'library']),
  name: z.string().min(1),
  version: z.string().min(1),
  purl: z.string().startsWith('pkg:npm/'),
  hashes: z
    .array(z.object({ alg: z.literal('SHA-512'), content: z.string().regex(/^[\da-f]{128}$/) }))
    .optional(),
});
const Bom = z.looseObject({
  bomFormat: z.literal('CycloneDX'),
  specVersion: z.string(),
  serialNumber: z.string().regex(/^urn:uuid:[\da-f-]{36}$/),
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()).optional() })),
});

/** The step of the workflow that writes the list. */
function sbomCommands(): string {
  const { jobs } = Workflow.parse(parse(read('.github/workflows/release.yml')));

  return jobs.build.steps.find(({ run }) => run?.includes('npm sbom'))?.run ?? '';
}

describe('the list of what a server is made of', () => {
  it('is valid, and has every package with a digest, and how they depend on each other', async () => {
    const folder = await temporaryFolder();
    await mkdir(join(folder, 'release'));
    for (const name of ['package.json', 'package-lock.json']) {
      await copyFile(join(root, name), join(folder, name));
    }
    const { code, stderr } = await runProcess('bash', ['-e', '-c', sbomCommands()], { cwd: folder });
    expect(code, stderr).toBe(0);
    const bom = Bom.parse(JSON.parse(await readFile(join(folder, 'release/sbom.cdx.json'), 'utf8')));
    const refs = new Set([bom.metadata.component, ...bom.components].map((each) => each['bom-ref']));

    expect(bom.metadata.component).toMatchObject({
      type: 'application',
      name: 'tollbook',
      version: own.version,
    });
    expect(bom.components.map(({ name }) => name)).not.toContain('vitest');
    expect(bom.components.map(({ name }) => name)).toEqual(
      expect.arrayContaining(Object.keys(own.dependencies)),
    );
    expect(bom.components.filter(({ hashes = [] }) => hashes.length === 0)).toEqual([]);
    expect(refs.size).toBe(bom.components.length + 1);
    const named = bom.dependencies.flatMap(({ ref, dependsOn = [] }) => [ref, ...dependsOn]);
    expect(named.filter((ref) => !refs.has(ref))).toEqual([]);
  });
});
