import { describe, expect, it } from 'vitest';
import { noFacts } from '../../../src/domain/facts.ts';
import { payeeOn } from '../../../src/domain/payee.ts';
import type { Entry } from '../../../src/domain/snapshot.ts';
import { hostPage } from '../../../src/site/host-page.ts';
import { hostPath, payeePath } from '../../../src/site/links.ts';
import { payeeCalled, payeePage } from '../../../src/site/payee-page.ts';
import { servicePage } from '../../../src/site/service-page.ts';
import { otherWallet, wallet } from '../../fixtures/registrations.ts';
import { anEntry } from '../../fixtures/services.ts';
import { catalogOf, historyOf, numbered } from '../../fixtures/site-catalog.ts';

const on = (paymentAddress: string, network = 'base') => ({ x402Config: { paymentAddress, network } });
const price = (pricePerRequest: string, currency = 'USDC') => ({ pricing: { currency, pricePerRequest } });

const rain = anEntry(
  { name: 'Rain', endpoint: 'https://api.example.com/rain', owner: 'acme', ...on(wallet), ...price('0.10') },
  { status: 'verified', trustScore: 80 },
);
const snow = anEntry(
  {
    name: 'Snow',
    endpoint: 'https://api.example.com:8443/snow',
    createdAt: '2025-12-01T00:00:00.000Z',
    ...on(wallet.toLowerCase(), 'polygon'),
    ...price('0.002'),
  },
  { trustScore: 90 },
);
const hail = anEntry(
  {
    name: 'Hail',
    endpoint: 'https://hail.example.com',
    owner: 'acme',
    ...on(otherWallet),
    ...price('1', 'EURC'),
  },
  { trustScore: 99, facts: { ...noFacts, furtherPayees: [`eip155:${wallet.toLowerCase()}`] } },
);
const lone = anEntry({ name: 'Lone', endpoint: 'https://lone.example.com', ...on('S'.repeat(32), 'solana') });
const catalog = catalogOf([rain, snow, hail, lone]);
const names = (rows: readonly { name: string }[] = []): string[] => rows.map(({ name }) => name);

describe('the page of a host', () => {
  it('lists its services, the most trusted first, and what they add up to', async () => {
    const page = await hostPage(catalog, 'api.example.com', 1);

    expect(names(page?.rows)).toEqual(['Snow', 'Rain']);
    expect(page?.sums).toEqual({
      services: 2,
      states: [
        { label: 'Verified', services: 1 },
        { label: 'Not checked yet', services: 1 },
      ],
      prices: ['0.002 to 0.10 USDC'],
      payments: null,
      owners: [{ text: 'acme', id: null }],
      furtherOwners: 0,
      firstListed: '2025-12-01T00:00:00.000Z',
    });
    expect(page?.wallets).toEqual([
      {
        address: wallet,
        path: `/wallets/eip155/${wallet.toLowerCase()}/`,
        services: 2,
        otherHosts: 1,
      },
    ]);
  });

  it('counts each payment once', async () => {
    const asked: (readonly string[])[] = [];
    const history = {
      ...historyOf([]),
      paymentsTo: (services: readonly string[]) => {
        asked.push(services);
        const sums = [
          { currency: 'USDC', isTestnet: false, txCount: 1200, revenue: '12.5' },
          { currency: 'USDC', isTestnet: true, txCount: 1, revenue: '3' },
        ];
        return Promise.resolve({ payers: 7, isShared: true, sums });
      },
    };
    const page = await hostPage(catalogOf([rain, snow], history), 'api.example.com', 1);

    expect(asked).toEqual([[snow.declared.id, rain.declared.id]]);
    expect(page?.sums?.payments).toBe(
      '1,201 payments by 7 wallets: 12.5 USDC, 3 USDC on testnets. Some of them count for services elsewhere as well, with the same wallet and price.',
    );
  });

  it('has pages of 20, of which only the first adds up', async () => {
    const many = catalogOf(numbered(41));
    const [first, last] = [
      await hostPage(many, 'api.example.com', 1),
      await hostPage(many, 'api.example.com', 3),
    ];

    expect(first).toMatchObject({ total: 41, number: 1, last: 3, sums: { services: 41 } });
    expect(last).toMatchObject({ number: 3, sums: null, wallets: [] });
    expect(last?.rows).toHaveLength(1);
    expect(await hostPage(many, 'api.example.com', 4)).toBeUndefined();
  });

  it('is the same for every spelling of the host', async () => {
    expect((await hostPage(catalog, 'API.EXAMPLE.COM', 1))?.host).toBe('api.example.com');
  });

  it.each(['', 'none.example.com', 'api.example.com:8443', '../x', '__proto__', '<b>', 'a'.repeat(10_000)])(
    'does not exist for %j',
    async (text) => {
      expect(await hostPage(catalog, text, 1)).toBeUndefined();
    },
  );
});

