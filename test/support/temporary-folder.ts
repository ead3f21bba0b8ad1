import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished, test } from 'vitest';

/** A new, empty folder that goes away with the test that asked for it. */
export async function temporaryFolder(): Promise<string> {
  const folder = await makeFolder();
  onTestFinished(() => removeFolder(folder));

  return folder;
}

/** A test with a new, empty folder of its own, so that it may run beside others. */
export const inFolder = test.extend('folder', async ({ task: _ }, { onCleanup }) => {
  const folder = await makeFolder();
  onCleanup(() => removeFolder(folder));

  return folder;
});

/** Without links in its path, as git tells it. */
async function makeFolder(): Promise<string> {
  return realpath(await mkdtemp(join(tmpdir(), 'tollbook-')));
}

async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}
