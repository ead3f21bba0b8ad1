import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished, test } from 'vitest';

/** Creates an empty folder that is removed when the test ends. */
export async function temporaryFolder(): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));

  return folder;
}

/** Creates an empty folder that is removed after all tests of the file. */
export async function folderForAll(): Promise<string> {
  const folder = await makeFolder();
  afterAll(() => removeFolder(folder));

  return folder;
}

/** A test with an empty folder of its own, so that it can run concurrently with others. */
export const inFolder = test.extend('folder', async ({ task: _ }, { onCleanup }) => {
  const folder = await makeFolder();
  onCleanup(() => removeFolder(folder));

  return folder;
});

/** A path without links, as git reports it. */
async function makeFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'tollbook-')));
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
