import { claimCatalog } from '../../../src/adapters/server-lock.ts';

/** Claims a catalog folder, says so, and holds it until it is killed. */
const [folder = '', stateFolder = ''] = process.argv.slice(2);

await claimCatalog(folder, stateFolder);
process.stdout.write('held\n');
setInterval(() => undefined, 1000);
