import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');

/** Collects the whole heap at once. */
export const collectGarbage = runInNewContext('gc') as () => void;
