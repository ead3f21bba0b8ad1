import { readFileSync } from 'node:fs';
import solc from 'solc';

/*
 * Prints the contracts of token.sol as Solidity's standard output in JSON. A process of its own, because the compiler installs handlers of
 * uncaught errors and keeps its memory.
 */
const content = readFileSync(new URL('token.sol', import.meta.url), 'utf8');

console.log(
  solc.compile(
    JSON.stringify({
      language: 'Solidity',
      sources: { 'token.sol': { content } },
      settings: {
        evmVersion: 'cancun',
        optimizer: { enabled: true, runs: 200 },
        outputSelection: { '*': { '*': ['evm.deployedBytecode.object'] } },
      },
    }),
  ),
);
