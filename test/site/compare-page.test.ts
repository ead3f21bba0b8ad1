import { expect, it } from 'vitest';
import { comparePage } from '../../src/site/compare-page.ts';
import { anEntry } from '../fixtures/services.ts';
import { aPaidEntry, catalogOf, counting, numbered } from './catalog.ts';

const entries = numbered(6);
const ids = entries.map(({ declared }) => declared.id);
const compared = (search: string) => comparePage(new URLSearchParams(search), catalogOf(entries));

it('accepts repeated ids, comma lists or both, without duplicates and in order', async () => {
  const { services } = await compared(`ids=${ids[2]},${ids[0]}&ids=${ids[2]}`);

  expect(services.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
});

it('names an unknown id', async () => {
  expect(await compared(`ids=${ids[0]},nobody`)).toMatchObject({ unknown: ['nobody'] });
});

it('leaves no empty column for an unknown id', async () => {
  const { services, unknown, isCut } = await compared(`ids=nobody,${ids.slice(0, 4).join(',')}`);

  expect([services.length, unknown, isCut]).toEqual([4, ['nobody'], false]);
});

it('shows payments where they are counted, and no number elsewhere', async () => {
  const [counted, uncounted] = [aPaidEntry({}, { name: 'Paid' }), anEntry({ name: 'Unknown' })];
  const { services } = await comparePage(
    new URLSearchParams({ ids: `${counted.declared.id},${uncounted.declared.id}` }),
    catalogOf([counted, uncounted], counting()),
  );

  expect(services.map(({ known, payments }) => [known.payments?.txCount, payments.paid?.revenue])).toEqual([
    [1200, '1,200.5 USDC'],
    [undefined, undefined],
  ]);
});

it('shows no more services than fit side by side, and says so', async () => {
  const page = await compared(`ids=${ids.join(',')}`);

  expect([page.services.length, page.isCut]).toEqual([4, true]);
});
