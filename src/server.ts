import { flushCompileCache } from 'node:module';
import { dataDirIn } from './config/data-dir.ts';
import { useCompileCache } from './caches/compile-cache.ts';

/*
 * The program that serves a catalog. It imports the server last, after the compile cache is set up.
 */

useCompileCache(dataDirIn(process.env));
const { main } = await import('./app/main.ts');
await main();
// Node does this at its exit only, which a killed process does not reach.
flushCompileCache();
