import type * as english from '../en/copy.ts';

export const copyResults: typeof english.copyResults = {
  copied: 'Kopiert',
  failed: 'Nicht kopiert',
};
