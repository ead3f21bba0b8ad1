import { describe, expect, it } from 'vitest';
import { drawStrip, stripOf, uptimeOver } from '../../../src/site/uptime-strip.ts';
import { percentText } from '../../../src/texts/formats.ts';
import { at } from '../../fixtures/site-catalog.ts';

describe('uptime', () => {
  it('is unknown, rather than 0, without checks', () => {
    expect(uptimeOver([])).toBeNull();
    expect(uptimeOver([{ checks: 0, ok: 0 }])).toBeNull();
    expect(uptimeOver([{ checks: 4, ok: 0 }])).toBe(0);
  });

  it('covers all days together', () => {
    expect(
      uptimeOver([
        { checks: 1, ok: 0 },
        { checks: 3, ok: 3 },
      ]),
    ).toBe(75);
  });

  it.each([
    [100, '100 %'],
    [99.95, '99.9 %'],
    [98.123, '98.1 %'],
    [5, '5 %'],
    [0, '0 %'],
  ])('of %d is written %s', (percent, expected) => {
    expect(percentText(percent)).toBe(expected);
  });
});

describe('the strip of days', () => {
  const strip = stripOf([{ date: '2026-01-31', checks: 4, ok: 3 }], at, 3);

  it('ends today, and includes days without checks', () => {
    expect(strip).toEqual([
      { date: '2026-01-30', percent: null },
      { date: '2026-01-31', percent: 75 },
      { date: '2026-02-01', percent: null },
    ]);
  });

  it('draws a day without checks differently from a day of failures', () => {
    expect(drawStrip(strip, 20).paths.map(({ kind }) => kind)).toEqual(['unknown', 'poor']);
  });
});
