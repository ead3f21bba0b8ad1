import { flushCompileCache } from 'node:module';
import { hostGit } from './adapters/git/run-git.ts';
import { dataDirIn } from './data-dir.ts';
import { keepCode } from './kept/kept-code.ts';

/*
 * The program that serves a catalog. It loads the server last, so that the code is kept that loads. Meanwhile another core starts
 * the process that runs git.
 */

keepCode(dataDirIn(process.env));
hostGit();
await import('./open-server.ts');
// Node does this at its exit only, which a killed process does not reach.
flushCompileCache();
