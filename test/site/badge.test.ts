import { expect, it } from 'vitest';
import { badge } from '../../src/site/badge.ts';
import { anEntry } from '../fixtures/services.ts';
import { aCheckedEntry } from './catalog.ts';

it('says status and score, in words for who cannot see it', () => {
  expect(badge(aCheckedEntry({}, { status: 'verified', trustScore: 91 }))).toContain(
    'aria-label="Tollbook: verified · 91"',
  );
});

it('says that nothing is known before the first check', () => {
  expect(badge(anEntry())).toContain('not checked yet');
});

it('holds nothing that an owner wrote, and no style', () => {
  const picture = badge(anEntry({ name: '<script>alert(1)</script>' }));

  expect(picture).not.toMatch(/script|style/);
});
