import { claimCatalog } from '../../../src/adapters/server-lock.ts';

/** Claims a catalog folder, says so, and holds it until it is killed. */
const [folder = '', stateFolder = ''] = process.argv.slice(2);

const claim = await claimCatalog(folder, stateFolder);
process.stdout.write('held\n');
// A claim that nobody refers to any more is let go by the garbage collector.
setInterval(() => claim, 1000);
