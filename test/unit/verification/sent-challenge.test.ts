import { describe, expect, it } from 'vitest';
import { readChallenge } from '../../../src/verification/challenge.ts';
import { maxCharacters, traitsOf } from '../../../src/verification/sent-challenge.ts';
import {
  a402,
  aDocument,
  aDocumentOfV1,
  anAnswer,
  anEntry,
  anEntryOfV1,
  offered,
} from '../../fixtures/answers.ts';

const endpoint = 'https://api.example.com/rain';

function sentIn(document: Record<string, unknown>) {
  const challenge = readChallenge(a402(document));
  return 'terms' in challenge ? challenge.sent : undefined;
}

describe('a 402 as its seller sent it', () => {
  it('has every member of the entries that can be paid, also those that nobody here knows', () => {
    const entry = anEntry({
      extra: { name: 'USD Coin', version: '2', note: { of: ['theirs'] } },
      unknown: 1,
    });

    expect(sentIn(aDocument(entry, anEntry({ amount: '0.01' })))).toEqual({
      x402Version: 2,
      accepts: [entry],
      resource: { url: 'https://api.example.com/rain' },
    });
  });

  it('has schemas of version 1', () => {
    const entry = anEntryOfV1({ outputSchema: { input: { type: 'http', method: 'GET' }, output: null } });
    const challenge = readChallenge(anAnswer(402, JSON.stringify(aDocumentOfV1(entry))));

    expect(challenge).toMatchObject({ sent: { x402Version: 1, accepts: [entry] } });
  });

  it('has its extensions, each whole or not at all', () => {
    const bazaar = { info: { input: { type: 'http', method: 'GET' } }, schema: {} };
    const extensions = { bazaar, large: { text: 'a'.repeat(maxCharacters) }, hidden: { text: 'a\u202eb' } };

    expect(sentIn({ ...aDocument(anEntry()), extensions })?.extensions).toEqual({ bazaar });
  });

  it('leaves out entries that are too large, too deep or hide characters', () => {
    const deep = Array.from({ length: 20 }).reduce<object>((inner) => ({ inner }), {});
    const bad = [
      { text: 'a'.repeat(maxCharacters) },
      deep,
      { text: 'a\u0000b' },
      JSON.parse('{"__proto__": 1}'),
    ];
    const entries = bad.map((extra: unknown) => anEntry({ extra }));

    expect(sentIn(aDocument(...entries, anEntry()))?.accepts).toEqual([anEntry()]);
    expect(sentIn(aDocument(...entries))).toBeUndefined();
  });

  it('names its schemes and extensions', () => {
    const sent = sentIn({ ...aDocument(anEntry()), extensions: { bazaar: {} } });

    expect(traitsOf({ terms: [offered, { ...offered, scheme: 'upto' }], sent }, endpoint)).toEqual({
      schemes: ['exact', 'upto'],
      extensions: ['bazaar'],
    });
    expect(traitsOf({ terms: [offered] }, endpoint)).toEqual({ schemes: ['exact'], extensions: [] });
  });

  it.each([
    [`${endpoint}/`, true],
    [`${endpoint}/?city=Bergen`, true],
    [endpoint, undefined],
    ['https://api.example.com/elsewhere/', undefined],
    [undefined, undefined],
  ])('knows whether it needs a slash at the end of the endpoint: %s', (url, hasSlash) => {
    expect(traitsOf({ terms: [offered], url }, endpoint).hasSlash).toBe(hasSlash);
  });
});
