import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OwnerId } from '../../../src/domain/owner.ts';
import { proofMethods, proofRules } from '../../../src/domain/ownership/methods.ts';
import {
  stillHolds,
  isStale,
  lookAmong,
  type LookRecord,
  ownerLine,
  recordOf,
} from '../../../src/domain/proof.ts';
import { evidenceOf } from '../../fixtures/proofs.ts';
import { walletOf } from '../../../src/domain/signer.ts';

const evm = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
const stellar = 'GBXFXNDLV4LSWA4VB7YIL5GBD7BVNR22SGBTDKMO2SBZZHDXSKZYCP7L';
const solana = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';

function service(endpoint: string, network = 'base', paymentAddress = evm) {
  return { endpoint, x402Config: { network, paymentAddress } };
}

describe('the evidence of a proof', () => {
  it.each([
    ['base', evm, `eip155:8453:${evm}`],
    ['eip155:8453', evm.toLowerCase(), `eip155:8453:${evm}`],
    ['eip155:480', `0x${evm.slice(2).toUpperCase()}`, `eip155:480:${evm}`],
    ['solana', solana, `solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`],
    ['stellar:pubnet', stellar, `stellar:pubnet:${stellar}`],
    ['nowhere', evm, undefined],
  ])('by wallet, on %s to %s, is %s', (network, address, expected) => {
    expect(evidenceOf('wallet', service('https://api.example.com', network, address))).toBe(expected);
  });

  it.each([
    ['https://api.example.com/v1/rain', 'https://api.example.com/.well-known/tollbook.txt'],
    ['https://api.example.com:8443/v1', 'https://api.example.com:8443/.well-known/tollbook.txt'],
    ['http://127.0.0.1:4021', 'http://127.0.0.1:4021/.well-known/tollbook.txt'],
    ['https://[2606:4700::1111]/v1', 'https://[2606:4700::1111]/.well-known/tollbook.txt'],
    ['no url', undefined],
  ])('by http, for %s, is the file at its origin', (endpoint, expected) => {
    expect(evidenceOf('http', service(endpoint))).toBe(expected);
  });

  it.each([
    ['https://api.example.com:8443/v1/rain', '_tollbook.api.example.com'],
    ['https://127.1/v1', undefined],
    ['https://1.1.1.1', undefined],
    ['https://[2606:4700::1111]', undefined],
    ['no url', undefined],
  ])('by dns, for %s, is a name below its host, and none for an IP address', (endpoint, expected) => {
    expect(evidenceOf('dns', service(endpoint))).toBe(expected);
  });
});

describe('a proof', () => {
  const of = (method: (typeof proofMethods)[number], about = service('https://api.example.com:8443/v1')) => ({
    method,
    evidence: evidenceOf(method, about) ?? '',
  });

  it.each([
    // Of a repository, only a look can tell.
    ['another path', 'https://api.example.com:8443/v2', 'base', evm, ['wallet', 'http', 'dns', 'repository']],
    [
      'another letter case',
      'https://api.example.com:8443/v1',
      'base',
      evm.toLowerCase(),
      ['wallet', 'http', 'dns', 'repository'],
    ],
    [
      'another name of the network',
      'https://api.example.com:8443/v1',
      'eip155:8453',
      evm,
      ['wallet', 'http', 'dns', 'repository'],
    ],
    [
      'another wallet',
      'https://api.example.com:8443/v1',
      'base',
      `0x${'1'.repeat(40)}`,
      ['http', 'dns', 'repository'],
    ],
    ['another network', 'https://api.example.com:8443/v1', 'polygon', evm, ['http', 'dns', 'repository']],
    ['another port', 'https://api.example.com/v1', 'base', evm, ['wallet', 'dns', 'repository']],
    ['another host', 'https://api2.example.com:8443/v1', 'base', evm, ['wallet', 'repository']],
  ])(
    'is, after a change to %s, still about a service that it was made for',
    (_what, endpoint, network, address, still) => {
      const after = service(endpoint, network, address);

      expect(proofMethods.filter((method) => stillHolds(of(method), after))).toEqual(still);
    },
  );

  it('holds only for the method by which it was made', () => {
    const about = service('https://api.example.com');

    expect(stillHolds({ method: 'http', evidence: evidenceOf('dns', about) ?? '' }, about)).toBe(false);
  });

  it('by host outweighs one by wallet', () => {
    expect(proofRules('http').strength).toBe(proofRules('dns').strength);
    expect(proofRules('http').strength).toBeGreaterThan(proofRules('wallet').strength);
  });
});

