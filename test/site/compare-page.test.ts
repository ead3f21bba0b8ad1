import { expect, it } from 'vitest';
import { comparePage } from '../../src/site/compare-page.ts';
import { catalogOf, numbered } from './catalog.ts';

const entries = numbered(6);
const ids = entries.map(({ declared }) => declared.id);
const compared = (search: string) => comparePage(new URLSearchParams(search), catalogOf(entries));

it('takes ids repeated, with commas, or both, each once and in their order', async () => {
  const { services } = await compared(`ids=${ids[2]},${ids[0]}&ids=${ids[2]}`);

  expect(services.map(({ id }) => id)).toEqual([ids[2], ids[0]]);
});

it('names an id that no service has', async () => {
  expect(await compared(`ids=${ids[0]},nobody`)).toMatchObject({ unknown: ['nobody'] });
});

it('gives no place to what it does not know', async () => {
  const { services, unknown, isCut } = await compared(`ids=nobody,${ids.slice(0, 4).join(',')}`);

  expect([services.length, unknown, isCut]).toEqual([4, ['nobody'], false]);
});

it('shows no more than fit beside each other, and says so', async () => {
  const page = await compared(`ids=${ids.join(',')}`);

  expect([page.services.length, page.isCut]).toEqual([4, true]);
});
