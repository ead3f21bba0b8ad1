import type * as english from '../en/dialog.ts';

export const dialog: typeof english.dialog = {
  cancel: 'Abbrechen',
  running: 'Einen Moment …',
};
