import { flushCompileCache } from 'node:module';
import { dataDirIn } from './data-dir.ts';
import { prepareComparison } from './kept/compare-in-thread.ts';
import { keepCode } from './kept/kept-code.ts';

/*
 * The program that serves a catalog. It loads the server last, so that the code is kept that loads. Meanwhile another core loads
 * what compares the catalog with its copy.
 */

keepCode(dataDirIn(process.env));
prepareComparison();
await import('./open-server.ts');
// Node does this at its exit only, which a killed process does not reach.
flushCompileCache();
