import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { snippetsFor, unpaidRequest } from '../../src/site/snippets.ts';

it.each([
  'https://api.example.com/v1',
  "https://api.example.com/it's/$(whoami)/;ls/&/!!/~",
  'https://api.example.com/[1-9]/*',
])('quotes %s as one shell word', (endpoint) => {
  const echoed = unpaidRequest(endpoint).replace(/^curl/, String.raw`printf '%s\n'`);

  const words = execFileSync('sh', ['-c', echoed], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(words).toEqual(['--include', '--globoff', endpoint]);
});

it('quotes any endpoint as a TypeScript and Python literal', () => {
  const endpoint = `https://api.example.com/it's/"$\{x}"/\\`;
  const literal = JSON.stringify(endpoint);

  const [, typeScript, python] = snippetsFor(endpoint, 'base');
  expect(typeScript?.code).toContain(`await pay(${literal});`);
  expect(python?.code).toContain(`await http.get(${literal})`);
});

it.each([
  ['base', '@x402/evm', 'x402[httpx,evm]'],
  ['solana', '@x402/svm', 'x402[httpx,svm]'],
])('installs the right packages to pay on %s', (network, npm, pip) => {
  const installs = snippetsFor('https://api.example.com', network).map(({ install }) => install ?? '');

  expect(installs[1]).toContain(npm);
  expect(installs[2]).toContain(pip);
});
