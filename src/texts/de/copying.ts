import type * as english from '../en/copying.ts';

export const copy: typeof english.copy = 'Kopieren';

export const copyWhat: typeof english.copyWhat = (what) => `${what} kopieren`;
