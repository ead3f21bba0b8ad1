import { describe, expect, it } from 'vitest';
import type { ProofMethod } from '../../src/domain/owner.ts';
import { evidenceOf } from '../../src/domain/proof.ts';
import type { DeclaredService } from '../../src/domain/service.ts';
import { type ClaimAct, claimObstacle, corrected } from '../../src/registration/claim-act.ts';
import { aService } from '../fixtures/services.ts';

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

describe('a proven claim', () => {
  it.each(['wallet', 'http', 'dns'] as const)(
    'by %s prevails against nobody, and against no proof',
    (method) => {
      expect(claimObstacle(claim(method), service)).toBeUndefined();
      expect(claimObstacle(claim(method), owned())).toBeUndefined();
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
    expect(claimObstacle(claim(method), owned(other))).toBe(obstacle);
  });

  it('prevails against a proof that is gone, and against no other', () => {
    const against = (goneProof: ClaimAct['goneProof']) =>
      claimObstacle(claim('wallet', { goneProof }), owned('dns'));

    expect(against({ owner: 'former', at })).toBeUndefined();
    expect(against({ owner: 'former', at: '2026-02-02T00:00:00.000Z' })).toBe('proven');
    expect(against({ owner: 'other', at })).toBe('proven');
  });

  it('may replace the proof of its own owner, also by a weaker one', () => {
    expect(claimObstacle(claim('wallet'), { ...owned('dns'), owner: 'acme' })).toBeUndefined();
  });

  it.each([
    ['another endpoint at the same host', aService({ endpoint: 'https://api.example.com/other' })],
    ['another wallet', aService({ x402Config: { network: 'base', paymentAddress: `0x${'1'.repeat(40)}` } })],
  ])('is outdated once the service declares %s', (_what, now) => {
    expect(claimObstacle(claim('wallet'), now)).toBe('outdated');
  });

  it('is not outdated by the wallet that it corrects', () => {
    const paymentAddress = '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359';
    const proof = proofOf('wallet', corrected(service, { paymentAddress }));

    expect(claimObstacle(claim('wallet', { proof, paymentAddress }), service)).toBeUndefined();
    expect(claimObstacle(claim('wallet', { proof }), service)).toBe('outdated');
  });
});
