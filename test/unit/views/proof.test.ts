import { describe, expect, it } from 'vitest';
import type { ProofMethod } from '../../../src/domain/ownership/methods.ts';
import type { LookRecord } from '../../../src/domain/proof.ts';
import { evidenceOf } from '../../fixtures/proofs.ts';
import { proofView } from '../../../src/views/proof.ts';
import { aService } from '../../fixtures/services.ts';

const at = '2026-02-01T00:00:00.000Z';
const later = '2026-02-03T00:00:00.000Z';

function proven(method: ProofMethod) {
  const service = aService({ owner: 'acme' });

  return { ...service, proof: { method, at, evidence: evidenceOf(method, service) ?? '' } };
}

function look(misses: number): LookRecord {
  const { evidence } = proven('dns').proof;

  return { evidence, heldAt: new Date(later), lookedAt: new Date('2026-02-05T00:00:00.000Z'), misses };
}

describe('the proof of a service', () => {
  it('is null without one', () => {
    expect(proofView(aService({ owner: 'acme' }), undefined, undefined)).toBeNull();
  });

  it.each(['wallet', 'http', 'dns'] as const)('by %s holds since it was made', (method) => {
    const { evidence } = proven(method).proof;

    expect(proofView(proven(method), undefined, undefined)).toEqual({
      method,
      at,
      evidence,
      heldAt: at,
      state: 'holds',
    });
  });

  it.each([
    [0, 'holds'],
    [1, 'holds'],
    [2, 'stale'],
    [20, 'stale'],
  ])('by host is, after %i misses, %s, and says when it last held', (misses, state) => {
    expect(proofView(proven('dns'), look(misses), undefined)).toMatchObject({ heldAt: later, state });
  });

  it.each([
    ['which pays the declared wallet', later, true, later, 'holds'],
    ['which pays another wallet', later, false, at, 'stale'],
    ['which does not tell', later, null, at, 'holds'],
    ['which was read before', at, false, at, 'holds'],
  ])('by wallet follows the last 402, %s', (_what, readAt, isToWallet, heldAt, state) => {
    const live = { at: new Date(readAt), isToWallet };

    expect(proofView(proven('wallet'), undefined, live)).toMatchObject({ heldAt, state });
  });
});
