import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { reasonOf, type State, stateOf, states } from '../../../src/domain/state.ts';
import type { Verdict } from '../../../src/domain/verdict.ts';
import { Search } from '../../../src/search/search.ts';
import { catalogs, checked } from '../../fixtures/arbitraries.ts';
import { aSnapshot, checksFound } from '../../fixtures/services.ts';
import { anMpp } from '../../fixtures/rail-challenges.ts';

const listed = { declared: {} };
const optedOut = { declared: { probing: false as const } };
const checkedAs = (...found: Parameters<typeof checksFound>) => ({ facts: checksFound(...found) });

describe('the state of a service', () => {
  it.each<[Verdict, State, ReturnType<typeof reasonOf>]>([
    ['verified', 'verified', null],
    ['price_mismatch', 'price_differs', null],
    ['payto_mismatch', 'terms_differ', 'wallet'],
    ['network_mismatch', 'terms_differ', 'network'],
    ['asset_mismatch', 'terms_differ', 'token'],
    ['not_402', 'uncheckable', 'not_402'],
    ['malformed', 'uncheckable', 'malformed'],
    ['unread', 'uncheckable', 'unread'],
    ['blocked', 'uncheckable', 'blocked'],
    ['unreachable', 'down', 'unreachable'],
  ])('after a check that found %s is %s, because of %s', (verdict, state, reason) => {
    const entry = { ...listed, observed: checkedAs(verdict) };

    expect([stateOf(entry), reasonOf(entry)]).toEqual([state, reason]);
  });

  it('is down while it is inactive, whatever it answers', () => {
    fc.assert(
      fc.property(checked(), fc.constantFrom(listed, optedOut), (facts, service) => {
        fc.pre(facts.standing.verdict !== null && facts.standing.status === 'inactive');

        expect(stateOf({ ...service, observed: { facts } })).toBe('down');
      }),
    );
    expect(reasonOf({ ...listed, observed: checkedAs('not_402', 'inactive') })).toBe('not_402');
  });

  it('differs at once, also while a grace period keeps the status verified', () => {
    expect(stateOf({ ...listed, observed: checkedAs('price_mismatch', 'verified') })).toBe('price_differs');
  });

  it('stands for as long as the status while terms are not compared, and says so', () => {
    const found = checksFound('unread', 'verified');
    const priceDiffersSince = new Date(0);
    const differs = { facts: { ...found, standing: { ...found.standing, priceDiffersSince } } };

    expect(stateOf({ ...listed, observed: { facts: found } })).toBe('verified');
    expect(reasonOf({ ...listed, observed: { facts: found } })).toBe('unread');
    expect(stateOf({ ...listed, observed: differs })).toBe('price_differs');
    expect(stateOf({ ...listed, observed: checkedAs('unread') })).toBe('uncheckable');
  });

  it('is not verified, but not bad either, once its owner opts out or 30 days held only blocked checks', () => {
    const { window, ...found } = checksFound('verified');
    const blocked = { facts: { ...found, window: { ...window, checks: 0 } } };

    expect(reasonOf({ ...optedOut, observed: checkedAs('verified') })).toBe('opted_out');
    expect(stateOf({ ...optedOut, observed: checkedAs('verified') })).toBe('uncheckable');
    expect(stateOf({ ...listed, observed: blocked })).toBe('uncheckable');
    expect(reasonOf({ ...listed, observed: blocked })).toBe('blocked');
  });

  it('cannot be checked where it asks for payment through a protocol other than x402', () => {
    const observed = { facts: { ...checksFound('unread', 'verified'), rails: [anMpp] } };

    expect(stateOf({ ...listed, observed })).toBe('uncheckable');
    expect(reasonOf({ ...listed, observed })).toBe('other_rails');
    expect(reasonOf({ ...optedOut, observed })).toBe('opted_out');
    expect(stateOf({ ...listed, observed: { facts: { ...checksFound('verified'), rails: [anMpp] } } })).toBe(
      'verified',
    );
  });

  it.each<Verdict>(['payto_mismatch', 'network_mismatch', 'asset_mismatch', 'price_mismatch', 'unreachable'])(
    'stays what %s made it when its owner opts out',
    (verdict) => {
      const observed = checkedAs(verdict);

      expect(stateOf({ ...optedOut, observed })).toBe(stateOf({ ...listed, observed }));
    },
  );

  it('is exactly one of six for any facts, so that the counts of a catalog add up to its size', async () => {
    await fc.assert(
      fc.asyncProperty(catalogs(30), async (entries) => {
        const counts = (await new Search(aSnapshot(entries)).facets({})).state;

        expect(counts.map(({ id }) => id)).toEqual(states);
        expect(counts.reduce((sum, { count }) => sum + count, 0)).toBe(entries.length);
      }),
    );
  });
});
