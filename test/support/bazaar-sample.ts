import { terms } from './bazaar-source.ts';

/** An entry of the sample, and what has to become of it: `listed`, or the code of the reason why not. */
interface Sampled {
  readonly item: unknown;
  readonly becomes: string;
}

type Kind = readonly [inThousand: number, becomes: string, make: (at: number, url: string) => unknown];

const entry = (url: string, overrides: object = {}): object => ({
  ...{ resource: url, type: 'http', x402Version: 2, lastUpdated: '2026-10-01T00:00:00.000Z' },
  ...{ accepts: [terms()], description: `Answers question ${url.split('/').at(-1) ?? ''} about rain.` },
  ...overrides,
});

const v1 = (url: string, overrides: object = {}): object => ({
  ...{
    scheme: 'exact',
    network: 'base',
    resource: url,
    description: `Rain by ${url.split('/').at(-1) ?? ''}.`,
  },
  ...terms({ network: 'base', amount: undefined }),
  ...{ maxAmountRequired: '10000', mimeType: 'application/json', ...overrides },
});

/** How a list of the Bazaar is made up, by what was counted in public ones; the hosts and texts are invented. */
const kinds: readonly Kind[] = [
  [240, 'listed', (_at, url) => entry(url)],
  [190, 'listed', (_at, url) => ({ resource: url, type: 'http', x402Version: 1, accepts: [v1(url)] })],
  [
    180,
    'listed',
    (at, url) => ({
      ...{ resource: url, type: 'http', x402Version: 1, lastUpdated: 1_760_000_000 + at },
      accepts: [
        v1(url, {
          outputSchema: { input: { type: 'http', method: 'GET', queryParams: { city: 'Bergen' } } },
        }),
      ],
    }),
  ],
  [150, 'listed', (_at, url) => entry(url, { description: 'Weather for agents.' })],
  [28, 'listed', (_at, url) => entry(url, { description: '0.01 USDC on base' })],
  [40, 'listed', (_at, url) => entry(url, { serviceName: 'Rain Radar', tags: ['weather'] })],
  [30, 'listed', (_at, url) => entry(url, { accepts: [terms({ scheme: 'upto' }), terms({ payTo: 'x' })] })],
  [20, 'listed', (_at, url) => entry(url, { description: '' })],
  [15, 'listed', (_at, url) => entry(url, { accepts: [terms({ amount: '0.01' })] })],
  [10, 'listed', (_at, url) => entry(url, { accepts: [terms({ amount: 10_000 })] })],
  [10, 'listed', (_at, url) => entry(url, { description: 'Line 1\n\n- a\n- b' })],
  [8, 'terms_unread', (_at, url) => entry(`${url}/gone`, { accepts: [] })],
  [20, 'test_network', (_at, url) => entry(url, { accepts: [terms({ network: 'base-sepolia' })] })],
  [
    14,
    'token_unknown',
    (_at, url) => entry(url, { accepts: [terms({ asset: '0x5fd84259d66Cd46123540766Be93DFE6D43130D7' })] }),
  ],
  [12, 'free', (_at, url) => entry(url, { accepts: [terms({ amount: '0' })] })],
  [12, 'placeholder', (_at, url) => entry(`${url}/:id`)],
  [10, 'mcp_tool', (_at, url) => entry(url, { type: 'mcp' })],
  [6, 'relative', (at) => entry(`POST /api/gone/${String(at)}`)],
  [5, 'not_an_entry', (at) => ({ name: `Entry ${String(at)}`, accepts: [terms()] })],
];

const endpointsOfHost = 20;

/** A thousand entries. */
export function bazaarSample(): Sampled[] {
  const all = kinds.flatMap(([count, becomes, make]) =>
    Array.from({ length: count }, () => ({ becomes, make })),
  );

  return all.map(({ becomes, make }, at) => {
    const host = `seller-${String(Math.floor(at / endpointsOfHost))}.example.com`;
    return { becomes, item: make(at, `https://${host}/v1/${String(at)}`) };
  });
}
