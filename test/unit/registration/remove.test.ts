import { beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../../src/domain/owner.ts';
import { unobserved } from '../../../src/domain/service.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import type { Outcome, Requester } from '../../../src/registration/act.ts';
import { maxUnverified, maxUnverifiedAtHost } from '../../../src/registration/listings.ts';
import { DecidedCatalog, faultsIn } from '../../fixtures/decided-catalog.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { aService, anEntry, servicesAt, tombstoneOf } from '../../fixtures/services.ts';

const acme = { owner: 'acme' };
const proof = {
  method: 'dns',
  at: '2026-01-31T12:00:00.000Z',
  evidence: '_tollbook.api.example.com',
} as const;
const rain = aService({
  owner: 'acme',
  proof,
  maintainers: ['github:9919'],
  transfer: { to: 'github:1', until: '2026-03-01T00:00:00.000Z' },
});
const { transfer: _transfer, ...withdrawn } = rain;

let catalog: DecidedCatalog;

beforeEach(() => {
  catalog = new DecidedCatalog([rain]);
});

const remove = (by: Requester = acme): Outcome => catalog.do({ kind: 'remove', id: rain.id, by });
const restore = (by: Requester = acme): Outcome => catalog.do({ kind: 'restore', id: rain.id, by });

describe('a removal', () => {
  it('leaves a tombstone that holds all but an open offer', () => {
    const { id, name, endpoint, owner } = rain;
    const tombstone = {
      id,
      name,
      endpoint,
      owner,
      deletedAt: '2026-02-01T12:00:00.000Z',
      service: withdrawn,
    };

    expect(remove()).toEqual({ kind: 'removed', tombstone });
    expect(catalog.snapshot.tombstone(id)).toEqual(tombstone);
    expect(catalog.snapshot.find(id)).toBeUndefined();
  });

  it('by the operator says so, with its reason', () => {
    const outcome = catalog.do({ kind: 'remove', id: rain.id, by: 'operator', reason: ' Fraud. ' });

    expect(outcome).toMatchObject({ tombstone: { byOperator: true, reason: 'Fraud.' } });
  });

  it('by the operator has a reason even if none was given', () => {
    expect(remove('operator')).toMatchObject({
      tombstone: { byOperator: true, reason: 'The operator removed it.' },
    });
  });

  it('is refused for a reason that is no line of text', () => {
    const outcome = catalog.do({ kind: 'remove', id: rain.id, by: 'operator', reason: 'a\nb' });

    expect(faultsIn(outcome)).toEqual(['/reason text_hidden_character']);
    expect(catalog.service(rain)).toEqual(rain);
  });

  it('comes after the last change even if the clock was set back', () => {
    catalog.now = new Date('2020-01-01T00:00:00.000Z');

    expect(remove()).toMatchObject({ tombstone: { deletedAt: '2026-01-31T12:00:00.001Z' } });
  });

  it('can be made once', () => {
    remove();

    expect(remove()).toMatchObject({ kind: 'gone', tombstone: { id: rain.id } });
    expect(remove({ owner: 'github:1' })).toMatchObject({ kind: 'gone' });
  });

  it('frees one place among the services of its owner', () => {
    remove();

    expect(catalog.snapshot.idsOf('acme')).toEqual([]);
  });
});

describe('a restoration', () => {
  it('lists the service as it was, but unverified until it is seen', () => {
    remove();
    catalog.wait({ days: 3 });

    expect(restore()).toEqual({
      kind: 'changed',
      entry: { declared: { ...withdrawn, updatedAt: '2026-02-04T12:00:00.000Z' }, observed: unobserved },
    });
    expect(catalog.snapshot.tombstone(rain.id)).toBeUndefined();
    expect(catalog.snapshot.idsOf('acme')).toEqual([rain.id]);
  });

  it('can be made for 30 days', () => {
    remove();
    catalog.wait({ days: 30 });
    const inTime = restore();
    expect(inTime.kind).toBe('changed');

    catalog.wait({ days: 1 });
    remove();
    catalog.wait({ days: 30, ms: 1 });
    expect(restore()).toMatchObject({ kind: 'expired', tombstone: { id: rain.id } });
    expect(restore('operator').kind).toBe('changed');
  });

  it.each<[string, Actor]>([
    ['another owner', { owner: 'github:1' }],
    ['a maintainer', { owner: 'github:9919' }],
  ])('is not for %s', (_who, by) => {
    remove();

    expect(restore(by)).toEqual({ kind: 'forbidden', why: 'not_owner', owner: 'acme' });
  });

  it('names no maintainer who changed the service before', () => {
    catalog = new DecidedCatalog([], [tombstoneOf({ ...rain, updatedBy: 'github:9919' })]);

    restore();
    expect(catalog.service(rain).updatedBy).toBeUndefined();
  });

  it('of what the operator removed is for the operator alone', () => {
    remove('operator');

    expect(restore()).toEqual({ kind: 'forbidden', why: 'by_operator', owner: 'acme' });
    expect(restore('operator').kind).toBe('changed');
  });

  it('of what a workflow listed is for that workflow, and for its owner without one', () => {
    const listed = aService({ owner: 'github:1', repository: '5' });
    catalog = new DecidedCatalog([], [tombstoneOf(listed)]);

    expect(restore({ owner: 'github:1', repository: '6' })).toMatchObject({ why: 'not_repository' });
    expect(restore({ owner: 'github:1', repository: '5' }).kind).toBe('changed');
    catalog = new DecidedCatalog([], [tombstoneOf(listed)]);
    expect(restore({ owner: 'github:1' }).kind).toBe('changed');
  });

  it('is refused while another service has the endpoint', () => {
    remove();
    const { endpoint } = rain;
    const heir = catalog.do({ kind: 'register', input: aRegistration({ endpoint }), by: acme });
    const id = heir.kind === 'created' ? heir.entry.declared.id : '';
    expect(id).not.toBe(rain.id);
    expect(restore()).toEqual({ kind: 'listed', id });

    catalog.do({ kind: 'update', id, by: acme, patch: { endpoint: 'https://new.example.com' } });
    expect(restore().kind).toBe('changed');
    expect(catalog.snapshot.idAt(endpoint)).toBe(rain.id);
  });

  it.each([
    ['the operator removed', 'operator', { byOperator: true }],
    ['another owner withdrew', { owner: 'other' }, { owner: 'other' }],
  ] as const)('is refused while the endpoint is kept for what %s there since', (_what, by, kept) => {
    remove();
    const { endpoint } = rain;
    const heir = aService({ name: 'Heir', owner: by === 'operator' ? 'acme' : by.owner, endpoint });
    catalog = new DecidedCatalog([heir], [...catalog.snapshot.tombstones()]);
    catalog.do({ kind: 'remove', id: heir.id, by });

    expect(restore()).toMatchObject({ kind: 'reserved', tombstone: { id: heir.id, ...kept } });
    expect(restore('operator').kind).toBe('changed');
  });

  it('obeys the rules of its day', () => {
    catalog = new DecidedCatalog([], [tombstoneOf({ ...rain, category: 'gone' })]);

    expect(faultsIn(restore())).toEqual(['/category category_unknown']);
  });

  it('does not evade the limit of services that were never verified', () => {
    const owner = 'wallet:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
    const numbered = (i: number) =>
      aService({ name: `Service ${String(i)}`, endpoint: `https://api${String(i)}.example.com`, owner });
    const all = Array.from({ length: maxUnverified }, (_, i) => numbered(i));
    catalog = new DecidedCatalog(all, [tombstoneOf({ ...rain, owner })]);

    expect(restore({ owner })).toEqual({ kind: 'too_many_unverified' });
    catalog.do({ kind: 'remove', id: all[0]?.id ?? '', by: { owner } });
    expect(restore({ owner }).kind).toBe('changed');
  });

  it('does not evade the limit of a host', () => {
    const owner = 'github:1';
    catalog = new DecidedCatalog(servicesAt('api.example.com', maxUnverifiedAtHost), [
      tombstoneOf({ ...rain, endpoint: 'https://api.example.com/rain', owner }),
    ]);

    expect(restore({ owner })).toEqual({ kind: 'too_many_unverified', host: 'api.example.com' });
    expect(restore('operator').kind).toBe('changed');
  });

  it('of a listed service, or of none, says which', () => {
    expect(restore().kind).toBe('not_removed');
    expect(catalog.do({ kind: 'restore', id: 'unknown', by: acme }).kind).toBe('unknown');
  });

  it('is over at once where only the name of the service is known', () => {
    const { service: _service, ...stone } = tombstoneOf(rain);
    catalog = new DecidedCatalog([], [stone]);

    expect(restore().kind).toBe('expired');
    expect(restore('operator').kind).toBe('expired');
  });

  it('is made only if the service is as its owner last saw it', () => {
    remove();
    const as = (isAsSeen: boolean): string =>
      catalog.do({ kind: 'restore', id: rain.id, by: acme, isAsSeen: () => isAsSeen }).kind;

    expect(as(false)).toBe('outdated');
    expect(as(true)).toBe('changed');
  });
});

describe('committing a tombstone', () => {
  const grave = tombstoneOf(rain);
  const bury = (tombstone: Tombstone): Outcome => catalog.do({ kind: 'bury', tombstone });
  const commits = (tombstone: Tombstone): boolean => {
    const before = catalog.snapshot.tombstone(rain.id);
    bury(tombstone);
    return catalog.snapshot.tombstone(rain.id) !== before;
  };

  it('keeps what is left of a service that is gone', () => {
    catalog = new DecidedCatalog();

    expect(bury(grave)).toEqual({ kind: 'removed', tombstone: grave });
    expect(catalog.snapshot.tombstone(rain.id)).toBe(grave);
  });

  it('does nothing where the service came back', () => {
    bury(grave);

    expect(catalog.service(rain)).toEqual(anEntry(rain).declared);
    expect(catalog.snapshot.tombstone(rain.id)).toBeUndefined();
  });

  it('commits the tombstone that is shown already, but replaces none of another removal', () => {
    catalog = new DecidedCatalog([], [grave]);
    expect(commits({ ...grave })).toBe(true);

    expect(commits({ ...grave, deletedAt: '2026-02-01T00:00:00.000Z' })).toBe(false);
  });
});
