import { describe, expect, it } from 'vitest';
import { knownAssets } from '../../../src/domain/asset.ts';
import {
  chainKey,
  chainsAmong,
  chainName,
  findNetwork,
  type Network,
  networks,
  normalizeAddress,
} from '../../../src/domain/network.ts';
import { NetworkId } from '../../../src/domain/network-id.ts';
import { addressFault } from '../../../src/domain/payment-address.ts';

const evm = networks.filter(({ family }) => family === 'eip155');
const tokens = (known: readonly Network[]) =>
  known.flatMap(({ caip2, title, family }) =>
    (knownAssets.get(caip2) ?? []).map((asset) => ({ title, family, ...asset })),
  );

describe('the table of networks', () => {
  it.each(['caip2', 'name', 'title'] as const)('has unique values of %s, ignoring case', (field) => {
    const given = networks.flatMap((network) => network[field]?.toLowerCase() ?? []);

    expect(given.filter((id, i) => given.indexOf(id) !== i)).toEqual([]);
  });

  it.each(networks)('has a valid CAIP-2 id and a simple name: $caip2', ({ caip2, name, title }) => {
    expect(caip2).toMatch(/^[-a-z0-9]{3,8}:\S{1,64}$/);
    if (name !== undefined) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
    expect(title.trim()).not.toBe('');
  });

  it('contains every network that has known tokens', () => {
    const known = networks.map(({ caip2 }) => caip2);

    expect([...knownAssets.keys()].filter((caip2) => !known.includes(caip2))).toEqual([]);
  });

  it.each(tokens(evm))('$title: $symbol at $address has no wrong checksum', ({ address, family }) => {
    expect(addressFault(family, address)).toBeUndefined();
  });

  it.each(tokens(networks.filter(({ family }) => family === 'solana')))(
    '$title: $symbol is a mint of 32 bytes',
    ({ address, family }) => {
      expect(addressFault(family, address)).toBeUndefined();
    },
  );

  it.each(tokens(networks))('$title: $symbol has a symbol and whole decimals', ({ symbol, decimals }) => {
    expect(symbol).toMatch(/^[A-Za-z][A-Za-z0-9]{1,11}$/);
    expect(decimals).toBeGreaterThanOrEqual(0);
    expect(decimals).toBeLessThanOrEqual(18);
    expect(Number.isInteger(decimals)).toBe(true);
  });

  it.each(networks)('$caip2 lists no token twice', ({ caip2 }) => {
    const assets = knownAssets.get(caip2) ?? [];
    expect(new Set(assets.map(({ address }) => address.toLowerCase())).size).toBe(assets.length);
    expect(new Set(assets.map(({ symbol }) => symbol)).size).toBe(assets.length);
  });

  it.each([
    'base',
    'base-sepolia',
    'ethereum',
    'polygon',
    'avalanche',
    'solana',
    'solana-devnet',
    'arbitrum',
    'arbitrum-sepolia',
    'optimism',
    'bsc',
  ])('knows %s', (name) => {
    expect(findNetwork(name)?.name).toBe(name);
  });

  it.each([
    ['Arc', 'eip155:5042', 'eip155:5042002'],
    ['Robinhood Chain', 'eip155:4663', 'eip155:46630'],
    ['XRP Ledger', 'xrpl:0', 'xrpl:1'],
    ['World Chain', 'eip155:480', 'eip155:4801'],
    ['X Layer', 'eip155:196', 'eip155:1952'],
    ['HyperEVM', 'eip155:999', 'eip155:998'],
    ['Unichain', 'eip155:130', 'eip155:1301'],
    ['Sonic', 'eip155:146', 'eip155:14601'],
    ['Stacks', 'stacks:1', 'stacks:2147483648'],
    ['Noble', 'cosmos:noble-1', 'cosmos:grand-1'],
  ])('tells %s from its test network', (title, main, test) => {
    expect(findNetwork(main)).toMatchObject({ title, testnet: false });
    expect(findNetwork(test)).toMatchObject({ testnet: true });
  });

  it('marks a network as a test network if its title says so', () => {
    for (const { title, testnet } of networks) {
      if (/testnet|sepolia|fuji|amoy|devnet|apothem/i.test(title)) expect(testnet, title).toBe(true);
    }
  });
});

