import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { OutcomeRecord } from '../domain/outcome.ts';

/** A record as canonical JSON (RFC 8785): what its digest in the log is made from, and a line of the export. */
export function printRecord(record: OutcomeRecord): string {
  return canonical(record);
}

/** SHA-256 of a record, in hex. */
export function recordDigest(record: OutcomeRecord): string {
  return bytesToHex(sha256(utf8ToBytes(printRecord(record))));
}

/** Members in the order of their names, without spaces; those that are undefined are left out. Numbers here are whole. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);

  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`);
  return `{${members.join(',')}}`;
}
