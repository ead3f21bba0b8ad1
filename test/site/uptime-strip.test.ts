import { describe, expect, it } from 'vitest';
import { drawLatency } from '../../src/site/latency-drawing.ts';
import { drawStrip, stripOf, uptimeOver } from '../../src/site/uptime-strip.ts';
import { percentText } from '../../src/site/formats.ts';
import { at } from './catalog.ts';

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

describe('the chart of answer times', () => {
  const strip = stripOf([], at, 4);
  const day = (date: string, p50Ms: number) => ({ date, checks: 1, ok: 1, p50Ms, p95Ms: 2 * p50Ms });

  it('is not drawn without measurements', () => {
    expect(drawLatency(strip, [])).toBeUndefined();
  });

  it('breaks its line at a day without measurements, and shows a lone day as a dot', () => {
    const known = [day('2026-01-29', 100), day('2026-01-30', 100), day('2026-02-01', 100)];

    expect(drawLatency(strip, known)?.median).toBe('M0 80L240 80M720 80h0');
  });

  it('has a scale that includes the slowest value', () => {
    expect(drawLatency(strip, [day('2026-02-01', 150)])?.scale).toEqual([400, 300, 200, 100, 0]);
  });
});
