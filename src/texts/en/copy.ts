/** What a button that copies says afterwards. */
export const copyResults = {
  copied: 'Copied',
  failed: 'Not copied',
};
