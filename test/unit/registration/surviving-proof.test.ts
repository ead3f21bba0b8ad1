import { describe, expect, it } from 'vitest';
import type { ProofMethod } from '../../../src/domain/ownership/methods.ts';
import { evidenceOf } from '../../fixtures/proofs.ts';
import { survivingProof } from '../../../src/registration/update.ts';
import { otherWallet, registration } from '../../fixtures/registrations.ts';
import { aService } from '../../fixtures/services.ts';

const { x402Config } = registration;
const changes = {
  'a new name': { name: 'Rain' },
  'a new path': { endpoint: 'https://api.example.com/v2' },
  'a new port': { endpoint: 'https://api.example.com:8443/rain' },
  'a new host': { endpoint: 'https://api.example.net/rain' },
  'a new wallet': { x402Config: { ...x402Config, paymentAddress: otherWallet } },
  'a new network': { x402Config: { ...x402Config, network: 'base' } },
};

/** What each proof outlives. */
const outlived: Record<ProofMethod, readonly (keyof typeof changes)[]> = {
  wallet: ['a new name', 'a new path'],
  http: ['a new name', 'a new path', 'a new wallet', 'a new network'],
  dns: ['a new name', 'a new path', 'a new wallet', 'a new network'],
  repository: ['a new name', 'a new path', 'a new wallet', 'a new network'],
};

describe('a proof', () => {
  const cases = (Object.keys(outlived) as ProofMethod[]).flatMap((method) =>
    (Object.keys(changes) as (keyof typeof changes)[]).map((what) => ({
      method,
      what,
      verb: outlived[method].includes(what) ? 'outlives' : 'ends with',
    })),
  );

  it.each(cases)('by $method $verb $what', ({ method, what, verb }) => {
    const evidence = evidenceOf(method, aService()) ?? '';
    const proof = { method, at: '2026-01-31T12:00:00.000Z', evidence };
    const was = aService({ owner: 'acme', proof });

    expect(survivingProof(was, { ...was, ...changes[what] })).toBe(verb === 'outlives' ? proof : undefined);
  });

  it('does not come out of nothing', () => {
    const was = aService({ owner: 'acme' });

    expect(survivingProof(was, { ...was, name: 'Rain' })).toBeUndefined();
  });
});
