import { flushCompileCache } from 'node:module';
import { hostGit } from './adapters/git/run-git.ts';
import { dataDirIn } from './data-dir.ts';
import { prepareComparison } from './kept/compare-in-thread.ts';
import { keepCode } from './kept/kept-code.ts';
import { keptCatalogPath } from './kept/kept-catalog-path.ts';

/*
 * The program that serves a catalog. It loads the server last, so that the code is kept that loads. Meanwhile another core loads
 * what compares the catalog with its copy, and reads that, and starts the process that runs git.
 */

const dataDir = dataDirIn(process.env);
keepCode(dataDir);
hostGit();
void prepareComparison(keptCatalogPath(dataDir));
await import('./open-server.ts');
// Node does this at its exit only, which a killed process does not reach.
flushCompileCache();
