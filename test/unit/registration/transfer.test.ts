import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/domain/owner.ts';
import type { Outcome, Requester } from '../../../src/registration/act.ts';
import { maxUnverified } from '../../../src/registration/listings.ts';
import { DecidedCatalog, faultsIn } from '../../fixtures/decided-catalog.ts';
import { aService, tombstoneOf } from '../../fixtures/services.ts';

const [acme, github] = [{ owner: 'acme' }, { owner: 'github:1', repository: '5' }];
const rain = aService({
  owner: 'acme',
  proof: { method: 'dns', at: '2026-01-31T12:00:00.000Z', evidence: '_tollbook.api.example.com' },
  maintainers: ['github:9919'],
});

let catalog: DecidedCatalog;

beforeEach(() => {
  catalog = new DecidedCatalog([rain]);
});

const offer = (to: string, by: Requester = acme): Outcome =>
  catalog.do({ kind: 'offer', id: rain.id, by, to });
const accept = (by: Actor): Outcome => catalog.do({ kind: 'accept', id: rain.id, by });

describe('an offer', () => {
  it('is open for 7 days, and changes nothing else', () => {
    expect(offer('github:1')).toMatchObject({ kind: 'changed' });

    expect(catalog.service(rain)).toEqual({
      ...rain,
      transfer: { to: 'github:1', until: '2026-02-08T12:00:00.000Z' },
      updatedAt: '2026-02-01T12:00:00.000Z',
    });
  });

  it('replaces the one before', () => {
    offer('github:1');
    offer('github:2');

    expect(accept(github)).toEqual({ kind: 'not_offered' });
    expect(accept({ owner: 'github:2' }).kind).toBe('changed');
  });

  it('to oneself takes it back, and without one does nothing', () => {
    offer('github:1');
    expect(offer('acme')).toMatchObject({ kind: 'changed' });
    expect(catalog.service(rain).transfer).toBeUndefined();
    expect(accept(github)).toEqual({ kind: 'not_offered' });

    const { updatedAt } = catalog.service(rain);
    catalog.wait({ days: 1 });
    expect(offer('acme')).toMatchObject({ kind: 'changed' });
    expect(catalog.service(rain).updatedAt).toBe(updatedAt);
  });

  it('may name a wallet in any letter case', () => {
    offer('wallet:0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed');

    expect(accept({ owner: 'wallet:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }).kind).toBe('changed');
  });

  it.each(['', 'Nobody', 'wallet:0x5', 'github:me', '__proto__', 'acme\u202e'])(
    'names an owner, not %j',
    (to) => {
      expect(faultsIn(offer(to))).toEqual(['/to owner_invalid']);
    },
  );

  it.each<[string, Actor, string]>([
    ['a maintainer', { owner: 'github:9919' }, 'maintainer'],
    ['somebody else', { owner: 'github:1' }, 'not_owner'],
  ])('cannot be made by %s', (_who, by, why) => {
    expect(offer('github:1', by)).toEqual({ kind: 'forbidden', why, owner: 'acme' });
  });

  it('by the operator hands the service over at once', () => {
    offer('github:2', 'operator');

    expect(catalog.service(rain)).toMatchObject({ owner: 'github:2' });
    expect(catalog.service(rain)).not.toHaveProperty('proof.method');
  });

  it('survives a patch, and ends with a removal', () => {
    offer('github:1');
    catalog.do({ kind: 'update', id: rain.id, by: acme, patch: { name: 'Rain' } });
    expect(catalog.service(rain).transfer?.to).toBe('github:1');

    catalog.do({ kind: 'remove', id: rain.id, by: acme });
    catalog.do({ kind: 'restore', id: rain.id, by: acme });
    expect(accept(github)).toEqual({ kind: 'not_offered' });
  });
});

describe('an acceptance', () => {
  it('makes the service the new owner’s, and ends proof, maintainers and offer', () => {
    offer('github:1');
    catalog.wait({ days: 7 });
    accept(github);

    const { proof: _proof, maintainers: _maintainers, ...others } = rain;
    expect(catalog.service(rain)).toEqual({ ...others, ...github, updatedAt: '2026-02-08T12:00:00.000Z' });
    expect(catalog.snapshot.idsOf('acme')).toEqual([]);
    expect(catalog.snapshot.idsOf('github:1')).toEqual([rain.id]);
  });

  it('binds the service to no repository of the former owner', () => {
    catalog = new DecidedCatalog([aService({ ...github })]);
    offer('acme', github);
    accept(acme);

    expect(catalog.service(rain).repository).toBeUndefined();
  });

  it('is too late after 7 days', () => {
    offer('github:1');
    catalog.wait({ days: 7, ms: 1 });

    expect(accept(github)).toEqual({ kind: 'not_offered' });
  });

  it('of a service counts once', () => {
    offer('github:1');
    accept(github);

    expect(accept(github)).toEqual({ kind: 'not_offered' });
    expect(catalog.service(rain).owner).toBe('github:1');
  });

  it.each<[string, Actor]>([
    ['its owner', acme],
    ['a maintainer', { owner: 'github:9919' }],
    ['somebody else', { owner: 'github:3' }],
  ])('is not for %s', (_who, by) => {
    offer('github:1');

    expect(accept(by)).toEqual({ kind: 'not_offered' });
  });

  it('says where the service is gone, or never was', () => {
    catalog = new DecidedCatalog([], [tombstoneOf(rain)]);

    expect(accept(github)).toMatchObject({ kind: 'gone' });
    expect(catalog.do({ kind: 'accept', id: 'unknown', by: github })).toEqual({ kind: 'unknown' });
  });

  it('does not evade the limit of services that were never verified', () => {
    const numbered = (i: number) =>
      aService({
        name: `Service ${String(i)}`,
        endpoint: `https://api${String(i)}.example.com`,
        owner: 'github:1',
      });
    catalog = new DecidedCatalog([rain, ...Array.from({ length: maxUnverified }, (_, i) => numbered(i))]);
    offer('github:1');

    expect(accept(github)).toEqual({ kind: 'too_many_unverified' });
  });

  it('is made only if the service is as the new owner last saw it', () => {
    offer('github:1');
    const as = (isAsSeen: boolean): string =>
      catalog.do({ kind: 'accept', id: rain.id, by: github, isAsSeen: () => isAsSeen }).kind;

    expect(as(false)).toBe('outdated');
    expect(as(true)).toBe('changed');
  });
});
