import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { KeptChanges } from '../../../src/kept/kept-changes.ts';
import { committedPageSize } from '../../../src/live/committed-changes.ts';
import { MemoryBranch } from '../../fixtures/memory-branch.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';
import { aService } from '../../fixtures/services.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const ids = ['alpha', 'beta', 'gamma'].map((name) => aService({ name }).id);
const [alpha = ''] = ids;
const always = new Date(0);

let dataDir: string;
let branch: MemoryBranch;
let log: MemoryLog;

beforeEach(async () => {
  dataDir = await temporaryFolder();
  branch = new MemoryBranch();
  log = new MemoryLog();
});

async function read(from = always, folder = dataDir): Promise<KeptChanges> {
  const changes = await KeptChanges.read({ history: branch, dataDir: folder, from, log });
  onTestFinished(() => {
    changes.close();
  });
  return changes;
}

/** Everything that changes tell. */
const all = (changes: KeptChanges): unknown => ({
  complete: changes.isComplete,
  pages: changes.pages.map((page) => ({ ...page, changes: changes.on(page) })),
  newest: changes.newest(1_000_000, 0),
});

/** Closes what is kept, so that another process could read it. */
async function kept(from = always): Promise<unknown> {
  const changes = await read(from);
  const told = all(changes);
  changes.close();
  return told;
}

const anew = async (from = always): Promise<unknown> => all(await read(from, await temporaryFolder()));

function write(times: number, id = alpha): void {
  for (let i = 0; i < times; i += 1) {
    branch.commit({ [serviceFilePath(id)]: `${id} ${String(branch.made.length)}` });
  }
}

/** What a commit does to a service. */
const anAct = fc.record({
  id: fc.constantFrom(...ids),
  act: fc.constantFrom('write', 'misplace', 'remove', 'bury', 'dig up'),
  text: fc.string({ maxLength: 2 }),
});

function filesOf({
  id,
  act,
  text,
}: {
  id: string;
  act: string;
  text: string;
}): Record<string, string | null> {
  const [home, stone] = [serviceFilePath(id), tombstoneFilePath(id)];
  if (act === 'write') return { [home]: text };
  if (act === 'misplace') return { [`services/${id}.json`]: text, [home]: null };
  if (act === 'remove') return { [home]: null, [`services/${id}.json`]: null };
  return act === 'bury' ? { [home]: null, [stone]: text } : { [stone]: null };
}

describe('what is kept of changes', () => {
  it('tells with the commits since what all commits tell', async () => {
    const commits = fc.array(fc.array(anAct, { minLength: 1, maxLength: 3 }), { maxLength: 6 });
    const branches = fc.array(commits, { minLength: 1, maxLength: 4 });
    const property = fc.asyncProperty(branches, async (parts) => {
      dataDir = await temporaryFolder();
      branch = new MemoryBranch();
      for (const part of parts) {
        for (const acts of part) {
          branch.commit(Object.assign({}, ...acts.map(filesOf)) as Record<string, string>);
        }
        expect(await kept()).toEqual(await anew());
      }
    });

    await fc.assert(property, { numRuns: 15 });
  });

  it('spares reading the commits again', async () => {
    write(2);
    const head = branch.head ?? '';
    await kept();
    branch.reads.length = 0;
    expect(await kept()).toEqual(await anew());
    write(1);
    branch.reads.length = 0;
    await kept();

    expect(branch.reads).toEqual([`${head}..${branch.head ?? ''}`]);
  });

  it('is read anew where the branch was rewritten, or is cut off elsewhere', async () => {
    write(3);
    await kept();
    branch.made = branch.made.slice(0, 1);
    write(1, ids[1]);
    expect(await kept()).toEqual(await anew());

    branch.depth = 'elsewhere';
    branch.made = branch.made.map((commit, at) => ({ ...commit, isBoundary: at === 0 }));
    expect(await kept()).toMatchObject({ complete: false, pages: [{ size: 1 }] });
  });

  it('forgets the branch where it has no commits any more', async () => {
    write(1);
    await kept();
    branch.made = [];

    expect(await kept()).toEqual({ complete: true, pages: [], newest: [] });
  });

  it('holds no older pages than are told, and reads them again where the clock was set back', async () => {
    write(2 * committedPageSize + 1);
    const [from, later] = [committedPageSize, 2 * committedPageSize].map(
      (at) => branch.made[at]?.at ?? always,
    );
    await kept(from);
    expect(await kept(later)).toEqual(await anew(later));
    expect((await read(later)).on({ number: 2 })).toEqual([]);
    expect(await kept(from)).toEqual(await anew(from));
    expect(await kept()).toEqual(await anew());
  });

  it.each<[string, (file: string) => Promise<void>]>([
    ['is gone', (file) => rm(file)],
    ['is no database', (file) => writeFile(file, 'something else')],
    ['was cut off', (file) => writeFile(file, 'SQLite format 3\0')],
    ['is empty', (file) => writeFile(file, '')],
  ])('is made again where the file %s', async (_state, damage) => {
    write(2);
    const told = await kept();
    await damage(join(dataDir, 'kept', 'changes'));

    expect(await kept()).toEqual(told);
    branch.reads.length = 0;
    expect(await kept()).toEqual(told);
    expect(branch.reads).toEqual([]);
  });

  it('is done without where the folder cannot be written, which is told', async () => {
    write(2);
    await writeFile(join(dataDir, 'kept'), 'no folder');

    expect(await kept()).toEqual(await anew());
    expect(log.lines.map(({ message }) => message)).toEqual([
      'what is kept of the changes cannot be used; reading all commits',
    ]);
  });

  it('is right for two that read at once', async () => {
    write(3);
    const [one, other] = await Promise.all([read(), read()]);

    expect(all(one)).toEqual(await anew());
    expect(all(other)).toEqual(await anew());
  });

  it('stays as it was read, whatever another build does meanwhile', async () => {
    write(committedPageSize + 1);
    const open = await read();
    const told = all(open);
    await kept(new Date('2030-01-01'));
    branch.made = branch.made.slice(0, 1);
    await kept();

    expect(all(open)).toEqual(told);
  });

  it('is used again after a build that was killed', async () => {
    write(1);
    const open = await read();
    write(1);
    // What is not closed leaves what a killed process leaves.
    expect(await kept()).toEqual(await anew());
    branch.reads.length = 0;
    expect(await kept()).toEqual(await anew());
    expect(branch.reads).toHaveLength(1);
    open.close();
  });

  it('leaves nothing beside its file', async () => {
    write(1);
    await kept();

    expect(await readdir(join(dataDir, 'kept'))).toEqual(['changes']);
  });

  it('tells what git fails with', async () => {
    branch.failure = new Error('git is away');

    await expect(read()).rejects.toThrow('git is away');
  });
});
