import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type ExcerptPart,
  type IndexedSection,
  maxFound,
  searchDocuments,
} from '../../../src/site/document-search.ts';

const sections: readonly IndexedSection[] = [
  ['/a/', 'Payments', '', 'How payments are counted on chain.'],
  ['/a/#final', 'Payments', 'When a payment is final', 'After twelve confirmations.'],
  ['/b/#keys', 'Manage a listing', 'List and revoke keys', 'If a key has leaked, revoke it.'],
  ['/c/#mismatch', 'Checks', 'payto_mismatch', 'The live 402 asks for <b>another</b> wallet.'],
];

const hrefs = (query: string): string[] => searchDocuments(sections, query).map(({ href }) => href);
const textOf = (parts: readonly ExcerptPart[]): string => parts.map(({ text }) => text).join('');
const marksOf = (parts: readonly ExcerptPart[]): string[] =>
  parts.filter(({ isMarked }) => isMarked).map(({ text }) => text);

describe('a search in the docs', () => {
  it.each([
    ['revoke', ['/b/#keys']],
    ['REV', ['/b/#keys']],
    ['how do I revoke a key?', ['/b/#keys']],
    ['payments', ['/a/#final', '/a/']],
    ['mismatch', ['/c/#mismatch']],
    ['payto_mismatch', ['/c/#mismatch']],
    ['402', ['/c/#mismatch']],
    ['evoke', []],
    ['', []],
    [' .*(+ ', []],
  ])('for “%s” finds %j', (query, found) => {
    expect(hrefs(query)).toEqual(found);
  });

  it('finds sections with some of the words where none has all', () => {
    expect(hrefs('revoke zebra')).toEqual(['/b/#keys']);
    expect(hrefs('revoke payment')).toEqual(['/a/#final', '/b/#keys', '/a/']);
  });

  it('marks whole words, in the heading and in the text', () => {
    const [first] = searchDocuments(sections, 'key');

    expect(marksOf(first?.heading ?? [])).toEqual(['keys']);
    expect(marksOf(first?.excerpt ?? [])).toEqual(['key']);
  });

  it('shows the document where a section has no heading', () => {
    const [first] = searchDocuments(sections, 'counted');

    expect(textOf(first?.heading ?? [])).toBe('Payments');
  });

  it('keeps what looks like HTML as text', () => {
    const [first] = searchDocuments(sections, 'another');

    expect(textOf(first?.excerpt ?? [])).toBe('The live 402 asks for <b>another</b> wallet.');
  });

  it('cuts a long text around the first match, between words', () => {
    const text = `${'before '.repeat(60)}needle ${'after '.repeat(60)}`.trim();
    const [first] = searchDocuments([['/', 'T', 'H', text]], 'needle');

    expect(textOf(first?.excerpt ?? [])).toMatch(/^… (before )+needle( after)+ …$/);
    expect(textOf(first?.excerpt ?? []).length).toBeLessThan(170);
  });

  it('lists a bounded number of matches, and never fails', () => {
    const many = Array.from({ length: 100 }, (_, index): IndexedSection => [`/${index}`, 'T', 'H', 'word']);
    expect(searchDocuments(many, 'word')).toHaveLength(maxFound);

    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.string({ unit: 'binary' }),
        (query, text) => {
          const [first] = searchDocuments([['/', 'T', 'H', text]], query);
          const excerpt = textOf(first?.excerpt ?? []).replace(/^… | …$/g, '');
          expect(text).toContain(excerpt);
        },
      ),
    );
  });
});