describe('the page of a wallet', () => {
  const pageOf = (address: string, number = 1) => payeePage(catalog, payeeOn('base', address), number);

  it('lists who declares it before those whose live 402 names it', async () => {
    const page = await pageOf(wallet);

    expect(names(page?.declared)).toEqual(['Snow', 'Rain']);
    expect(names(page?.observed)).toEqual(['Hail']);
    expect(page?.sums).toMatchObject({ services: 3, prices: ['0.002 to 0.10 USDC', '1 EURC'] });
    expect(page?.hosts).toEqual([
      { host: 'api.example.com', path: '/hosts/api.example.com/', services: 2 },
      { host: 'hail.example.com', path: undefined, services: 1 },
    ]);
    expect(page?.explorers.map(({ network }) => network)).toEqual(['Base', 'Polygon']);
  });

  it('links no public explorer for a chain of which this machine runs a copy', async () => {
    const local = { ...catalog, localNetworks: new Set(['eip155:8453']) };
    const page = await payeePage(local, payeeOn('base', wallet), 1);

    expect(page?.explorers.map(({ network }) => network)).toEqual(['Polygon']);
  });

  it('is the same in any letter case of an EVM address, and without a network', async () => {
    const page = await pageOf(wallet);

    for (const text of [wallet, wallet.toLowerCase(), `0x${wallet.slice(2).toUpperCase()}`]) {
      expect(await payeePage(catalog, payeeCalled('eip155', text, catalog), 1)).toEqual(page);
      expect(await payeePage(catalog, payeeCalled(undefined, text, catalog), 1)).toEqual(page);
    }
    expect(page?.address).toBe(wallet);
  });

  it.each([
    ['eip155', '0x1'],
    ['solana', wallet],
    ['solana', 's'.repeat(32)],
    ['EIP155', wallet],
    ['__proto__', wallet],
    ['none', ''],
    ['other', '<script>'],
    ['other', 'x'.repeat(10_000)],
  ])('does not exist for %s and %s', async (family, address) => {
    expect(await payeePage(catalog, payeeCalled(family, address, catalog), 1)).toBeUndefined();
  });

  it('does not exist beyond the last page', async () => {
    expect(await pageOf(wallet, 2)).toBeUndefined();
  });
});

describe('the page of a service', () => {
  const linksOf = async (entry: Entry): Promise<(string | undefined)[]> => {
    const { host, wallet: shown } = await servicePage(entry, catalog);
    return [host.path, shown.path];
  };

  it('links its host and its wallet where other services have them', async () => {
    expect(await linksOf(rain)).toEqual([
      '/hosts/api.example.com/',
      `/wallets/eip155/${wallet.toLowerCase()}/`,
    ]);
    expect(await linksOf(lone)).toEqual([undefined, undefined]);
  });

  it('stays the same when a further service comes to its host and wallet', async () => {
    const more = anEntry({ name: 'More', endpoint: 'https://api.example.com/more', ...on(wallet) });
    const [before, after] = [
      await servicePage(rain, catalog),
      await servicePage(rain, catalogOf([rain, snow, hail, lone, more])),
    ];

    expect([after.host, after.wallet]).toEqual([before.host, before.wallet]);
  });
});

describe('the paths of hosts and wallets', () => {
  it('are plain, and there are none for what cannot be a file name', () => {
    expect(hostPath('api.example.com', 2)).toBe('/hosts/api.example.com/page/2/');
    expect(hostPath('[2606:4700::1111]')).toBeUndefined();
    expect(payeePath({ family: 'hedera', address: '0.0.1234' })).toBe('/wallets/hedera/0.0.1234/');
    for (const address of ['.', '..', 'a/b', '%2e', 'a?b', 'a#b', '<b>', '']) {
      expect(payeePath({ family: 'other', address })).toBeUndefined();
    }
  });
});
