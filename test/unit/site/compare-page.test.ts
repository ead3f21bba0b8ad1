import { expect, it } from 'vitest';
import { comparePage, figuresOf } from '../../../src/site/compare-page.ts';
import { Snapshot } from '../../../src/domain/snapshot.ts';
import { anEntry } from '../../fixtures/services.ts';
import { aPaidEntry, catalogOf, counting, numbered } from '../../fixtures/site-catalog.ts';

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

it('names a service that was removed', async () => {
  const { declared } = anEntry({ name: 'Withdrawn' });
  const { id, name, endpoint } = declared;
  const catalog = catalogOf(entries);
  const stone = { id, name, endpoint, deletedAt: '2026-01-01T00:00:00.000Z' };
  const snapshot = Snapshot.of(catalog.snapshot.version, [], entries, [stone]);
  const parameters = new URLSearchParams({ ids: `${id},${ids.join(',')}` });

  const page = await comparePage(parameters, { ...catalog, snapshot });

  expect([page.gone, page.unknown]).toEqual([['Withdrawn'], []]);
});

it('weighs prices of one peg together, and those of test networks apart', async () => {
  const config = anEntry().declared.x402Config;
  const unitOf = async (currency: string, network: string) => {
    const entry = anEntry({
      pricing: { currency, pricePerRequest: '0.5' },
      x402Config: { ...config, network },
    });
    const { services } = await comparePage(
      new URLSearchParams({ ids: entry.declared.id }),
      catalogOf([entry]),
    );
    return services.map(figuresOf)[0]?.price?.unit;
  };

  expect(await unitOf('USDC', 'base')).toBe('USD');
  expect(await unitOf('USDT', 'base')).toBe('USD');
  expect(await unitOf('EURC', 'base')).toBe('EUR');
  expect(await unitOf('XYZ', 'base')).toBe('XYZ');
  expect(await unitOf('USDC', 'base-sepolia')).toBe('test USD');
});

it('counts no payments for a service that shares its wallet', async () => {
  const shared = aPaidEntry({ attribution: 'wallet' });
  const { services } = await comparePage(
    new URLSearchParams({ ids: shared.declared.id }),
    catalogOf([shared], counting()),
  );

  expect(services.map(figuresOf)[0]?.payments).toBeNull();
});
