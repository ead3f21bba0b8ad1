/** On a button that copies. */
export const copy: string = 'Copy';

/** The name of that button; `what` is the name of the text, such as `wallet address`. */
export const copyWhat = (what: string): string => `Copy ${what}`;
