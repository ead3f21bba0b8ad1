import { expect, it } from 'vitest';
import { fileAddress } from '../../../src/texts/file-address.ts';

it.each([
  ['/', '/'],
  ['/services/', '/services/'],
  ['/search', '/search/'],
  ['/de/search?query=a/b.c', '/de/search/?query=a/b.c'],
  ['/compare#top', '/compare/#top'],
  ['/hosts/api.example.com/', '/hosts/api.example.com/'],
  ['/feed.atom?a=1', '/feed.atom?a=1'],
  ['/api/export', '/api/export.json'],
  ['/api/services/a-1/status', '/api/services/a-1/status.json'],
  ['/api/export.csv', '/api/export.csv'],
])('%s is the file at %s', (address, file) => {
  expect(fileAddress(address)).toBe(file);
});
