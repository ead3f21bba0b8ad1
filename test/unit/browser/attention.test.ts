import { describe, expect, it } from 'vitest';
import { concernsOf, type Observed } from '../../../src/browser/attention.ts';
import type { Declaration } from '../../../src/browser/declaration.ts';
import { repositoryEvidence } from '../../../src/domain/ownership/repository.ts';

const declaration: Declaration = {
  id: 'rain-7x3k9m2p',
  name: 'Rain',
  endpoint: 'https://api.example.com/rain',
  pricing: { currency: 'USDC', pricePerRequest: '0.1' },
  x402Config: { paymentAddress: '0xa1', network: 'base' },
  owner: 'acme',
};
const proof = {
  method: 'http',
  evidence: 'https://api.example.com/.well-known/tollbook.txt',
  heldAt: '2026-01-31T12:00:00.000Z',
  state: 'holds',
};
const fine: Observed = { state: 'verified', verdict: 'verified', detail: 'Fine.', fields: [], proof };
const root = 'https://catalog.example.com';

const textsOf = (declared: Declaration, observed: Observed): string[] =>
  concernsOf(declared, observed, root).map(({ text, english }) => `${text} ${english}`.trim());

describe('what needs attention', () => {
  it('is nothing in a verified service with a proof', () => {
    expect(concernsOf(declaration, fine, root)).toEqual([]);
  });

  it.each<[string, Partial<Declaration>, Partial<Observed>]>([
    ['It has not been checked yet.', {}, { verdict: null, detail: null }],
    ['Checks are turned off in its file.', { probing: false }, { verdict: null }],
    [
      'Last check: The live price is "1".',
      {},
      { verdict: 'price_mismatch', detail: 'The live price is "1".' },
    ],
    ['Its ownership is not proven: whoever proves it can claim it.', {}, { proof: null }],
    [
      'The proof by http is no longer found; it was last seen on 31 January 2026.',
      {},
      { proof: { ...proof, state: 'stale' } },
    ],
    [
      'Offered to github:1 until 7 February 2026.',
      { transfer: { to: 'github:1', until: '2026-02-07T00:00:00.000Z' } },
      {},
    ],
    ['Deprecated: Ends in March.', { deprecated: { message: 'Ends in March.' } }, {}],
  ])('is "%s"', (text, declared, observed) => {
    expect(textsOf({ ...declaration, ...declared }, { ...fine, ...observed })).toEqual([text]);
  });
});

describe('the command that clears it', () => {
  const commandFor = (declared: Partial<Declaration>, observed: Partial<Observed>): string | undefined =>
    concernsOf({ ...declaration, ...declared }, { ...fine, ...observed }, root)[0]?.command;
  const price = { field: 'price', observed: '1', match: false };
  const wallet = { field: 'payTo', observed: '0xb2', match: false };
  const network = { field: 'network', observed: 'eip155:84532', match: true };
  const asset = { field: 'asset', observed: '0xc3', match: false };
  const service = `${root}/api/services/rain-7x3k9m2p`;
  const withKey = '--header "Authorization: Bearer $KEY"';
  const validate = `curl '${root}/api/validate' --json '{"endpoint":"https://api.example.com/rain","pricing":{"currency":"USDC","pricePerRequest":"0.1"},"x402Config":{"paymentAddress":"0xa1","network":"base"}}'`;
  const validateWithoutPrice = validate.replace(/"pricing":\{[^}]*\},/, '');

  it.each<[string, Partial<Declaration>, Partial<Observed>, string]>([
    [
      'declares the live terms where they differ',
      {},
      { verdict: 'payto_mismatch', fields: [price, wallet, network] },
      `curl --request PATCH '${service}' ${withKey} --json '{"pricing":{"pricePerRequest":"1"},"x402Config":{"paymentAddress":"0xb2"}}'`,
    ],
    [
      'shows what a check finds where a live term cannot be declared',
      {},
      { verdict: 'asset_mismatch', fields: [price, asset] },
      validate,
    ],
    [
      'shows it where the live price is outside of the declared range, which would refuse it',
      { price: { from: '0.1', to: '0.5' } },
      { verdict: 'price_mismatch', fields: [price] },
      validateWithoutPrice,
    ],
    [
      'shows it where the last check read no terms',
      {},
      { verdict: 'unreachable', fields: [price] },
      validate,
    ],
    ['shows it before the first check', {}, { verdict: null }, validate],
    [
      'shows it with the declared method, and without a price that varies',
      { request: { method: 'PUT' }, price: 'varies' },
      { verdict: null },
      validateWithoutPrice.replace('"x402Config"', '"method":"PUT","x402Config"'),
    ],
    [
      'turns checks on again',
      { probing: false },
      {},
      `sed -i.before '/"probing": false/d' catalog/services/7x/rain-7x3k9m2p.json && rm catalog/services/7x/rain-7x3k9m2p.json.before`,
    ],
    [
      'takes an offer back',
      { transfer: { to: 'github:1', until: '2026-02-07T00:00:00.000Z' } },
      {},
      `curl '${service}/transfer' ${withKey} --json '{"to":"acme"}'`,
    ],
    [
      'proves who owns it',
      {},
      { proof: null },
      `curl '${service}/claim' ${withKey} --json '{"method":"wallet"}'`,
    ],
    [
      'has a lost proof looked for again',
      {},
      { proof: { ...proof, state: 'stale' } },
      `curl '${service}/claim' ${withKey} --json '{"method":"http"}'`,
    ],
    [
      'names the repository of a lost proof, without which a claim is refused',
      {},
      {
        proof: {
          ...proof,
          method: 'repository',
          evidence: repositoryEvidence('acme/rain-radar', 'a1b2c3'),
          state: 'stale',
        },
      },
      `curl '${service}/claim' ${withKey} --json '{"method":"repository","repository":"acme/rain-radar"}'`,
    ],
    [
      'ends a deprecation',
      { deprecated: { message: 'Ends in March.' } },
      {},
      `curl --request PATCH '${service}' ${withKey} --json '{"deprecated":null}'`,
    ],
  ])('%s', (_, declared, observed, command) => {
    expect(commandFor(declared, observed)).toBe(command);
  });

  it('holds what a seller answers as one word of the shell', () => {
    const hostile = { field: 'price', observed: "1'; rm -rf ~; '", match: false };

    expect(commandFor({}, { verdict: 'price_mismatch', fields: [hostile] })).toContain(
      String.raw`"1'\''; rm -rf ~; '\''"`,
    );
  });
});
