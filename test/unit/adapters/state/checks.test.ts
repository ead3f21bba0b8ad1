import { beforeEach, describe, expect, it } from 'vitest';
import { SqlChecks } from '../../../../src/adapters/state/checks.ts';
import type { Check, CheckRecord } from '../../../../src/domain/check.ts';
import { noTraits } from '../../../../src/domain/payment-terms.ts';
import { unchecked } from '../../../../src/domain/standing.ts';
import { type CheckedService, subjectOf } from '../../../../src/domain/subject.ts';
import type { StateDatabase } from '../../../../src/adapters/state/database.ts';
import { countCheck, emptyDay } from '../../../../src/verification/uptime.ts';
import { aStateDatabase } from '../../../support/state-database.ts';
import { otherWallet, wallet } from '../../../fixtures/answers.ts';
import { anL402, anMpp } from '../../../fixtures/rail-challenges.ts';

let database: StateDatabase;
let checks: SqlChecks;

beforeEach(async () => {
  database = await aStateDatabase();
  checks = new SqlChecks(database);
});

const a: CheckedService = {
  id: 'a',
  endpoint: 'https://a.example.com',
  x402Config: { paymentAddress: wallet, network: 'base' },
};

const terms = [
  { scheme: 'exact', network: 'eip155:8453', payTo: '0xabc', asset: '0xdef', amount: '10000', price: '0.01' },
];

function aCheck(at: string, changes: Partial<Check> = {}): Check {
  return {
    at: new Date(at),
    verdict: 'verified',
    detail: 'As declared.',
    httpStatus: 402,
    latencyMs: 120,
    terms,
    fields: [],
    rails: [],
    remarks: [],
    ...changes,
  };
}

function aRecord(id: string, check: Check, changes: Partial<CheckRecord> = {}): CheckRecord {
  const standing = {
    ...unchecked,
    status: 'verified',
    verdict: check.verdict,
    checkedAt: check.at,
    since: check.at,
  } as const;
  return {
    id,
    subject: subjectOf({ ...a, endpoint: `https://${id}.example.com` }),
    check,
    day: countCheck(emptyDay(check.at.toISOString().slice(0, 10)), check),
    window: { days: 1, checks: 1, ok: 1, verified: 1, unread: 0, blocked: 0, latencyMs: 120 },
    standing,
    offers: new Map(),
    furtherPayees: [],
    traits: noTraits,
    rails: [],
    ...changes,
  };
}

