import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { homePage } from '../../../src/site/home-page.ts';
import { anEntry, checksFound, tombstoneOf } from '../../fixtures/services.ts';
import { Snapshot } from '../../../src/domain/snapshot.ts';
import { at, catalogOf, historyOf } from '../../fixtures/site-catalog.ts';

const hoursAgo = (hours: number): string => new Date(at.getTime() - hours * 3_600_000).toISOString();
const { x402Config } = anEntry().declared;

interface Given {
  readonly network?: string;
  readonly trustScore?: number;
  readonly verdict?: Verdict;
  readonly checkedHoursAgo?: number;
  readonly createdHoursAgo?: number;
}

/** A service that was checked as long ago as its verdict is old. */
function service(name: string, given: Given = {}): Entry {
  const { network = 'base', trustScore = 0, verdict, checkedHoursAgo = 0.5, createdHoursAgo = 99 } = given;
  const declared = {
    name,
    endpoint: `https://${name}.example.com`,
    x402Config: { ...x402Config, network },
    createdAt: hoursAgo(createdHoursAgo),
  };
  if (!verdict) return anEntry(declared, { trustScore });

  const { standing, ...found } = checksFound(verdict);
  const since = new Date(hoursAgo(checkedHoursAgo));
  const facts = { ...noFacts, ...found, standing: { ...standing, since } };
  return anEntry(declared, { trustScore, lastChecked: since.toISOString(), facts });
}

const names = (rows: readonly { name: string }[]): string[] => rows.map(({ name }) => name);

describe('the front page', () => {
  it('shows nothing twice: what is among the most trusted is not among the newest', async () => {
    const trusted = service('trusted', { trustScore: 90, verdict: 'verified', createdHoursAgo: 1 });
    const { mostTrusted, newest } = await homePage(catalogOf([trusted, service('plain')]));

    expect([names(mostTrusted), names(newest)]).toEqual([['trusted'], ['plain']]);
  });

  it('has five newest services even if the very newest stand above', async () => {
    const above = Array.from({ length: 5 }, (_, i) =>
      service(`top${String(i)}`, { trustScore: 90, verdict: 'verified', createdHoursAgo: 1 }),
    );
    const others = Array.from({ length: 7 }, (_, i) => service(`other${String(i)}`));
    const { mostTrusted, newest } = await homePage(catalogOf([...above, ...others]));

    expect([mostTrusted.length, newest.length]).toEqual([5, 5]);
  });

  it('trusts nobody on a test network, whose tokens are worth nothing', async () => {
    const toy = service('toy', { network: 'base-sepolia', trustScore: 99, verdict: 'verified' });
    const { mostTrusted, newest } = await homePage(catalogOf([toy, service('real')]));

    expect([names(mostTrusted), names(newest).sort()]).toEqual([[], ['real', 'toy']]);
  });

  it('shows the most trusted of a catalog that has nothing but test networks', async () => {
    const toy = service('toy', { network: 'base-sepolia', trustScore: 99, verdict: 'verified' });

    expect(names((await homePage(catalogOf([toy]))).mostTrusted)).toEqual(['toy']);
  });

  it('has a number, with its list, for everything that is known', async () => {
    const entries = [
      service('a', { verdict: 'verified' }),
      service('b', { verdict: 'price_mismatch', checkedHoursAgo: 3 }),
      service('c'),
    ];
    const week = { main: 1200, test: 1 };
    const history = {
      ...historyOf([]),
      catalogPayments: () => Promise.resolve({ networks: [], sums: [], week }),
    };
    const { numbers } = await homePage(catalogOf(entries, history));

    expect(numbers).toEqual([
      { value: '3', label: 'services', href: '/services/' },
      { value: '50 %', label: 'verified, of 2 checked', href: '/search?state=verified' },
      { value: '1', label: 'checked within the hour', href: '/status/#freshness' },
      { value: '1,200', label: 'payments this week', href: '/search?paid=true&sortBy=payments' },
      { value: '1', label: 'test payment this week', href: '/search?paid=true&sortBy=payments' },
    ]);
  });

  it('has no number where nothing was checked or paid', async () => {
    expect((await homePage(catalogOf([service('a')]))).numbers.map(({ label }) => label)).toEqual([
      'service',
    ]);
  });
});

it('says so while all services are samples, whose hosts belong to nobody', async () => {
  const sample = anEntry({ endpoint: 'https://api.example.com/rain' });
  const real = anEntry({ endpoint: 'https://api.example.company/rain' });
  const isSample = async (entries: Entry[]): Promise<boolean> =>
    (await homePage(catalogOf(entries))).isSample;

  expect(await isSample([sample, anEntry({ endpoint: 'https://rain.example/' })])).toBe(true);
  expect(await isSample([sample, real])).toBe(false);
  expect(await isSample([])).toBe(false);
});

describe('what changed in the last day', () => {
  it('names what is new, differs, went down or was withdrawn, and nothing older', async () => {
    const entries = [
      service('fresh', { createdHoursAgo: 2 }),
      service('dearer', { verdict: 'price_mismatch', checkedHoursAgo: 5 }),
      service('diverted', { verdict: 'payto_mismatch', checkedHoursAgo: 1 }),
      service('gone', { verdict: 'unreachable', checkedHoursAgo: 6 }),
      service('longgone', { verdict: 'unreachable', checkedHoursAgo: 60 }),
      service('fine', { verdict: 'verified' }),
    ];
    const catalog = catalogOf(entries);
    const old = tombstoneOf(service('old').declared, { deletedAt: hoursAgo(30) });
    const late = tombstoneOf(service('late').declared, { deletedAt: hoursAgo(3) });
    const { version, categories } = catalog.snapshot;
    const snapshot = Snapshot.of(version, categories, entries, [old, late]);
    const { changes, asOf } = await homePage({ ...catalog, snapshot });

    expect(changes.map(({ kind, count, services }) => [kind, count, names(services)])).toEqual([
      ['new', 1, ['fresh']],
      ['price_differs', 1, ['dearer']],
      ['terms_differ', 1, ['diverted']],
      ['down', 1, ['gone']],
      ['withdrawn', 1, ['late']],
    ]);
    expect(asOf).toBe(at.toISOString());
  });

  it('names the latest few of many, and links the list of all', async () => {
    const many = Array.from({ length: 9 }, (_, i) => service(`new${String(i)}`, { createdHoursAgo: 9 - i }));
    const { changes } = await homePage(catalogOf(many));

    expect(changes).toMatchObject([{ kind: 'new', count: 9, href: '/search?sortBy=createdAt' }]);
    expect(names(changes[0]?.services ?? [])).toEqual(['new8', 'new7', 'new6', 'new5']);
  });
});
