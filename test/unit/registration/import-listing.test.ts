import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../fixtures/proofs.ts';
import { readServiceFile } from '../../../src/domain/read-service-file.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { printServiceFile, serviceFilePath } from '../../../src/domain/service-file.ts';
import type { Outcome } from '../../../src/registration/act.ts';
import { goneReason, importListing } from '../../../src/registration/import-listing.ts';
import { listings } from '../../../src/registration/listings.ts';
import { DecidedCatalog } from '../../fixtures/decided-catalog.ts';
import { aRegistration, otherWallet, priced, registration, wallet } from '../../fixtures/registrations.ts';
import { aService } from '../../fixtures/services.ts';

const from = 'https://catalog.example.com/discovery/resources';
const imported = aService({ imported: { from } });

/** Decides an import, and applies what it changes. */
function take(
  catalog: DecidedCatalog,
  input: unknown,
  source = from,
): { outcome: Outcome; put: readonly DeclaredService[] } {
  const rules = { policy: catalog.policy, now: catalog.now };
  const decision = importListing({ input, from: source }, listings(catalog.snapshot, catalog.rejects), rules);
  catalog.snapshot = catalog.snapshot.declare(decision.put);
  return decision;
}

describe('an import', () => {
  it('lists what is new, and says where it found it', () => {
    const catalog = new DecidedCatalog();
    const offers = [{ method: 'GET', network: 'base', pricing: registration.pricing }];

    const { outcome, put } = take(catalog, { ...registration, offers, request: { method: 'GET' } });
    expect(outcome.kind).toBe('created');
    expect(put).toMatchObject([
      { endpoint: registration.endpoint, imported: { from }, offers, request: { method: 'GET' } },
    ]);
    expect(put[0]).not.toHaveProperty('owner');
  });

  it('makes files that read back', () => {
    const [service] = take(new DecidedCatalog(), registration).put;
    const path = serviceFilePath(service?.id ?? '');
    const text = service ? printServiceFile(service) : '';

    expect(readServiceFile(path, text, { allowInsecure: false }, { hasCategory: () => true })).toEqual({
      value: service,
    });
  });

  it('changes nothing where the source says the same again', () => {
    const catalog = new DecidedCatalog();
    take(catalog, registration);
    catalog.wait({ days: 1 });

    expect(take(catalog, registration)).toMatchObject({ outcome: { kind: 'changed' }, put: [] });
  });

  it('takes over what the source changed, and what it left out', () => {
    const catalog = new DecidedCatalog();
    take(catalog, { ...registration, request: { method: 'GET', query: { city: 'Bergen' } } });
    catalog.wait({ days: 1 });

    const { put } = take(catalog, priced({ pricePerRequest: '0.02' }));
    expect(put).toMatchObject([
      {
        pricing: { pricePerRequest: '0.02' },
        createdAt: '2026-02-01T12:00:00.000Z',
        updatedAt: '2026-02-02T12:00:00.000Z',
      },
    ]);
    expect(put[0]).not.toHaveProperty('request');
  });

  it('keeps what only this catalog knows', () => {
    const catalog = new DecidedCatalog([
      { ...imported, probing: false, pricing: { ...imported.pricing, freeQuota: 5 }, maintainers: ['acme'] },
    ]);

    expect(take(catalog, priced({ pricePerRequest: '0.02' })).put).toMatchObject([
      { probing: false, pricing: { pricePerRequest: '0.02', freeQuota: 5 }, maintainers: ['acme'] },
    ]);
  });

  it('obeys the rules for registrations', () => {
    expect(take(new DecidedCatalog(), aRegistration({ endpoint: 'https://10.0.0.1' }))).toMatchObject({
      outcome: { kind: 'refused', problems: [{ code: 'endpoint_not_public' }] },
      put: [],
    });
  });

  it.each<readonly [whose: string, service: DeclaredService]>([
    ['somebody registered', aService({ owner: 'acme' })],
    ['nobody owns', aService()],
    [
      'another source lists',
      aService({ imported: { from: 'https://other.example.com/discovery/resources' } }),
    ],
    [
      'the import made, and an owner claimed since',
      aService({ imported: { from }, owner: 'wallet:0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' }),
    ],
  ])('never touches a listing that %s', (_whose, service) => {
    expect(take(new DecidedCatalog([service]), priced({ pricePerRequest: '9' }))).toMatchObject({
      outcome: { kind: 'listed', id: service.id },
      put: [],
    });
  });

  it('never touches a file that cannot be read', () => {
    const catalog = new DecidedCatalog();
    catalog.rejects.set(serviceFilePath(aService().id), []);

    expect(take(catalog, registration).outcome.kind).toBe('listed');
  });
});

