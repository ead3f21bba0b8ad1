import { describe, expect, it } from 'vitest';
import { problemsHeading } from '../../../src/texts/en/forms.ts';
import { priceMeaning } from '../../../src/texts/en/preview.ts';

describe('what a form says', () => {
  it('counts its problems', () => {
    expect(problemsHeading(1)).toBe('Fix 1 problem');
    expect(problemsHeading(9)).toBe('Fix 9 problems');
  });

  it('says what a price means', () => {
    expect(priceMeaning('0.5 US cents')).toBe('That is 0.5 US cents a request.');
    expect(priceMeaning(undefined)).toBe('Free of charge.');
  });
});
