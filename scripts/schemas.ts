import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { Command } from 'commander';
import { z } from 'zod';
import { CategoriesFile } from '../src/domain/category.ts';
import { declaredService, registrationRequest } from '../src/domain/declaration.ts';
import { ExportDocument } from '../src/views/export-document.ts';
import { Service } from '../src/views/service.ts';
import { StatusRecord } from '../src/views/status-record.ts';
import { runCommand } from './run-command.ts';

const folder = new URL('../catalog/schema/', import.meta.url);
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

const allCurrent = 'every JSON Schema is current';

/** Writes the schemas that are not current. */
async function writeSchemas(): Promise<void> {
  await mkdir(folder, { recursive: true });
  const texts = await stale();
  for (const [name, text] of texts) await writeFile(new URL(name, folder), text);

  console.log(texts.size === 0 ? allCurrent : `written: ${[...texts.keys()].join(', ')}`);
}

/** @throws {Error} that names the schemas that are not current */
async function checkSchemas(): Promise<void> {
  const names = [...(await stale()).keys()];
  if (names.length > 0) {
    throw new Error(`not current in catalog/schema: ${names.join(', ')}; run "npm run schemas"`);
  }

  console.log(allCurrent);
}

/** The texts of the schemas whose files are not current, by their names. */
async function stale(): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  for (const [name, [title, schema]] of Object.entries(schemas)) {
    const json = { title, ...z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }) };
    const text = `${JSON.stringify(json, null, 2)}\n`;
    if (text !== (await readFile(new URL(name, folder), 'utf8').catch(() => ''))) texts.set(name, text);
  }

  return texts;
}

/** Whoever installs only what a server needs has nothing that makes types, and needs none. */
async function writeTypes(): Promise<void> {
  if (!hasPackage('openapi-typescript')) return;

  const { writeClientTypes } = await import('./schemas/client-types.ts');
  await writeClientTypes();
}

function hasPackage(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

async function run({ check, types }: { check?: true; types?: true }): Promise<void> {
  if (check) return checkSchemas();

  if (!types) await writeSchemas();
  await writeTypes();
}

await runCommand(
  new Command('schemas')
    .description(
      'Writes the JSON Schemas of catalog/schema, and the types of src/client, from the schemas of the code.',
    )
    .option('--types', 'write the types only')
    .option('--check', 'write nothing; fail when a JSON Schema is not current')
    .action(run),
);
