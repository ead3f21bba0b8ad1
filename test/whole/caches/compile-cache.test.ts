import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const compileCache = new URL('../../../src/caches/compile-cache.ts', import.meta.url).href;

/** A new folder with a module in it. */
async function aModule(): Promise<{ readonly folder: string; readonly module: string }> {
  const folder = await temporaryFolder();
  const module = join(folder, 'module.ts');
  await writeFile(module, "const text: string = 'loaded';\nconsole.log(text);\n");
  return { folder, module };
}

/** Runs a module with the cache, and returns what it printed. */
async function runCached(module: string, dataDir: string): Promise<string> {
  const program = `
    const { useCompileCache } = await import(${JSON.stringify(compileCache)});
    useCompileCache(${JSON.stringify(dataDir)});
    await import(${JSON.stringify(module)});`;
  const { NODE_COMPILE_CACHE: _unset, ...env } = process.env;

  const { stdout } = await runProcess(process.execPath, ['--input-type=module', '-e', program], { env });
  return stdout.trim();
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });

  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

describe('the cache of compiled code', () => {
  it('is written below a new DATA_DIR', async () => {
    const { folder, module } = await aModule();
    const dataDir = join(folder, 'data');

    expect(await runCached(module, dataDir)).toBe('loaded');
    expect(await filesBelow(join(dataDir, 'cache', 'code'))).not.toEqual([]);
  });

  it('leaves a folder alone that holds no caches', async () => {
    const { folder, module } = await aModule();

    expect(await runCached(module, folder)).toBe('loaded');
    expect(await readdir(folder)).toEqual(['module.ts']);
  });

  it('is replaced where it is damaged', async () => {
    const { folder, module } = await aModule();
    const dataDir = join(folder, 'data');
    await runCached(module, dataDir);
    for (const file of await filesBelow(dataDir)) {
      const bytes = await readFile(file);
      await writeFile(file, bytes.fill(0x20, Math.floor(bytes.length / 2)));
    }

    expect(await runCached(module, dataDir)).toBe('loaded');
  });

  it('is not needed where the folder is not writable', async () => {
    const { folder, module } = await aModule();
    const dataDir = join(folder, 'data');
    await mkdir(dataDir);
    await writeFile(join(dataDir, 'cache'), 'no folder');

    expect(await runCached(module, dataDir)).toBe('loaded');
    expect(existsSync(join(dataDir, 'cache', 'code'))).toBe(false);
  });
});
