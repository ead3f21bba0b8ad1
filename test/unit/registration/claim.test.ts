import { describe, expect, it } from 'vitest';
import type { ProofMethod } from '../../../src/domain/ownership/methods.ts';
import { evidenceOf } from '../../fixtures/proofs.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import type { ClaimAct } from '../../../src/registration/act.ts';
import { claimRefusal, corrected } from '../../../src/registration/claim.ts';
import { DecidedCatalog, faultsIn } from '../../fixtures/decided-catalog.ts';
import { aService, tombstoneOf } from '../../fixtures/services.ts';
import { aLiveCatalog } from '../../support/live-catalog.ts';

const at = '2026-02-01T00:00:00.000Z';
const service = aService();

function proofOf(method: ProofMethod, about: DeclaredService = service) {
  return { method, at, evidence: evidenceOf(method, about) ?? '' };
}

function owned(method?: ProofMethod): DeclaredService {
  return { ...service, owner: 'former', ...(method ? { proof: proofOf(method) } : {}) };
}

function claim(method: ProofMethod, changes: Partial<ClaimAct> = {}): ClaimAct {
  const { id, endpoint } = service;
  return { kind: 'claim', id, endpoint, by: { owner: 'acme' }, proof: proofOf(method), ...changes };
}

/** Why a claim is refused. */
const refusal = (act: ClaimAct, of: DeclaredService) => claimRefusal(act, of)?.kind;

describe('a proven claim', () => {
  it.each(['wallet', 'http', 'dns'] as const)(
    'by %s prevails against nobody, and against no proof',
    (method) => {
      expect(refusal(claim(method), service)).toBeUndefined();
      expect(refusal(claim(method), owned())).toBeUndefined();
    },
  );

  it.each([
    ['wallet', 'wallet', 'proven'],
    ['wallet', 'http', 'proven'],
    ['wallet', 'dns', 'proven'],
    ['http', 'wallet', undefined],
    ['http', 'http', 'proven'],
    ['http', 'dns', 'proven'],
    ['dns', 'wallet', undefined],
    ['dns', 'http', 'proven'],
    ['dns', 'dns', 'proven'],
  ] as const)('by %s against a proof by %s: %s', (method, other, obstacle) => {
    expect(refusal(claim(method), owned(other))).toBe(obstacle);
  });

  it('by a repository, which anybody can call the homepage of, takes a listing from nobody else', () => {
    const proof = { method: 'repository', at, evidence: 'https://github.com/acme/rain/blob/0/x' } as const;

    expect(refusal(claim('repository', { proof }), service)).toBeUndefined();
    expect(refusal(claim('repository', { proof }), { ...owned(), owner: 'acme' })).toBeUndefined();
    expect(refusal(claim('repository', { proof }), owned())).toBe('proven');
    expect(refusal(claim('repository', { proof }), owned('wallet'))).toBe('proven');
  });

  it('prevails against a proof that is gone, and against no other', () => {
    const against = (goneProof: ClaimAct['goneProof']) =>
      refusal(claim('wallet', { goneProof }), owned('dns'));

    expect(against({ owner: 'former', at })).toBeUndefined();
    expect(against({ owner: 'former', at: '2026-02-02T00:00:00.000Z' })).toBe('proven');
    expect(against({ owner: 'other', at })).toBe('proven');
  });

  it('may replace the proof of its own owner, also by a weaker one', () => {
    expect(refusal(claim('wallet'), { ...owned('dns'), owner: 'acme' })).toBeUndefined();
  });

  it.each([
    ['another endpoint at the same host', aService({ endpoint: 'https://api.example.com/other' })],
    ['another wallet', aService({ x402Config: { network: 'base', paymentAddress: `0x${'1'.repeat(40)}` } })],
  ])('is outdated once the service declares %s', (_what, now) => {
    expect(refusal(claim('wallet'), now)).toBe('outdated');
  });

  it('is not outdated by the wallet that it corrects', () => {
    const paymentAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const proof = proofOf('wallet', corrected(service, { paymentAddress }));

    expect(refusal(claim('wallet', { proof, paymentAddress }), service)).toBeUndefined();
    expect(refusal(claim('wallet', { proof }), service)).toBe('outdated');
  });
});