describe('the store of checks', () => {
  it('is empty at first', async () => {
    expect(await checks.facts()).toEqual(new Map());
    expect(await checks.days(a, '2026-01-01')).toEqual([]);
    expect(await checks.latest(a, 10)).toEqual([]);
    expect(await checks.liveTerms(a)).toBeUndefined();
  });

  it('has no live terms where their bytes are damaged', async () => {
    await checks.append([aRecord('a', aCheck('2026-01-31T12:00:00.000Z'))]);
    await database.run('UPDATE live_terms SET observation = ?', Buffer.from([1, 0xff]));

    expect(await checks.liveTerms(a)).toBeUndefined();
    expect(await checks.sentChallenges([a])).toEqual(new Map());
  });

  it('returns every part of a standing', async () => {
    const at = new Date('2026-01-31T12:00:00.000Z');
    const standing = {
      status: 'inactive',
      verdict: 'unreachable',
      detail: 'Nobody answers.',
      checkedAt: at,
      since: at,
      failures: 7,
      failingSince: at,
      termsKey: 'key',
      termsSince: at,
      payeeSince: new Date(Date.UTC(2025, 11, 31)),
      priceDiffersSince: new Date(Date.UTC(2026, 0, 2)),
      varying: { wallet: { level: 7, since: at.getTime() }, price: { level: 2, since: null } },
      unreadSince: new Date(Date.UTC(2026, 0, 3)),
      chains: ['base', 'eip155:480'],
      isWildcard: true,
    } as const;
    await checks.append([aRecord('a', aCheck('2026-01-31T12:00:00.000Z'), { standing })]);
    await checks.append([aRecord('b', aCheck('2026-01-31T12:00:00.000Z'), { standing: unchecked })]);

    const facts = await checks.facts();
    expect(facts.get('a')?.standing).toEqual(standing);
    expect(facts.get('b')?.standing).toEqual(unchecked);
  });

  it('keeps the live terms that were last read while none can be read', async () => {
    const request = { method: 'POST', query: { example: { constructor: 'a' } } } as const;
    await checks.append([aRecord('a', aCheck('2026-01-31T12:00:00.000Z', { request }))]);
    await checks.append([
      aRecord('a', aCheck('2026-01-31T13:00:00.000Z', { verdict: 'unreachable', terms: [] })),
    ]);

    expect(await checks.liveTerms(a)).toEqual({
      at: new Date('2026-01-31T12:00:00.000Z'),
      terms,
      request,
      remarks: [],
    });
  });

  it('returns the last checks, the newest first', async () => {
    for (const hour of ['10', '12', '11']) {
      await checks.append([aRecord('a', aCheck(`2026-01-31T${hour}:00:00.000Z`, { detail: hour }))]);
    }

    expect((await checks.latest(a, 2)).map(({ detail }) => detail)).toEqual(['12', '11']);
    expect(await checks.latest(a, 1)).toEqual([
      {
        at: new Date('2026-01-31T12:00:00.000Z'),
        verdict: 'verified',
        detail: '12',
        httpStatus: 402,
        latencyMs: 120,
      },
    ]);
  });

  it('returns days with the percentiles of their answer times, also after their checks are deleted', async () => {
    let day = emptyDay('2026-01-05');
    for (let i = 1; i <= 20; i += 1) {
      const check = aCheck(`2026-01-05T00:${String(i).padStart(2, '0')}:00.000Z`, { latencyMs: i * 10 });
      day = countCheck(day, check);
      await checks.append([aRecord('a', check, { day })]);
    }
    const failing = aCheck('2026-01-05T12:00:00.000Z', { verdict: 'not_402', latencyMs: 9_000, terms: [] });
    day = countCheck(day, failing);
    await checks.append([aRecord('a', failing, { day })]);

    const expected = [{ ...day, p50Ms: 100, p95Ms: 190 }];
    expect(await checks.latencyDays(a, '2026-01-01')).toEqual(expected);
    await checks.prune({ before: '2026-01-06', isListed: () => true });
    expect(await checks.latest(a, 100)).toEqual([]);
    expect(await checks.latencyDays(a, '2026-01-01')).toEqual(expected);
    expect(await checks.days(a, '2026-01-06')).toEqual([]);
  });

  it('deletes everything about services that are gone, once their last check is old', async () => {
    for (const id of ['gone', 'lately-gone', 'listed']) {
      const at = id === 'lately-gone' ? '2026-01-06T00:00:00.000Z' : '2026-01-05T00:00:00.000Z';
      await checks.append([aRecord(id, aCheck(at))]);
    }
    await checks.prune({ before: '2026-01-06', isListed: (id) => id === 'listed' });

    expect([...(await checks.facts()).keys()].sort()).toEqual(['lately-gone', 'listed']);
    for (const table of ['live_terms', 'seen_terms', 'check_month']) {
      expect(await database.all(`SELECT * FROM ${table} WHERE service_id = 'gone'`), table).toEqual([]);
    }
  });

  it('deletes no check of the first day to keep', async () => {
    await checks.append([
      aRecord('a', aCheck('2026-01-05T23:59:59.999Z')),
      aRecord('a', aCheck('2026-01-06T00:00:00.000Z')),
    ]);

    await checks.prune({ before: '2026-01-06', isListed: () => true });
    expect((await checks.latest(a, 10)).map(({ at }) => at.toISOString())).toEqual([
      '2026-01-06T00:00:00.000Z',
    ]);
  });

  it('returns the window that ends with the last check of each service', async () => {
    const window = { days: 2, checks: 20, ok: 19, verified: 18, unread: 0, blocked: 1, latencyMs: 2_400 };
    await checks.append([
      aRecord('a', aCheck('2026-01-01T00:00:00.000Z')),
      aRecord('a', aCheck('2026-01-02T00:00:00.000Z'), { window }),
    ]);

    expect((await checks.facts()).get('a')?.window).toEqual(window);
  });

  it('writes all checks of a batch or none', async () => {
    const standing = { ...unchecked, status: null as never };
    const bad = aRecord('b', aCheck('2026-01-31T12:00:00.000Z'), { standing });

    await expect(checks.append([aRecord('a', aCheck('2026-01-31T12:00:00.000Z')), bad])).rejects.toThrow();
    expect(await checks.latest(a, 1)).toEqual([]);
  });
});

