import { describe, expect, it } from 'vitest';
import { ownerName } from '../../../src/site/owner-name.ts';
import { deprecationOf, ownershipOf } from '../../../src/site/ownership.ts';
import { serviceRows } from '../../../src/site/service-rows.ts';
import { aService, anEntry } from '../../fixtures/services.ts';
import { at, catalogOf } from '../../fixtures/site-catalog.ts';

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

it.each([
  [`wallet:${address}`, 'Wallet 0x5aAe…eAed'],
  [`wallet:eip155:8453:${address}`, 'Contract wallet 0x5aAe…eAed on Base'],
  [`wallet:eip155:424242:${address}`, 'Contract wallet 0x5aAe…eAed on eip155:424242'],
  ['wallet:2wKupLR9q6wXYppw8Gr2NvWxKBUqm4PPJKkQfoxHDBg4', 'Wallet 2wKupL…DBg4'],
  ['github:9919', 'GitHub account 9919'],
  ['oidc:git.example.com:8443:42', 'Account 42 of git.example.com:8443'],
  ['acme', 'acme'],
])('calls %s "%s"', (owner, text) => {
  const id = owner.startsWith('wallet:') ? owner : null;

  expect(ownerName(owner)).toEqual({ text, id });
});

describe('the owner on a page', () => {
  const proof = {
    at: '2026-01-31T12:00:00.000Z',
    heldAt: '2026-02-01T00:00:00.000Z',
    state: 'holds',
  } as const;

  it('is nobody where nobody is declared', () => {
    expect(ownershipOf(aService(), null, { at })).toEqual({
      owner: null,
      proof: null,
      maintainers: [],
      transfer: null,
    });
  });

  it.each([
    ['wallet', `eip155:8453:${address}`, 'the wallet that its live 402 names: 0x5aAe…eAed'],
    [
      'http',
      'https://api.example.com/.well-known/tollbook.txt',
      'a file of its host: https://api.example.com/.well-known/tollbook.txt',
    ],
    ['dns', '_tollbook.api.example.com', 'a DNS record of its host: _tollbook.api.example.com'],
    [
      'repository',
      'https://github.com/acme/rain/blob/1234567/.well-known/tollbook.txt',
      'a file in a repository with a homepage on its host: https://github.com/acme/rain/blob/1234567/.well-known/tollbook.txt',
    ],
  ] as const)('is proven by %s in words', (method, evidence, place) => {
    const owned = aService({ owner: 'acme' });

    expect(ownershipOf(owned, { ...proof, method, evidence }, { at }).proof).toMatchObject({
      method,
      place,
      state: 'holds',
    });
  });

  it('shows whom the service is offered to, until the offer ends', () => {
    const offered = (until: string) =>
      ownershipOf(aService({ owner: 'acme', transfer: { to: 'github:9919', until } }), null, { at }).transfer;

    expect(offered('2026-02-05T00:00:00.000Z')).toMatchObject({ to: { text: 'GitHub account 9919' } });
    expect(offered('2026-02-01T11:59:59.000Z')).toBeNull();
  });
});

describe('a deprecated service', () => {
  const next = anEntry({ name: 'Rain Radar 2', endpoint: 'https://api.example.com/v2' });
  const deprecated = (replacement?: string) =>
    aService({ deprecated: { message: 'Ends.', since: at.toISOString(), replacement } });

  it('names its replacement while that is listed', () => {
    const catalog = catalogOf([next]);
    const { id, name } = next.declared;

    expect(deprecationOf(deprecated(id), catalog)?.replacement).toEqual({ id, name });
    expect(deprecationOf(deprecated('gone-00000000'), catalog)?.replacement).toBeNull();
    expect(deprecationOf(deprecated(), catalog)?.replacement).toBeNull();
    expect(deprecationOf(aService(), catalog)).toBeNull();
  });

  it('is marked in lists', async () => {
    const rows = await serviceRows([anEntry(deprecated()), next], catalogOf([]));

    expect(rows.map(({ isDeprecated }) => isDeprecated)).toEqual([true, false]);
  });
});
