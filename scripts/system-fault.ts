import { errorCode, messageOf } from '../src/domain/error-code.ts';
import { quoted } from '../src/domain/plain-text.ts';

/** What the codes of the operating system for files say, in words. */
const words: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not open it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  ENOSPC: 'the disk is full',
  EROFS: 'its disk is read-only',
};

/** Why a file cannot be read or written, in words where the code is a usual one. */
export function systemFault(error: unknown): string {
  return words[errorCode(error) ?? ''] ?? messageOf(error);
}

/** What an error says; of a file that cannot be opened, its path and the reason in words. */
export function faultOf(error: unknown): string {
  const isOfFile = error instanceof Error && 'path' in error && (errorCode(error) ?? '') in words;

  return isOfFile ? `${quoted(error.path)}: ${systemFault(error)}` : messageOf(error);
}
