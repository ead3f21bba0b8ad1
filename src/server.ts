import { flushCompileCache } from 'node:module';
import { dataDirIn } from './config/data-dir.ts';
import { keepCode } from './kept/kept-code.ts';

/*
 * The program that serves a catalog. It loads the server last, so that the code is kept that loads.
 */

keepCode(dataDirIn(process.env));
const { main } = await import('./app/main.ts');
await main();
// Node does this at its exit only, which a killed process does not reach.
flushCompileCache();