describe('the wallet of an owner', () => {
  it.each([
    [`wallet:${evm}`, { family: 'eip155', address: evm, chain: undefined }],
    [`wallet:eip155:8453:${evm}`, { family: 'eip155', address: evm, chain: 'eip155:8453' }],
    [`wallet:${solana}`, { family: 'solana', address: solana, chain: undefined }],
    [`wallet:${stellar}`, { family: 'stellar', address: stellar, chain: undefined }],
    ['github:9919', undefined],
    ['acme', undefined],
    ['oidc:gitlab.com:1', undefined],
    [`wallet:solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:${solana}`, undefined],
    [`xwallet:${evm}`, undefined],
  ])('of %s is %j', (owner, wallet) => {
    expect(walletOf(owner)).toEqual(wallet);
  });
});

describe('a look for the line of an owner', () => {
  const line = ownerLine('github:9919', 'catalog.example.com');

  it('finds it among others', () => {
    expect(lookAmong(['# ours', line], line, 'line').result).toBe('found');
  });

  it.each([
    [`<p>${line}</p>`],
    [` ${line}`],
    [`${line} `],
    [`${line}\u0000`],
    [line.toUpperCase()],
    [ownerLine('github:9919', 'other.example.com')],
    [ownerLine('github:99190', 'catalog.example.com')],
    ['owner=.* catalog=.*'],
    [''],
  ])('does not take %j for it', (text) => {
    expect(lookAmong([text], line, 'line').result).toBe('missing');
  });

  it('takes no owner for a pattern', () => {
    expect(lookAmong(['owner=aXb catalog=h'], ownerLine('a.b', 'h'), 'line').result).toBe('missing');
  });

  it('quotes the line of another owner, shortened and visible', () => {
    const { seen } = lookAmong(['nothing', `owner=a\u202eb${'x'.repeat(5_000)}`], line, 'line');

    expect(seen).toContain('"owner=aU+202Eb');
    expect(seen.length).toBeLessThan(400);
  });
});

describe('the record of a proof', () => {
  const proof = { method: 'dns', at: '2026-02-01T00:00:00.000Z', evidence: '_tollbook.example.com' } as const;
  const last: LookRecord = {
    evidence: proof.evidence,
    heldAt: new Date('2026-02-02T00:00:00.000Z'),
    lookedAt: new Date('2026-02-04T00:00:00.000Z'),
    misses: 2,
  };

  it('is that of the last look', () => {
    expect(recordOf(proof, last)).toBe(last);
    expect(isStale(last)).toBe(true);
    expect(isStale({ misses: 1 })).toBe(false);
  });

  it.each([
    ['before any look', undefined],
    ['of another place', { ...last, evidence: '_tollbook.example.org' }],
    ['of an earlier proof at the same place', { ...last, lookedAt: new Date('2026-01-31T00:00:00.000Z') }],
  ])('begins with the proof itself: %s', (_when, record) => {
    const at = new Date(proof.at);

    expect(recordOf(proof, record)).toEqual({
      evidence: proof.evidence,
      heldAt: at,
      lookedAt: at,
      misses: 0,
    });
  });
});

describe('no input', () => {
  it('makes any of this throw', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.constantFrom(evm, solana, 'base'));

    fc.assert(
      fc.property(text, text, text, fc.array(text), (endpoint, network, address, lines) => {
        const about = service(endpoint, network, address);
        for (const method of proofMethods) {
          stillHolds({ method, evidence: evidenceOf(method, about) ?? '' }, about);
        }
        walletOf(endpoint);
        expect(lookAmong(lines, endpoint, 'line').result).toBe(
          lines.includes(endpoint) ? 'found' : 'missing',
        );
      }),
    );
  });

  it('that is an owner has a line that another owner could have written', () => {
    const owners = fc
      .stringMatching(/^[a-z0-9][a-z0-9._-]{0,63}$/)
      .filter((text) => OwnerId.safeParse(text).success);

    fc.assert(
      fc.property(owners, owners, (one, other) => {
        expect(lookAmong([ownerLine(one, 'h')], ownerLine(other, 'h'), 'line').result === 'found').toBe(
          one === other,
        );
      }),
    );
  });
});
