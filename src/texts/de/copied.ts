import type * as english from '../en/copied.ts';

export const copied: typeof english.copied = 'Kopiert';
export const notCopied: typeof english.notCopied = 'Nicht kopiert';
