import { describe, expect, it } from 'vitest';
import { type Observed, unobserved } from '../../../src/domain/service.ts';
import {
  hasTooManyUnverified,
  listings,
  maxUnverified,
  maxUnverifiedAtHost,
  tooManyUnverified,
} from '../../../src/registration/listings.ts';
import { aService, aSnapshot, anEntry, servicesAt } from '../../fixtures/services.ts';

it('listings contain the services of the snapshot and the ids of rejected files', () => {
  const service = aService();
  const rejects = new Map([['services/ab/broken-abcdefgh.json', []]]);

  const catalog = listings(aSnapshot([anEntry(service)]), rejects);
  expect(catalog.find(service.id)?.declared).toEqual(service);
  expect(catalog.idAt(service.endpoint)).toBe(service.id);
  expect(catalog.isRejected(service.id)).toBe(false);
  expect(catalog.isRejected('broken-abcdefgh')).toBe(true);
  expect(catalog.isRejected('other-abcdefgh')).toBe(false);
  expect(catalog.hasCategory('ai-inference')).toBe(true);
  expect(catalog.hasCategory('other')).toBe(false);
  expect(catalog.idOfLabel?.(' ai INFERENCE & agents ')).toBe('ai-inference');
});

describe('an owner has too many services that were never verified', () => {
  const owner = 'wallet:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const entries = (count: number, observed: Partial<Observed> = {}, of = owner) =>
    Array.from({ length: count }, (_, i) =>
      anEntry({ endpoint: `https://api${String(i)}.example.com`, owner: of }, observed),
    );
  const window = { ...unobserved.facts.window, verified: 1 };

  it.each([
    [true, 'at the limit', entries(maxUnverified)],
    [false, 'below it', entries(maxUnverified - 1)],
    [false, 'when they are verified', entries(maxUnverified, { status: 'verified' })],
    [
      false,
      'when they were verified lately',
      entries(maxUnverified, { status: 'inactive', facts: { ...unobserved.facts, window } }),
    ],
    [true, 'when they are inactive', entries(maxUnverified, { status: 'inactive' })],
    [false, 'when they are of somebody else', entries(maxUnverified, {}, 'github:1')],
  ])('is %s %s', (expected, _when, all) => {
    expect(hasTooManyUnverified(owner, listings(aSnapshot(all), new Map()))).toBe(expected);
  });

  it('never, when the operator named it', () => {
    const catalog = listings(aSnapshot(entries(50, {}, 'acme')), new Map());

    expect(hasTooManyUnverified('acme', catalog)).toBe(false);
  });
});

describe('a host has too many services that were never verified', () => {
  const host = 'api.example.com';
  const owner = 'wallet:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  const all = servicesAt(host, maxUnverifiedAtHost);
  const full = all.map((service) => anEntry(service));
  const but = (more: Parameters<typeof anEntry>[0], observed: Partial<Observed> = {}) => [
    ...full.slice(1),
    anEntry({ ...all[0], ...more }, observed),
  ];
  const proof = (method: 'wallet' | 'http') => ({ method, at: '2026-01-31T12:00:00.000Z', evidence: 'seen' });
  const own = (method: 'wallet' | 'http', at = host) =>
    anEntry({ endpoint: `https://${at}/own`, owner, proof: proof(method) });

  it.each([
    [host, 'at the limit', full],
    [undefined, 'below it', full.slice(1)],
    [undefined, 'when one was verified', but({}, { status: 'verified' })],
    [undefined, 'when one is at a subdomain', but({ endpoint: `https://a.${host}/` })],
    [undefined, 'when one is of an owner whom the operator named', but({ owner: 'acme' })],
    [undefined, 'when nobody owns one', but({ owner: undefined })],
    [undefined, 'for an owner who proved to hold the host', [...full, own('http')]],
    [host, 'for an owner who proved to hold another', [...full, own('http', `a.${host}`)]],
    [host, 'for an owner who proved to hold a wallet', [...full, own('wallet')]],
  ])('%s %s', (expected, _when, entries) => {
    const catalog = listings(aSnapshot(entries), new Map());

    expect(tooManyUnverified(owner, `https://${host}/new`, catalog)?.host).toBe(expected);
    expect(tooManyUnverified(owner, 'https://b.example.com/new', catalog)).toBeUndefined();
  });

  it('for nobody whom the operator named', () => {
    const catalog = listings(aSnapshot(full), new Map());

    expect(tooManyUnverified('acme', `https://${host}/new`, catalog)).toBeUndefined();
  });
});
