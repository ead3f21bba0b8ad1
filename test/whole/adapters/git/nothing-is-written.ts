import { expect, vi } from 'vitest';
import { soon } from '../../../support/soon.ts';

/** Waits until this process has no file operations in progress. */
export async function nothingIsWritten(): Promise<void> {
  await vi.waitFor(() => {
    expect(process.getActiveResourcesInfo()).not.toContain('FSReqPromise');
  }, soon);
}
