import { describe, expect, it } from 'vitest';
import { maxObservedNewsADay, newsOf, newsOn } from '../../../src/domain/news.ts';
import { type Profile, profileOf, readProfile } from '../../../src/domain/profile.ts';
import { printServiceFile } from '../../../src/domain/service-file.ts';
import { otherWallet, wallet } from '../../fixtures/answers.ts';
import { aService } from '../../fixtures/services.ts';

const service = aService({
  name: 'Rain Radar',
  pricing: { currency: 'USDC', pricePerRequest: '0.010' },
  x402Config: { network: 'base', paymentAddress: wallet },
});
const known: Profile = {
  ...profileOf(service),
  state: 'verified',
  livePrice: '0.01 USDC',
  liveNetwork: 'eip155:8453',
  liveWallet: wallet,
};

/** What a change from one profile to another tells, in short: `price: 0.01 USDC > 0.02 USDC`. */
function told(changes: Partial<Profile>, before: Profile = known, kind: 'updated' | 'observed' = 'updated') {
  const { news } = newsOf(kind, before, { ...before, ...changes });
  return news?.fields.map((each) => `${each.field}: ${String(each.before)} > ${String(each.after)}`);
}

describe('what feeds tell of a change', () => {
  it('is nothing where only texts changed that feeds do not hold', () => {
    expect(told({})).toBeUndefined();
  });

  it.each([
    [{ price: '0.02 USDC' }, 'price: 0.01 USDC > 0.02 USDC'],
    [{ freeQuota: '100' }, 'freeQuota: null > 100'],
    [{ network: 'eip155:137' }, 'network: eip155:8453 > eip155:137'],
    [{ wallet: otherWallet }, `wallet: ${wallet} > ${otherWallet}`],
    [{ endpoint: 'https://b.example.com' }, `endpoint: ${service.endpoint} > https://b.example.com`],
    [{ name: 'Rain' }, 'name: Rain Radar > Rain'],
    [{ deprecated: 'Ends in March.' }, 'deprecated: null > Ends in March.'],
  ])('names each declared value that differs: %j', (changes, line) => {
    expect(told(changes as Partial<Profile>)).toContain(line);
  });

  it('takes no wallet in other letters for another one, but a name', () => {
    expect(told({ wallet: wallet.toLowerCase() })).toBeUndefined();
    expect(told({ name: 'RAIN RADAR' })).toEqual(['name: Rain Radar > RAIN RADAR']);
  });

  it('has the terms of a new service', () => {
    const { news } = newsOf('created', undefined, known);

    expect(news).toMatchObject({ name: 'Rain Radar', category: service.category });
    expect(news?.fields.map(({ field, after }) => [field, after])).toEqual([
      ['price', '0.01 USDC'],
      ['network', 'eip155:8453'],
      ['wallet', wallet],
      ['endpoint', service.endpoint],
    ]);
  });

  it.each(['deleted', 'removed'] as const)('is that a service was %s, by its last name', (kind) => {
    expect(newsOf(kind, known, known).news).toEqual({
      name: 'Rain Radar',
      category: service.category,
      fields: [],
    });
  });

  it('is nothing where nobody knows what was before, and the next change is compared with it', () => {
    const { news, profile } = newsOf('updated', undefined, known);

    expect(news).toBeUndefined();
    expect(profile).toEqual(known);
  });
});

describe('what feeds tell of a check', () => {
  const unseen: Profile = {
    ...known,
    state: 'unchecked',
    livePrice: null,
    liveNetwork: null,
    liveWallet: null,
  };

  it('is another state, with the live terms that explain it', () => {
    expect(told({ state: 'price_differs', livePrice: '0.02 USDC' }, known, 'observed')).toEqual([
      'state: verified > price_differs',
      'livePrice: 0.01 USDC > 0.02 USDC',
    ]);
    expect(told({ state: 'terms_differ', liveWallet: otherWallet }, known, 'observed')).toEqual([
      'state: verified > terms_differ',
      `liveWallet: ${wallet} > ${otherWallet}`,
    ]);
    expect(told({ state: 'down' }, known, 'observed')).toEqual(['state: verified > down']);
  });

  it('is another live price while the state stays', () => {
    const before: Profile = { ...known, state: 'price_differs', livePrice: '0.02 USDC' };

    expect(told({ livePrice: '0.03 USDC' }, before, 'observed')).toEqual([
      'livePrice: 0.02 USDC > 0.03 USDC',
    ]);
  });

  it('is not that a live price follows the declared one', () => {
    const before: Profile = { ...known, price: '0.02 USDC', state: 'verified' };

    expect(told({ livePrice: '0.02 USDC' }, before, 'observed')).toBeUndefined();
  });

  it('is not that the first check finds what is declared, nor that a new endpoint is not checked yet', () => {
    expect(told({ ...known }, unseen, 'observed')).toBeUndefined();
    expect(told({ state: 'unchecked' }, known, 'observed')).toBeUndefined();
  });

  it('is that the first check finds something else', () => {
    const found = { ...known, state: 'terms_differ' as const, liveWallet: otherWallet };

    expect(told(found, unseen, 'observed')).toEqual([
      'state: unchecked > terms_differ',
      `liveWallet: null > ${otherWallet}`,
    ]);
  });

  it('passes over a failure that may pass', () => {
    const { news, profile } = newsOf('observed', known, { ...known, state: null });

    expect(news).toBeUndefined();
    expect(profile).toEqual(known);
    expect(told({ state: 'verified' }, profile, 'observed')).toBeUndefined();
    expect(told({ state: 'down' }, profile, 'observed')).toEqual(['state: verified > down']);
  });
});

describe('the profile of a file', () => {
  it('is that of its declaration', () => {
    expect(readProfile(printServiceFile(service))).toEqual(profileOf(service));
  });

  it.each(['', '{', '[]', '{"name": "x"}', 'null'])('is none where it is no declaration: %s', (text) => {
    expect(readProfile(text)).toBeUndefined();
  });

  it('spells out hidden characters, and cuts long texts, of files that no rule has seen', () => {
    const file = JSON.stringify({ ...service, name: `a\u202e${'b'.repeat(1000)}\u0000` });
    const { name = '' } = readProfile(file) ?? {};

    expect(name).toMatch(/^aU\+202Eb+…$/);
    expect(name.length).toBeLessThan(300);
  });
});

describe('a service whose checks find something else all day', () => {
  const dearer = (i: number): Profile => ({
    ...known,
    state: 'price_differs',
    livePrice: `${String(i)} USDC`,
  });
  const today = '2026-02-03';

  it('is reported a few times a day, and on the next day with its state by then', () => {
    let profile: Profile | undefined = known;
    const counts = Array.from({ length: 10 }, (_, i) => {
      const told = newsOn(today, 'observed', profile, dearer(i));
      ({ profile } = told);
      return told.news ? 1 : 0;
    });

    expect(counts.filter((count) => count === 1)).toHaveLength(maxObservedNewsADay);
    expect(newsOn('2026-02-04', 'observed', profile, dearer(9)).news?.fields).toMatchObject([
      { field: 'livePrice', before: `${String(maxObservedNewsADay - 1)} USDC`, after: '9 USDC' },
    ]);
  });

  it('keeps its owner from telling nothing', () => {
    const told = { date: today, times: maxObservedNewsADay };
    const { news, profile } = newsOn(today, 'updated', { ...known, told }, { ...known, price: '0.02 USDC' });

    expect(news?.fields).toMatchObject([{ field: 'price' }]);
    expect(profile?.told).toEqual(told);
  });
});
