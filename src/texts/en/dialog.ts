/** A dialog that asks before a step. */
export const dialog = {
  cancel: 'Cancel',
  running: 'One moment …',
};
