import { mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { BuildRunning, DistFolder } from '../../../src/build/dist-folder.ts';
import type { Build } from '../../../src/domain/build.ts';
import { runProcess } from '../../support/run-process.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let dist: DistFolder;
let minute: number;

beforeEach(async () => {
  dist = new DistFolder(join(await temporaryFolder(), 'dist'));
  minute = 0;
});

interface Begun {
  readonly folder: string;
  readonly build: Build;
  readonly code: string;
}

/** Begins a build whose page contains its name, with code whose server half contains the code's name. */
async function begin(name: string, code = 'code', maker = 'maker'): Promise<Begun> {
  const folder = await dist.begin('/packages', maker);
  if (!(await dist.hasCode(code))) await dist.addCode(code, (place) => bundle(place, code));
  await mkdir(join(folder, 'client'), { recursive: true });
  await writeFile(join(folder, 'client', 'index.html'), name);

  minute += 1;
  const builtAt = new Date(Date.UTC(2026, 1, 3, 4, minute)).toISOString();
  return { folder, build: { commit: name, builtAt, services: 1, version: '1.2.3', maker }, code };
}

async function bundle(place: string, code: string): Promise<void> {
  await mkdir(join(place, 'server'), { recursive: true });
  await mkdir(join(place, 'client'), { recursive: true });
  await writeFile(join(place, 'client', 'style.css'), code);
  await writeFile(join(place, 'server', 'entry.mjs'), code);
}

/** Makes a build, and returns its final folder. */
async function make(name: string, ofCode?: string, isComplete = true): Promise<string> {
  const { folder, build, code } = await begin(name, ofCode);
  await dist.finish(folder, build, { codeKey: code, isComplete });
  return (await dist.current())?.folder ?? '';
}

function page(folder = dist.path): Promise<string> {
  return readFile(join(folder, 'client', 'index.html'), 'utf8');
}

function server(folder = dist.path): Promise<string> {
  return readFile(join(folder, 'server', 'entry.mjs'), 'utf8');
}

/** The id of a process that has ended. */
async function aDeadProcess(): Promise<string> {
  return (await runProcess('sh', ['-c', 'echo $$'])).stdout.trim();
}

describe('the folder of builds', () => {
  it('has no build at first', async () => {
    expect(await dist.current()).toBeUndefined();
  });

  it('returns the newest finished build', async () => {
    await make('first');
    await make('second', 'other-code');

    expect(await dist.current()).toMatchObject({ build: { commit: 'second', services: 1 } });
    expect(await page()).toBe('second');
    expect(await server()).toBe('other-code');
  });

  it('shows the complete old build until the new one is finished', async () => {
    await make('old');
    const { folder, build, code } = await begin('new');
    expect(await page()).toBe('old');
    expect((await dist.current())?.build.commit).toBe('old');

    await dist.finish(folder, build, { codeKey: code, isComplete: true });
    expect(await page()).toBe('new');
  });

  it('shows the old build if the new one is abandoned', async () => {
    await make('old');
    const { folder } = await begin('new');

    await dist.abandon(folder);
    expect(await page()).toBe('old');
    expect(await dist.current()).toMatchObject({ build: { commit: 'old' } });
  });

  it('leaves the build alone that another process began in the place of an abandoned one', async () => {
    await make('old');
    const { folder } = await begin('new');
    await writeFile(join(folder, 'pid'), '1 of another machine');
    await dist.abandon(folder);

    expect(await readFile(join(folder, 'pid'), 'utf8')).toBe('1 of another machine');
    await expect(begin('third')).rejects.toThrow('process 1 is building into');
  });

  it('shows a complete build at every moment', async () => {
    await make('first', 'first');
    const { folder, build, code } = await begin('second', 'second');
    const seen = new Set<string>();
    let finished = false;

    const look = async (): Promise<void> => {
      while (!finished) seen.add(await page()).add(await server());
    };
    const looking = Promise.all([look(), look(), look()]);
    await dist.finish(folder, build, { codeKey: code, isComplete: true });
    finished = true;
    await looking;
    seen.add(await page());
    expect([...seen].sort()).toEqual(['first', 'second']);
  });

  it('shows no build of a server as a site to copy', async () => {
    await make('of a server', 'code', false);

    expect((await dist.current())?.build.commit).toBe('of a server');
    expect(await readdir(dist.path)).not.toContain('client');
  });

  it('shows none either where an earlier version linked every build', async () => {
    await make('of a server', 'code', false);
    await symlink(join('current', 'client'), join(dist.path, 'client'));

    await make('of a server, too', 'code', false);
    expect(await readdir(dist.path)).not.toContain('client');
  });

  it('shows the last complete site however often a server builds, and keeps it', async () => {
    await make('complete', 'old-code');
    for (const name of ['one', 'two', 'three']) await make(name, 'code', false);

    expect((await dist.current())?.build.commit).toBe('three');
    expect(await page()).toBe('complete');
    await make('newer');
    expect(await page()).toBe('newer');
    expect(await readdir(join(dist.path, 'builds'))).not.toContain('00000001');
  });

  it('does not keep the code of a failed bundle', async () => {
    await dist.begin('/packages', 'maker');
    const failing = dist.addCode('broken', async (place) => {
      await bundle(place, 'half of it');
      throw new Error('no more');
    });

    await expect(failing).rejects.toThrow('no more');
    expect(await dist.hasCode('broken')).toBe(false);
  });

  it('replaces plain folders that another tool made', async () => {
    for (const name of ['client', 'server', 'current', 'node_modules']) {
      await mkdir(join(dist.path, name), { recursive: true });
      await writeFile(join(dist.path, name, 'index.html'), 'by another tool');
    }

    await make('ours');
    expect(await page()).toBe('ours');
    expect(await readlink(join(dist.path, 'node_modules'))).toBe('/packages');
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['leads nowhere', (path) => symlink('builds/none', path)],
    ['is a plain file', (path) => writeFile(path, '')],
    ['is a plain folder', (path) => mkdir(path)],
  ])('has no build while `current` %s', async (_fault, put) => {
    await mkdir(dist.path);
    await put(join(dist.path, 'current'));

    expect(await dist.current()).toBeUndefined();
  });

  it.each(['', '{', '{}', '{"commit":"c","builtAt":"yesterday","services":1,"version":"1"}'])(
    'has no build whose build.json is %j',
    async (text) => {
      await writeFile(join(await make('broken'), 'build.json'), text);

      expect(await dist.current()).toBeUndefined();
    },
  );
});

describe('old builds', () => {
  it('stay unchanged until two newer ones exist', async () => {
    await make('first');
    const [second, third] = [await make('second'), await make('third')];

    const { folder } = await begin('fourth');
    expect([await page(second), await page(third)]).toEqual(['second', 'third']);
    expect((await dist.current())?.build.commit).toBe('third');
    expect(await page(folder)).toBe('fourth');
  });

  it('are removed, but for two and the one that the next build begins with', async () => {
    for (const name of ['first', 'second', 'third', 'fourth', 'fifth']) await make(name);

    expect(await readdir(join(dist.path, 'builds'))).toEqual(['00000003', '00000004', '00000005']);
  });

  it('give the files of the newest that is not in use to the next build of the same maker', async () => {
    await writeFile(join(await make('first'), 'client', 'other.html'), 'of the first');
    await make('second');
    await make('third');

    const { folder } = await begin('fourth');
    expect(await readdir(join(folder, 'client'))).toEqual(['index.html', 'other.html']);
    expect(await readdir(join(dist.path, 'builds'))).toEqual(['00000002', '00000003']);
  });

  it('give nothing to a build of another maker', async () => {
    await writeFile(join(await make('first'), 'client', 'other.html'), 'of the first');
    await make('second');
    await make('third');

    const { folder } = await begin('fourth', 'code', 'other maker');
    expect(await readdir(join(folder, 'client'))).toEqual(['index.html']);
  });

  it('stay complete, including their code, until they are removed', async () => {
    await make('first', 'code-1');
    const [second] = [await make('second', 'code-2'), await make('third', 'code-3')];

    expect(await server(second)).toBe('code-2');
    expect(await readdir(join(dist.path, 'code'))).toEqual(['code-2', 'code-3']);
  });

  it('share unchanged code', async () => {
    for (const name of ['first', 'second', 'third']) await make(name);

    expect(await readdir(join(dist.path, 'code'))).toEqual(['code']);
    expect(await server()).toBe('code');
  });

  it('are removed in order of age, even if the clock is set back', async () => {
    minute = 30;
    await make('first');
    await make('second');
    minute = 0;

    const third = await make('third');
    expect(await page(third)).toBe('third');
    expect(await page()).toBe('third');
  });

  it('are removed whatever else is among them', async () => {
    for (const stray of ['.DS_Store', 'notes', '2026-02-03T04-05-06-000Z']) {
      await mkdir(join(dist.path, 'builds', stray), { recursive: true });
    }

    for (const name of ['first', 'second', 'third', 'fourth']) {
      await make(name);
      expect(await page()).toBe(name);
    }
  });

  it('do no harm when parts of them are missing', async () => {
    await rm(join(await make('first'), 'server'));

    await make('second');
    expect(await page()).toBe('second');
  });
});

describe('a build that is running', () => {
  it('blocks another build, which fails with its process id and a cure', async () => {
    const { folder } = await begin('running');
    await writeFile(join(folder, 'pid'), String(process.ppid));

    const refusal = await dist.begin('/packages', 'maker').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(BuildRunning);
    expect(String(refusal)).toContain(`process ${String(process.ppid)}`);
    expect(String(refusal)).toContain('DIST_DIR');
    expect(await page(folder)).toBe('running');
  });

  it('is removed once its process has ended', async () => {
    const { folder } = await begin('dead');
    await writeFile(join(folder, 'pid'), await aDeadProcess());

    await make('alive');
    expect(await page()).toBe('alive');
  });

  it.each(['', 'nobody', '-1'])('is removed if it was killed before it wrote its id: %j', async (mark) => {
    const { folder } = await begin('dead');
    await writeFile(join(folder, 'pid'), mark);

    await make('alive');
    expect(await page()).toBe('alive');
  });

  it('is removed if its process had our own id, as after the restart of a container', async () => {
    const { folder } = await begin('dead');
    await writeFile(join(folder, 'pid'), String(process.pid));

    await make('alive');
    expect(await page()).toBe('alive');
  });
});

describe('a partly deleted build', () => {
  it.each(['client', 'server'])('is reported as incomplete without its %s', async (half) => {
    const folder = await make('one');
    const { files: had = [] } = (await dist.current()) ?? {};
    expect(had).toEqual(['client/index.html', 'server/entry.mjs']);

    await rm(join(folder, half), { recursive: true });
    const { files: has = [] } = (await dist.current()) ?? {};
    expect(had.filter((file) => !has.includes(file))).toHaveLength(1);
  });

  it.each(['client', 'server'])(
    'does not count as a bundle without its %s, and is bundled again',
    async (half) => {
      await make('one');
      await rm(join(dist.code('code'), half), { recursive: true });
      expect(await dist.hasCode('code')).toBe(false);

      expect(await server(await make('two'))).toBe('code');
      expect(await dist.hasCode('code')).toBe(true);
    },
  );
});
