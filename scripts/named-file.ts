import { readdir } from 'node:fs/promises';
import { errorCode } from '../src/domain/error-code.ts';
import { quoted } from '../src/domain/plain-text.ts';
import { fileFault, isOfPath } from '../src/domain/system-fault.ts';
import { UsageFault } from './usage-fault.ts';

/** Works with a file or folder that the call names. @throws {UsageFault} where its path is what is wrong */
export async function atNamedFile<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!isOfPath(error)) throw error;

    throw new UsageFault(`${quoted(path)} cannot be used: ${fileFault(error)}; name another one`, {
      cause: error,
    });
  }
}

/** The names in a folder that the call names; none where there is no such folder yet. @throws {UsageFault} where it cannot be one */
export function namesAt(folder: string): Promise<readonly string[]> {
  return atNamedFile(folder, async () => {
    try {
      return await readdir(folder);
    } catch (error) {
      if (errorCode(error) === 'ENOENT') return [];
      throw error;
    }
  });
}
