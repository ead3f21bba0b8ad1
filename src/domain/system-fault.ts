import { connectionCode, errorCode, messageOf } from './error-code.ts';
import { quoted } from './plain-text.ts';

/** What the codes of the operating system say of a path, in words. */
const pathWords: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'this user may not open it',
  EPERM: 'this user may not open it',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is no folder',
  EEXIST: 'something of this name is there already',
  ENOTEMPTY: 'the folder is not empty',
  ENAMETOOLONG: 'its path is too long',
  ELOOP: 'its path is a circle of links',
  EROFS: 'its disk is read-only',
};

/** The same of files in general. */
const words: Readonly<Record<string, string>> = {
  ...pathWords,
  EMFILE: 'too many files are open',
  ENFILE: 'too many files are open',
  EIO: 'its disk fails',
  ENOSPC: 'the disk is full',
  EDQUOT: 'this user may not store more',
};

const brokenOff = 'the connection broke off';
const tooLate = 'there was no answer in time';
const noWay = 'there is no way to the host';

/** What its codes for connections say, and those of `fetch`. */
const connectionWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: brokenOff,
  EPIPE: brokenOff,
  UND_ERR_SOCKET: brokenOff,
  ETIMEDOUT: tooLate,
  UND_ERR_CONNECT_TIMEOUT: tooLate,
  UND_ERR_HEADERS_TIMEOUT: tooLate,
  UND_ERR_BODY_TIMEOUT: tooLate,
  EHOSTUNREACH: noWay,
  ENETUNREACH: noWay,
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host cannot be looked up now',
  EADDRINUSE: 'another program uses it',
  EADDRNOTAVAIL: 'this machine has no such address',
};

/** Why a file cannot be read or written, in words where the code is a usual one. Names no path, which may be a secret. */
export function fileFault(error: unknown): string {
  const code = errorCode(error);

  return words[code ?? ''] ?? (code === undefined ? 'no reason is given' : `the system says ${code}`);
}

/** Whether a path is what is wrong, so that another one may do. */
export function isOfPath(error: unknown): boolean {
  return (errorCode(error) ?? '') in pathWords;
}

/** Why a connection failed, in words where the code is a usual one; messages may hold the URL. */
export function connectionFault(error: unknown): string {
  const code = connectionCode(error);

  return connectionWords[code ?? ''] ?? code ?? 'the connection failed';
}

/** What an error says; of a file that cannot be opened, its path and the reason in words. */
export function faultOf(error: unknown): string {
  const isOfFile = error instanceof Error && 'path' in error && (errorCode(error) ?? '') in words;

  return isOfFile ? `${quoted(error.path)}: ${fileFault(error)}` : messageOf(error);
}
