import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DigestPlaces } from '../../../../src/search/index/digest-places.ts';

/** Digests that often share a slot. */
const digests = fc.array(fc.oneof(fc.nat(40), fc.maxSafeNat()), { maxLength: 30 });

describe('places of digests', () => {
  it('are the same as in a Map', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.oneof(fc.nat(40), fc.maxSafeNat())), digests, (given, asked) => {
        const places = new DigestPlaces(Float64Array.from(given));
        const model = new Map(given.map((digest, document) => [digest, document]));

        expect(places.hasTwins).toBe(false);
        for (const digest of [...given, ...asked]) expect(places.find(digest)).toBe(model.get(digest));
      }),
    );
  });

  it('are found wherever one looks first', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.maxSafeNat(), { minLength: 1 }), fc.nat(), (given, likely) => {
        const places = new DigestPlaces(Float64Array.from(given));

        for (const [document, digest] of given.entries()) {
          expect(places.find(digest, likely % (given.length + 1))).toBe(document);
        }
      }),
    );
  });

  it('know whether two documents share a digest', () => {
    fc.assert(
      fc.property(digests, (given) => {
        expect(new DigestPlaces(Float64Array.from(given)).hasTwins).toBe(new Set(given).size < given.length);
      }),
    );
  });
});
