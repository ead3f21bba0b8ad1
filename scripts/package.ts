import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { copyFile, readFile, rm, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Command } from 'commander';
import ts from 'typescript';
import { z } from 'zod';
import { namesAt } from './named-file.ts';
import { runCommand } from './run-command.ts';
import { UsageFault } from './usage-fault.ts';
import { writeClientTypes } from './schemas/client-types.ts';
import { writeTexts } from './texts/write-texts.ts';

const root = fileURLToPath(new URL('../', import.meta.url));

const usual = join(root, 'dist-package');

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  type: z.literal('module'),
  license: z.string(),
  engines: z.record(z.string(), z.string()),
  bin: z.record(z.string(), z.string()),
  exports: z.record(z.string(), z.string()),
  dependencies: z.record(z.string(), z.string()),
});
type Manifest = z.infer<typeof Manifest>;

/** Compiles the package, and writes a manifest that says the same of it as that of the project. */
async function makePackage({ out }: { readonly out?: string }): Promise<void> {
  const folder = resolve(out ?? usual);
  if (out === undefined) await rm(folder, { recursive: true, force: true });
  await refuseFilled(folder);
  await writeTexts(join(root, 'src/texts'));
  await writeClientTypes();
  await compile(folder);

  const manifest = Manifest.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')));
  const text = JSON.stringify(packedManifest(manifest, await importedPackages(folder)), null, 2);
  await writeFile(join(folder, 'package.json'), `${text}\n`);
  await copyFile(join(root, 'LICENSE'), join(folder, 'LICENSE'));
  await copyFile(join(root, 'docs/client.md'), join(folder, 'README.md'));
  console.log(`wrote ${folder}; "npm publish" in it publishes it`);
}

/** Old files would be published with the new ones. */
async function refuseFilled(folder: string): Promise<void> {
  const held = await namesAt(folder);
  if (held.length > 0) throw new UsageFault(`${folder} is not empty; name a folder that is empty or missing`);
}

async function compile(folder: string): Promise<void> {
  const compiler = fileURLToPath(import.meta.resolve('typescript/lib/tsc.js'));
  const args = [compiler, '--project', join(root, 'tsconfig.package.json'), '--outDir', folder];

  await promisify(execFile)(process.execPath, args, { cwd: root }).catch((error: unknown) => {
    const printed = z.object({ stdout: z.string() }).safeParse(error).data?.stdout;
    throw new Error(`the package does not compile: ${printed ?? String(error)}`, { cause: error });
  });
}

/** The project runs TypeScript where it lies; in `node_modules`, Node strips no types. */
function packedManifest(
  { name, version, type, license, engines, bin, exports, dependencies }: Manifest,
  packages: ReadonlySet<string>,
): object {
  return {
    name,
    version,
    description:
      'Client, guard, mirror and command line of Tollbook, a catalog of APIs that charge per request.',
    keywords: ['x402', 'api', 'catalog', 'openapi', 'client', 'cli'],
    license,
    type,
    engines,
    bin: mapValues(bin, (path) => path.replace(/^\.\//, '').replace(/\.ts$/, '.js')),
    exports: {
      ...mapValues(exports, (path) => ({
        types: path.replace(/\.ts$/, '.d.ts'),
        default: path.replace(/\.ts$/, '.js'),
      })),
      './package.json': './package.json',
    },
    files: ['src', 'scripts'],
    sideEffects: ['./scripts/*'],
    dependencies: Object.fromEntries(
      [...packages].sort().map((each) => [each, versionOf(each, dependencies)]),
    ),
  };
}

/** The packages that the compiled files and their declarations import. */
async function importedPackages(folder: string): Promise<Set<string>> {
  const packages = new Set<string>();
  for (const file of globSync('**/*.{js,d.ts}', { cwd: folder })) {
    const { importedFiles } = ts.preProcessFile(await readFile(join(folder, file), 'utf8'), true, true);
    for (const { fileName } of importedFiles) {
      if (fileName.startsWith('.') || isBuiltin(fileName)) continue;
      packages.add(
        fileName
          .split('/')
          .slice(0, fileName.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }

  return packages;
}

function versionOf(name: string, dependencies: Readonly<Record<string, string>>): string {
  const version = dependencies[name];
  if (version !== undefined) return version;

  throw new Error(`the package imports "${name}", which package.json does not list under "dependencies"`);
}

function mapValues<Value, Result>(
  values: Readonly<Record<string, Value>>,
  change: (value: Value) => Result,
): Record<string, Result> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, change(value)]));
}

await runCommand(
  new Command('package')
    .description('Compiles the npm package of the client, the mirror and the command into a folder.')
    .option('--out <folder>', 'an empty or missing folder; dist-package, made anew, when left out')
    .action(makePackage),
);
