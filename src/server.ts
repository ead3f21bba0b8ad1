import { flushCompileCache } from 'node:module';
import { setFlagsFromString } from 'node:v8';
import { defaultDataDir } from './data-dir.ts';
import { prepareComparison } from './kept/compare-in-thread.ts';
import { keepCode } from './kept/kept-code.ts';

/*
 * The program that serves a catalog. It loads the server last, so that the code is kept that loads. Meanwhile another core loads
 * what compares the catalog with its copy.
 */

/*
 * To give memory back, V8 collects the whole heap of a process that allocates little, again and again. With 100,000 services that keeps reads
 * waiting for half a second each time, so it is put off by 23 days. Collections that make room for new objects come as ever.
 */
setFlagsFromString('--gc-memory-reducer-start-delay-ms=2000000000');

const { DATA_DIR: dataDir = '' } = process.env;
keepCode(dataDir === '' ? defaultDataDir : dataDir);
prepareComparison();
await import('./open-server.ts');
// Node does this at its exit only, which a killed process does not reach.
flushCompileCache();
