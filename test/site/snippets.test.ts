import { execFileSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { unpaidRequest } from '../../src/site/snippets.ts';

it.each([
  'https://api.example.com/v1',
  "https://api.example.com/it's/$(whoami)/;ls/&/!!/~",
  'https://api.example.com/[1-9]/*',
])('gives the shell %s as one word, whatever is in it', (endpoint) => {
  const echoed = unpaidRequest(endpoint).replace(/^curl/, String.raw`printf '%s\n'`);

  const words = execFileSync('sh', ['-c', echoed], { encoding: 'utf8' }).trimEnd().split('\n');
  expect(words).toEqual(['--include', '--globoff', endpoint]);
});