describe('the checks of a service that changes its subject', () => {
  const moved: CheckedService = { ...a, x402Config: { ...a.x402Config, paymentAddress: otherWallet } };
  const movedRecord = (at: string): CheckRecord => aRecord('a', aCheck(at), { subject: subjectOf(moved) });

  /** Everything that can be read of the service. */
  async function allOf(service: CheckedService): Promise<object> {
    return {
      days: (await checks.days(service, '2026-01-01')).map(({ date }) => date),
      latencyDays: (await checks.latencyDays(service, '2026-01-01')).map(({ date }) => date),
      latest: (await checks.latest(service, 10)).map(({ at }) => at.toISOString().slice(0, 10)),
      readAt: (await checks.liveTerms(service))?.at.toISOString().slice(0, 10),
    };
  }
  const nothing = { days: [], latencyDays: [], latest: [], readAt: undefined };
  const on = (...dates: string[]): object => ({
    days: dates,
    latencyDays: dates,
    latest: dates.toReversed(),
    readAt: dates.at(-1),
  });

  beforeEach(async () => {
    await checks.append([
      aRecord('a', aCheck('2026-01-05T00:00:00.000Z')),
      aRecord('a', aCheck('2026-01-06T00:00:00.000Z')),
    ]);
  });

  it('are hidden from readers of the present service', async () => {
    expect(await allOf(a)).toEqual(on('2026-01-05', '2026-01-06'));
    expect(await allOf(moved)).toEqual(nothing);
    expect((await checks.facts()).get('a')?.subject).toBe(subjectOf(a));
  });

  it('are deleted by the first check of the new one', async () => {
    await checks.append([movedRecord('2026-01-07T00:00:00.000Z')]);

    expect(await allOf(moved)).toEqual(on('2026-01-07'));
    expect(await allOf(a)).toEqual(nothing);
    expect((await checks.facts()).get('a')).toMatchObject({
      subject: subjectOf(moved),
      window: { days: 1, checks: 1 },
    });
  });

  it('are deleted when they are forgotten, and those of other services are not', async () => {
    const b = { ...a, id: 'b', endpoint: 'https://b.example.com' };
    await checks.append([aRecord('b', aCheck('2026-01-06T00:00:00.000Z'))]);
    await checks.forget([moved, b]);

    expect(await allOf(a)).toEqual(nothing);
    expect([...(await checks.facts()).keys()]).toEqual(['b']);
    expect(await allOf(b)).toEqual(on('2026-01-06'));
  });

  it('stay when only the spelling of its network or wallet changed', async () => {
    const x402Config = { paymentAddress: wallet.toLowerCase(), network: 'eip155:8453' };
    await checks.forget([{ ...a, x402Config }]);

    expect(await allOf({ ...a, x402Config })).toEqual(on('2026-01-05', '2026-01-06'));
  });
});