describe('a service that is claimed', () => {
  const arranged = {
    ...owned(),
    repository: '7',
    maintainers: ['helper'],
    transfer: { to: 'buyer', until: '2026-03-01T00:00:00.000Z' },
  };

  it('keeps nothing that its former owner arranged', async () => {
    const { committer, store } = aLiveCatalog([arranged]);
    const outcome = await committer.submit(claim('http', { by: { owner: 'acme' } }));
    const { declared } = store.snapshot.find(service.id) ?? {};

    expect(outcome.kind).toBe('changed');
    expect(declared).toMatchObject({ owner: 'acme', proof: proofOf('http'), createdAt: service.createdAt });
    expect([declared?.repository, declared?.maintainers, declared?.transfer]).toEqual(
      Array(3).fill(undefined),
    );
    expect(Date.parse(declared?.updatedAt ?? '')).toBeGreaterThan(Date.parse(service.updatedAt));
  });

  it.each(['wallet', 'http', 'dns'] as const)(
    'does not become that of a maintainer, whose proof by %s may be of its own making',
    async (method) => {
      const { committer } = aLiveCatalog([{ ...arranged, proof: undefined }]);

      expect(await committer.submit(claim(method, { by: { owner: 'helper' } }))).toEqual({
        kind: 'forbidden',
        why: 'maintainer',
        owner: 'former',
      });
    },
  );

  it('keeps its maintainers when its own owner claims it', async () => {
    const { committer, store } = aLiveCatalog([arranged]);
    await committer.submit(claim('http', { by: { owner: 'former', repository: '7' } }));

    expect(store.snapshot.find(service.id)?.declared).toMatchObject({
      owner: 'former',
      repository: '7',
      maintainers: ['helper'],
    });
  });
});

describe('a removed service that is claimed', () => {
  it('is listed again for the claimant', () => {
    const catalog = new DecidedCatalog([], [tombstoneOf(owned())]);

    expect(catalog.do(claim('http'))).toMatchObject({ kind: 'changed' });
    expect(catalog.service(service)).toMatchObject({ owner: 'acme', proof: proofOf('http') });
  });

  it('is not where the operator removed it, or another service has the endpoint', () => {
    const removed = tombstoneOf(owned());
    const heir = aService({ name: 'Heir' });

    expect(new DecidedCatalog([], [{ ...removed, byOperator: true }]).do(claim('http'))).toMatchObject({
      kind: 'forbidden',
      why: 'by_operator',
    });
    expect(new DecidedCatalog([heir], [removed]).do(claim('http'))).toEqual({ kind: 'listed', id: heir.id });
  });

  it('is not where the operator removed another service at its endpoint since', () => {
    const heir = tombstoneOf(aService({ name: 'Heir' }), { deletedAt: at });
    const claimed = (since: Partial<Tombstone>) =>
      new DecidedCatalog([], [tombstoneOf(owned()), { ...heir, ...since }]).do(claim('http'));

    expect(claimed({ byOperator: true })).toMatchObject({ kind: 'forbidden', why: 'by_operator' });
    expect(claimed({ owner: 'other' }).kind).toBe('changed');
  });

  it('is not where it breaks the rules by now', () => {
    const catalog = new DecidedCatalog([], [tombstoneOf({ ...owned(), category: 'gone' })]);

    expect(faultsIn(catalog.do(claim('http')))).toEqual(['/category category_unknown']);
  });
});

describe('a proof that is ended', () => {
  it('leaves the owner, and any other proof', async () => {
    const listed = owned('dns');
    const { committer, store } = aLiveCatalog([listed]);
    const proof = () => store.snapshot.find(service.id)?.declared.proof;
    const { evidence } = proofOf('dns');

    await committer.submit({ kind: 'end_proof', id: service.id, evidence, at: '2026-02-02T00:00:00.000Z' });
    await committer.submit({ kind: 'end_proof', id: service.id, evidence: '_tollbook.example.org', at });
    expect(proof()).toEqual(proofOf('dns'));
    await committer.submit({ kind: 'end_proof', id: service.id, evidence, at });
    expect(proof()).toBeUndefined();
    expect(store.snapshot.find(service.id)?.declared.owner).toBe('former');
  });
});
