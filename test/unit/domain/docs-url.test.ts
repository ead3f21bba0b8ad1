import { describe, expect, it } from 'vitest';
import { isDocsUrl } from '../../../src/domain/docs-url.ts';

describe('an address of documentation', () => {
  it.each(['https://docs.example.com', 'HTTPS://docs.example.com/rain?of=today#now'])('may be %s', (text) => {
    expect(isDocsUrl(text)).toBe(true);
  });

  it.each([
    'http://docs.example.com',
    'javascript:alert(1)//https://docs.example.com',
    'https:docs.example.com',
    'https:/docs.example.com',
    String.raw`https:\\docs.example.com`,
    ' https://docs.example.com',
    'https://docs.example.com/a b',
    'https://me@docs.example.com',
    'https://localhost',
    `https://docs.example.com/${'a'.repeat(2048)}`,
  ])('may not be %j', (text) => {
    expect(isDocsUrl(text)).toBe(false);
  });
});
