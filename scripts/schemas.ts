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

async function write({ check }: { check?: true }): Promise<void> {
  const stale: string[] = [];
  await mkdir(folder, { recursive: true });

  for (const [name, [title, schema]] of Object.entries(schemas)) {
    const text = `${JSON.stringify({ title, ...z.toJSONSchema(schema, { io: 'input', target: 'draft-2020-12' }) }, null, 2)}\n`;
    const path = new URL(name, folder);
    if (text === (await readFile(path, 'utf8').catch(() => ''))) continue;

    stale.push(name);
    if (!check) await writeFile(path, text);
  }

  if (check && stale.length > 0) {
    throw new Error(`catalog/schema is not current: ${stale.join(', ')}; run "npm run schemas"`);
  }
  console.log(stale.length === 0 ? 'catalog/schema is current' : `written: ${stale.join(', ')}`);
}

await runCommand(
  new Command('schemas')
    .description('Writes the JSON Schemas of catalog/schema from the schemas of the code.')
    .option('--check', 'write nothing; fail when a file is not current')
    .action(write),
);