describe('the terms that were seen', () => {
  const priced = (price: string): Check['fields'] => [
    { field: 'price', declared: '0.01', observed: price, match: price === '0.01' },
  ];
  const at = (hour: number): string => new Date(Date.UTC(2026, 0, 5, hour)).toISOString();
  const see = (hour: number, price: string, changes: Partial<CheckRecord> = {}): Promise<void> =>
    checks.append([aRecord('a', aCheck(at(hour), { fields: priced(price) }), changes)]);
  const seen = async (service = a, from = '2026-01-01') =>
    (await checks.seenTerms(service, from)).map(({ firstSeen, lastSeen, fields }) => [
      firstSeen.getUTCHours(),
      lastSeen.getUTCHours(),
      fields[0]?.observed,
    ]);

  it('are stored from the first check that saw them to the last', async () => {
    for (const [hour, price] of [
      [1, '0.01'],
      [2, '0.01'],
      [3, '0.02'],
      [4, '0.01'],
      [5, '0.01'],
    ] as const) {
      await see(hour, price);
    }
    await checks.append([aRecord('a', aCheck(at(6), { verdict: 'unreachable', terms: [] }))]);

    expect(await seen()).toEqual([
      [1, 2, '0.01'],
      [3, 3, '0.02'],
      [4, 5, '0.01'],
    ]);
    expect(await seen(a, '2026-01-06')).toEqual([]);
  });

  it('begin when the 402 was first known to offer them', async () => {
    await see(9, '0.01', { standing: { ...unchecked, termsSince: new Date(at(2)) } });

    expect(await seen()).toEqual([[2, 9, '0.01']]);
  });

  it('stay when a service changes its wallet, and go when it moves to another endpoint', async () => {
    const paid = { ...a, x402Config: { paymentAddress: otherWallet, network: 'base' } };
    const moved = { ...a, endpoint: 'https://moved.example.com' };
    await see(1, '0.01');
    await see(2, '0.02', { subject: subjectOf(paid) });
    expect(await seen(paid)).toEqual([
      [1, 1, '0.01'],
      [2, 2, '0.02'],
    ]);
    expect(await seen(moved)).toEqual([]);

    await see(3, '0.02', { subject: subjectOf(moved) });
    expect(await seen(moved)).toEqual([[3, 3, '0.02']]);
    expect(await seen(paid)).toEqual([]);
  });

  it('are the newest 500 when a seller changes them at every check', async () => {
    const first = Date.UTC(2026, 0, 5);
    await checks.append(
      Array.from({ length: 510 }, (_, minute) =>
        aRecord(
          'a',
          aCheck(new Date(first + minute * 60_000).toISOString(), { fields: priced(String(minute)) }),
        ),
      ),
    );
    const stored = await checks.seenTerms(a, '2026-01-01');

    expect(stored).toHaveLength(500);
    expect(stored.at(0)?.fields[0]?.observed).toBe('10');
    expect(stored.at(-1)?.fields[0]?.observed).toBe('509');
  });
});

it('keeps live 402s as their sellers sent them, for the present subject alone', async () => {
  const sent = { x402Version: 2, accepts: [{ scheme: 'exact', extra: { name: 'USDC' } }] } as const;
  const traits = { schemes: ['exact'], extensions: ['bazaar'] };
  await checks.append([
    aRecord('a', aCheck('2026-01-31T12:00:00.000Z', { sent }), { traits }),
    aRecord('b', aCheck('2026-01-31T12:00:00.000Z')),
    aRecord('c', aCheck('2026-01-31T12:00:00.000Z', { sent }), { subject: 'another' }),
  ]);
  const services = ['a', 'b', 'c'].map((id) => ({ ...a, id, endpoint: `https://${id}.example.com` }));

  expect(await checks.sentChallenges(services)).toEqual(
    new Map([['a', { at: new Date('2026-01-31T12:00:00.000Z'), sent }]]),
  );
  expect((await checks.liveTerms(a))?.sent).toEqual(sent);
  expect((await checks.facts()).get('a')?.traits).toEqual(traits);
  expect((await checks.facts()).get('b')?.traits).toEqual(noTraits);
});

it('keeps the ways to pay of the last answer, beside and without x402', async () => {
  const byMpp = { verdict: 'not_402', terms: [], rails: [anMpp] } as const;
  await checks.append([
    aRecord('a', aCheck('2026-01-31T12:00:00.000Z', { rails: [anL402] }), { rails: [anL402] }),
    aRecord('b', aCheck('2026-01-31T12:00:00.000Z', byMpp), { rails: [anMpp] }),
    aRecord('c', aCheck('2026-01-31T12:00:00.000Z')),
  ]);
  const rails = async () => {
    const facts = await checks.facts();
    return ['a', 'b', 'c'].map((id) => facts.get(id)?.rails);
  };

  expect(await rails()).toEqual([[anL402], [anMpp], []]);

  await checks.append([aRecord('a', aCheck('2026-01-31T13:00:00.000Z'))]);
  expect(await rails()).toEqual([[], [anMpp], []]);
});

it('keeps the wallets that a live 402 names beside the declared one', async () => {
  await checks.append([
    aRecord('a', aCheck('2026-01-31T12:00:00.000Z'), { furtherPayees: ['solana:abc', 'eip155:0xb0'] }),
    aRecord('b', aCheck('2026-01-31T12:00:00.000Z')),
  ]);
  const facts = await checks.facts();

  expect(facts.get('a')?.furtherPayees).toEqual(['solana:abc', 'eip155:0xb0']);
  expect(facts.get('b')?.furtherPayees).toEqual([]);
});
