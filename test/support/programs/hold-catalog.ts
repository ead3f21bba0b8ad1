import { claimCatalog } from '../../../src/adapters/server-lock.ts';

/** Locks a catalog folder, prints a line, and holds the lock until it is killed. */
const [folder = '', stateFolder = ''] = process.argv.slice(2);

const claim = await claimCatalog(folder, stateFolder);
process.stdout.write('held\n');
// Without this reference, the garbage collector would release the lock.
setInterval(() => claim, 1000);
