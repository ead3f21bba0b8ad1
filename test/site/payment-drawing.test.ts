import { expect, it } from 'vitest';
import { drawPayments } from '../../src/site/payment-drawing.ts';

const dates = ['2026-01-30', '2026-01-31', '2026-02-01'];
const day = (date: string, txCount: number, revenue: string) => ({ date, txCount, revenue });

it('draws payments upwards and revenue downwards, each to its own highest day', () => {
  const drawing = drawPayments(dates, [day('2026-01-30', 2, '0.5'), day('2026-02-01', 4, '0.25')]);

  expect(drawing).toMatchObject({ mostPayments: 4, mostRevenue: '0.5' });
  expect(drawing?.payments).toBe('M0 48h6v-24h-6zM16 48h6v-48h-6z');
  expect(drawing?.revenue).toBe('M0 48h6v48h-6zM16 48h6v24h-6z');
});

it('keeps the bar of a small day visible', () => {
  expect(
    drawPayments(dates, [day('2026-01-30', 1, '0.001'), day('2026-01-31', 9000, '9')])?.payments,
  ).toContain('M0 48h6v-1.5h-6z');
});

it('compares days by revenue where nothing is worth anything', () => {
  expect(drawPayments(dates, [day('2026-01-30', 1, '0')])?.revenue).toBe('M0 48h6v1.5h-6z');
});

it('is not drawn without payments in these days', () => {
  expect(drawPayments(dates, [])).toBeUndefined();
  expect(drawPayments(dates, [day('2025-12-31', 3, '1')])).toBeUndefined();
});