describe('a network id', () => {
  it.each([
    ['base', 'eip155:8453', 'eip155'],
    ['eip155:8453', 'eip155:8453', 'eip155'],
    ['eip155:424242', 'eip155:424242', 'eip155'],
    ['solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', 'solana'],
    ['stellar:pubnet', 'stellar:pubnet', 'stellar'],
    ['algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', 'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe', 'algorand'],
    [
      'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDexi9/cOUJOiI=',
      'algorand:SGO1GKSzyE7IEPItTxCByw9x8FmnrCDe',
      'algorand',
    ],
    [
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
      'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      'solana',
    ],
    ['solana:devnet', 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1', 'solana'],
    ['xrpl:0', 'xrpl:0', 'other'],
    ['stacks', 'stacks:1', 'other'],
    ['noble', 'cosmos:noble-1', 'other'],
    ['cosmos:cosmoshub-3', 'cosmos:cosmoshub-3', 'other'],
    ['bip122:000000000019d6689c085ae165831e93', 'bip122:000000000019d6689c085ae165831e93', 'other'],
  ])('%s means %s of the family %s', (id, caip2, family) => {
    expect(findNetwork(id)).toMatchObject({ caip2, family });
    expect(NetworkId.parse(id)).toBe(id);
  });

  it.each([
    '',
    ' ',
    'Base',
    'BASE',
    'base ',
    'base\n',
    'basechain',
    '8453',
    'eip155',
    'eip155:',
    'eip155:0',
    'eip155:01',
    'eip155:-1',
    'eip155:0x2105',
    'eip155:8453 ',
    'eip155:base',
    'EIP155:8453',
    'eip155:1:2',
    'ab:1',
    'toolongnamespace:1',
    `cosmos:${'a'.repeat(33)}`,
    'cosmos:a/b',
    'cosmos:a\u202eb',
    '__proto__',
    'constructor',
    'toString',
  ])('is not %j', (id) => {
    expect(findNetwork(id)).toBeUndefined();
    expect(NetworkId.safeParse(id).error?.issues).toMatchObject([{ message: 'network_unknown' }]);
  });
});

describe('an id that differs from a known one in letter case alone', () => {
  it.each(networks.filter(({ caip2 }) => caip2 !== caip2.toUpperCase() && !caip2.startsWith('eip155:')))(
    'is none to declare: like $caip2',
    ({ caip2 }) => {
      const [namespace = '', reference = ''] = caip2.split(':');
      const imitation = `${namespace}:${reference.toUpperCase()}`;
      if (imitation === caip2) return;

      expect(NetworkId.safeParse(imitation).error?.issues).toMatchObject([{ message: 'network_unknown' }]);
    },
  );
});

describe('the name of a chain', () => {
  it.each(networks)('is its short name, or else its CAIP-2 id: $caip2', ({ caip2, name }) => {
    expect(chainName(caip2)).toBe(name ?? caip2);
    expect(chainName(name ?? caip2)).toBe(name ?? caip2);
  });

  it.each(networks)('is found in any letter case: $caip2', ({ caip2, name }) => {
    for (const id of [caip2, name ?? caip2]) {
      expect(chainKey(id)).toBe((name ?? caip2).toLowerCase());
      expect(chainKey(id.toUpperCase())).toBe(chainKey(id));
      expect(chainKey(id.toLowerCase())).toBe(chainKey(id));
    }
  });

  it.each([
    ['algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73ktiC1qzkkit8=', 'algorand:wGHE2Pwdvd7S12BL5FaOP20EGYesN73k'],
    ['stellar', 'stellar:pubnet'],
    ['solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG', 'solana-devnet'],
    ['solana:mainnet', 'solana'],
    ['world-chain', 'eip155:480'],
  ])('is one for all ids of a network: %s', (alias, name) => {
    expect(chainName(alias)).toBe(name);
    expect(chainKey(alias.toUpperCase())).toBe(name.toLowerCase());
    expect(chainsAmong([alias, name])).toEqual([name]);
  });

  it('is the id of an unknown network', () => {
    expect(chainName('eip155:424242')).toBe('eip155:424242');
    expect(chainKey('EIP155:424242')).toBe('eip155:424242');
  });
});

describe('chainsAmong', () => {
  it('returns all known chains by name', () => {
    const known = networks.map(({ caip2 }) => caip2);

    expect(chainsAmong([...known, ...known])).toEqual(known.map(chainName));
    expect(chainsAmong(known.map(chainName))).toEqual(known.map(chainName));
  });

  it('returns at most four unknown chains, by CAIP-2 id', () => {
    const others = Array.from({ length: 300 }, (_, i) => `eip155:${String(900_000 + i)}`);

    expect(chainsAmong([...others, 'base'])).toEqual([...others.slice(0, 4), 'base']);
    expect(chainsAmong(chainsAmong([...others, 'base']))).toEqual([...others.slice(0, 4), 'base']);
  });

  it.each([
    'no-such-chain',
    'constructor',
    '',
    'eip155:01',
    'eip155:1\u202e',
    'cosmos:\u001b[31m',
    `cosmos:${'x'.repeat(33)}`,
    'solana:5EYKT4USFV8P8NJDTREPY1VZQKQZKVDP',
    'BASE',
  ])('leaves out %j', (id) => {
    expect(chainsAmong([id, 'base'])).toEqual(['base']);
  });
});

describe('the spelling of an address', () => {
  it.each([
    ['eip155:8453', '0xAb', '0xab'],
    ['base', '0xAb', '0xab'],
    ['eip155:424242', '0xAb', '0xab'],
    ['solana', 'EPjF', 'EPjF'],
    ['no network', '0xAb', '0xAb'],
  ])('on %s, of %s, is %s', (id, address, spelled) => {
    expect(normalizeAddress(id, address)).toBe(spelled);
  });
});
