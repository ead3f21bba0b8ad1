import { describe, expect, it } from 'vitest';
import type { Requester } from '../../../src/registration/act.ts';
import { forbidden, serviceFor } from '../../../src/registration/rights.ts';
import { aService, aSnapshot, anEntry, tombstoneOf } from '../../fixtures/services.ts';

const owned = aService({ owner: 'github:1', maintainers: ['acme', 'github:2'] });
const byWorkflow = aService({ owner: 'github:1', repository: '5' });
const unowned = aService();

describe('an owner’s right', () => {
  it.each<[string, Requester, typeof owned, string | undefined]>([
    ['has the owner', { owner: 'github:1' }, owned, undefined],
    ['has the owner, also of what a workflow listed', { owner: 'github:1' }, byWorkflow, undefined],
    ['has the workflow that listed it', { owner: 'github:1', repository: '5' }, byWorkflow, undefined],
    ['lacks another workflow', { owner: 'github:1', repository: '6' }, byWorkflow, 'not_repository'],
    [
      'lacks a workflow that did not list it',
      { owner: 'github:1', repository: '5' },
      owned,
      'not_repository',
    ],
    ['lacks another owner', { owner: 'github:2' }, owned, 'not_owner'],
    [
      'lacks another owner with the same repository',
      { owner: 'x', repository: '5' },
      byWorkflow,
      'not_owner',
    ],
    ['lacks everybody where nobody owns it', { owner: 'acme' }, unowned, 'unowned'],
    ['has the operator', 'operator', owned, undefined],
    ['has the operator where nobody owns it', 'operator', unowned, undefined],
  ])('%s', (_who, by, service, why) => {
    expect(forbidden(by, service)).toBe(why);
  });
});

describe('the service of an act', () => {
  const entry = anEntry(owned);
  const catalog = aSnapshot([entry]);
  const { id } = owned;

  it.each<[string, Requester, 'owner' | 'maintainers', string]>([
    ['its owner', { owner: 'github:1' }, 'owner', 'found'],
    ['its owner', { owner: 'github:1' }, 'maintainers', 'found'],
    ['a maintainer', { owner: 'acme' }, 'maintainers', 'found'],
    ['a maintainer', { owner: 'acme' }, 'owner', 'maintainer'],
    ['any workflow of a maintainer', { owner: 'github:2', repository: '9' }, 'maintainers', 'found'],
    ['somebody else', { owner: 'github:3' }, 'maintainers', 'not_owner'],
    ['the operator', 'operator', 'owner', 'found'],
  ])('is for %s, in the role of %s %s: %s', (_who, by, role, expected) => {
    const found = serviceFor({ id, by }, catalog, role);

    if (expected === 'found') expect(found).toEqual({ entry });
    else expect(found).toEqual({ refusal: { kind: 'forbidden', why: expected, owner: 'github:1' } });
  });

  it('is refused where it is gone, or never was', () => {
    const tombstone = tombstoneOf(owned);
    const by = { owner: 'github:1' };

    expect(serviceFor({ id, by }, aSnapshot([], [tombstone]), 'owner')).toEqual({
      refusal: { kind: 'gone', tombstone },
    });
    expect(serviceFor({ id: '__proto__', by }, catalog, 'owner')).toEqual({ refusal: { kind: 'unknown' } });
  });

  it('is refused where it is not as the requester saw it, but not to who has no right', () => {
    const isAsSeen = (): boolean => false;

    expect(serviceFor({ id, by: { owner: 'github:1' }, isAsSeen }, catalog, 'owner')).toEqual({
      refusal: { kind: 'outdated' },
    });
    expect(serviceFor({ id, by: { owner: 'x' }, isAsSeen }, catalog, 'owner')).toMatchObject({
      refusal: { kind: 'forbidden' },
    });
  });
});
