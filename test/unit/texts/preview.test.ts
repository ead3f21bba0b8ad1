import { describe, expect, it } from 'vitest';
import { priceMeaning } from '#texts/preview.ts';

describe('the preview of a service', () => {
  it('says what a price means', () => {
    expect(priceMeaning({ inWords: '0.5 US cents' })).toBe('That is 0.5 US cents a request.');
    expect(priceMeaning({ inWords: 'free' })).toBe('Free of charge.');
  });
});
