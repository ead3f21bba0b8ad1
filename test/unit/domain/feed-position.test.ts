import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printCursor, readCursor } from '../../../src/domain/feed-position.ts';

const positions = fc.record({
  epoch: fc.stringMatching(/^[\da-f]{16}$/),
  number: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
  at: fc.nat({ max: 8.64e15 }),
});

describe('a cursor', () => {
  it('names its position, in characters that a URL may hold as they are', () => {
    fc.assert(
      fc.property(positions, (position) => {
        const cursor = printCursor(position);

        expect(cursor).toMatch(/^[\w-]+$/);
        expect(readCursor(cursor)).toEqual(position);
      }),
    );
  });

  it('is nothing else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.base64String()), (text) => {
        expect(readCursor(text)).toBeUndefined();
      }),
    );
  });

  it('has one spelling', () => {
    const cursor = printCursor({ epoch: 'feed'.repeat(4), number: 36, at: 1_700_000_000_000 });
    const padded = Buffer.from(cursor, 'base64url').toString('base64');
    const zeros = Buffer.from(`${'feed'.repeat(4)}.010.loyw3v28`).toString('base64url');

    expect([`${cursor}=`, `${cursor}A`, ` ${cursor}`, zeros].map(readCursor)).toEqual(
      Array.from({ length: 4 }, () => undefined),
    );
    expect(padded === cursor ? undefined : readCursor(padded)).toBeUndefined();
  });
});
