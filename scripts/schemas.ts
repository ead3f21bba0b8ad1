import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { CategoriesFile } from '../src/domain/category.ts';
import { registrationRequest } from '../src/domain/declaration.ts';
import { declaredService } from '../src/domain/service.ts';
import { ExportDocument } from '../src/views/export-document.ts';
import { Service } from '../src/views/service.ts';
import { StatusRecord } from '../src/views/status-record.ts';
import { runCommand } from './run-command.ts';
import { clientTypes } from './schemas/client-types.ts';

const root = new URL('../', import.meta.url);
const policy = { allowInsecure: false };

/** The schemas to publish for use elsewhere: in editors, in scanners, in other languages. */
const schemas: Readonly<Record<string, readonly [title: string, schema: z.core.$ZodType]>> = {
  'service.json': ['A service file of the catalog', declaredService(policy)],
  'categories.json': ['The categories of the catalog', CategoriesFile],
  'registration.json': ['Body of a registration', registrationRequest(policy)],
  'service-record.json': ['A service as the API answers it', Service],
  'status-record.json': ['The status record of a service', StatusRecord],
  'export.json': ['The export document', ExportDocument],
};

interface Made {
  /** Where it belongs, from the root of the project. */
  readonly path: string;
  readonly text: string;
}

function jsonSchemas(): Made[] {
  return Object.entries(schemas).map(([name, [title, schema]]) => {
    const json = { title, ...z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }) };

    return { path: `catalog/schema/${name}`, text: `${JSON.stringify(json, null, 2)}\n` };
  });
}

async function write({ check }: { check?: true }): Promise<void> {
  const stale: string[] = [];
  await mkdir(new URL('catalog/schema/', root), { recursive: true });

  for (const { path, text } of [
    ...jsonSchemas(),
    { path: 'src/client/openapi.ts', text: await clientTypes() },
  ]) {
    const file = new URL(path, root);
    if (text === (await readFile(file, 'utf8').catch(() => ''))) continue;

    stale.push(path);
    if (!check) await writeFile(file, text);
  }

  if (check && stale.length > 0) {
    throw new Error(`these files are not current: ${stale.join(', ')}; run "npm run schemas"`);
  }
  console.log(stale.length === 0 ? 'every generated file is current' : `written: ${stale.join(', ')}`);
}

await runCommand(
  new Command('schemas')
    .description(
      'Writes the JSON Schemas of catalog/schema and the types of src/client from the schemas of the code.',
    )
    .option('--check', 'write nothing; fail when a file is not current')
    .action(write),
);
