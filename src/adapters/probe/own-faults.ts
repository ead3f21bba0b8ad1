const ownFaults: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'ENETUNREACH',
  'EACCES',
  'EPERM',
]);

/** Whether an error of connecting is one of this machine and not of the other. */
export function isOwnFault(code: string): boolean {
  return ownFaults.has(code);
}

/** What an own fault means, in words. */
export function noWayOut(code: string): string {
  return `this machine has no way to it (${code})`;
}
