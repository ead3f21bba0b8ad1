import { describe, expect, it } from 'vitest';
import { problemsHeading } from '../../../src/texts/en/forms.ts';

describe('what a form says', () => {
  it('counts its problems', () => {
    expect(problemsHeading({ count: 1 })).toBe('Fix 1 problem');
    expect(problemsHeading({ count: 9 })).toBe('Fix 9 problems');
  });
});
