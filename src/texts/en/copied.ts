/** What a button that copies says afterwards. */
export const copied: string = 'Copied';
export const notCopied: string = 'Not copied';