describe('a listing that an import made', () => {
  it('is out of its reach once its owner has claimed it', () => {
    const catalog = new DecidedCatalog();
    const [service] = take(catalog, registration).put;
    const { id = '', endpoint = '' } = service ?? {};
    const evidence = service ? evidenceOf('http', service) : undefined;
    const proof = { method: 'http', at: '2026-02-01T12:00:00.000Z', evidence: evidence ?? '' } as const;
    expect(catalog.do({ kind: 'claim', id, by: { owner: 'acme' }, proof, endpoint }).kind).toBe('changed');
    expect(take(catalog, priced({ pricePerRequest: '9' })).outcome.kind).toBe('listed');
  });

  it('still says where it was found after its owner changed it', () => {
    const catalog = new DecidedCatalog([{ ...imported, owner: 'acme' }]);
    catalog.do({ kind: 'update', id: imported.id, by: { owner: 'acme' }, patch: { name: 'Radar' } });

    expect(catalog.service(imported)).toMatchObject({ name: 'Radar', imported: { from } });
  });

  it('cannot be named one by its owner', () => {
    const catalog = new DecidedCatalog([aService({ owner: 'acme' })]);
    const patch = { imported: { from } };

    expect(catalog.do({ kind: 'update', id: imported.id, by: { owner: 'acme' }, patch }).kind).toBe(
      'refused',
    );
  });

  it('comes back where the import itself removed it, as the source has it now', () => {
    const catalog = new DecidedCatalog([imported]);
    catalog.do({ kind: 'remove', id: imported.id, by: 'operator', reason: goneReason(from) });
    catalog.wait({ days: 1 });

    expect(take(catalog, priced({ pricePerRequest: '0.02' }))).toMatchObject({
      outcome: { kind: 'changed' },
      put: [{ id: imported.id, createdAt: imported.createdAt, pricing: { pricePerRequest: '0.02' } }],
    });
  });

  it.each([
    ['for another reason', 'Fraud.', from],
    ['because another source lists it no more', goneReason('https://other.example.com/'), from],
  ])('stays removed where the operator removed it %s', (_why, reason, source) => {
    const catalog = new DecidedCatalog([imported]);
    catalog.do({ kind: 'remove', id: imported.id, by: 'operator', reason });

    expect(take(catalog, registration, source).outcome.kind).toBe('reserved');
  });

  it('stays removed where the operator removed it, however long ago that was', () => {
    const catalog = new DecidedCatalog([imported]);
    catalog.do({ kind: 'remove', id: imported.id, by: 'operator', reason: 'Fraud.' });
    catalog.wait({ days: 400 });

    expect(take(catalog, registration).outcome.kind).toBe('reserved');
  });

  it('may be listed by another source 30 days after it was gone at its own', () => {
    const catalog = new DecidedCatalog([imported]);
    catalog.do({ kind: 'remove', id: imported.id, by: 'operator', reason: goneReason(from) });
    catalog.wait({ days: 31 });

    expect(take(catalog, registration, 'https://other.example.com/').outcome.kind).toBe('created');
  });

  it('may change its wallet, as its source does', () => {
    const catalog = new DecidedCatalog([imported]);
    const x402Config = { ...registration.x402Config, paymentAddress: otherWallet };

    expect(imported.x402Config.paymentAddress).toBe(wallet);
    expect(take(catalog, aRegistration({ x402Config })).put).toMatchObject([{ x402Config }]);
  });
});
