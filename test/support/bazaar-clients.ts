import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { DiscoveryResource } from '../../src/views/discovery-resource.ts';

/** A client of x402 discovery as its makers publish it. */
export interface BazaarClient {
  readonly name: string;
  list(page: { readonly limit: number; readonly offset: number }): Promise<{
    readonly items: readonly DiscoveryResource[];
    readonly total: number;
  }>;
  /** Absent where the client has no search. */
  readonly search?: (query: string) => Promise<readonly DiscoveryResource[]>;
  readonly merchant?: (payTo: string) => Promise<readonly DiscoveryResource[]>;
}

const List = z.looseObject({
  items: z.array(DiscoveryResource),
  pagination: z.looseObject({ total: z.int() }),
});
const Found = z.looseObject({ resources: z.array(DiscoveryResource) });

/** The packages of the clients, which are installed by those who run these tests only. */
export const clientPackages = join(import.meta.dirname, '../long/clients');

const packages = createRequire(join(clientPackages, 'package.json'));

async function load<Module>(path: string): Promise<Module> {
  return (await import(pathToFileURL(path).href)) as Module;
}

type Call<Query> = (query: Query) => Promise<unknown>;

/** `@x402/extensions`, the client of the x402 packages. */
async function extensionsClient(url: string): Promise<BazaarClient> {
  const { HTTPFacilitatorClient } = await load<{
    HTTPFacilitatorClient: new (at: { url: string }) => object;
  }>(packages.resolve('@x402/core/server'));
  const { withBazaar } = await load<{
    withBazaar: (client: object) => {
      extensions: { bazaar: { listResources: Call<object>; search: Call<object> } };
    };
  }>(packages.resolve('@x402/extensions/bazaar'));
  const { bazaar } = withBazaar(new HTTPFacilitatorClient({ url })).extensions;

  return {
    name: '@x402/extensions',
    list: async (page) => listed(await bazaar.listResources({ type: 'http', ...page })),
    search: async (query) => Found.parse(await bazaar.search({ query })).resources,
  };
}

/** `@coinbase/cdp-sdk`, told to ask another address than that of its makers. */
async function cdpClient(url: string): Promise<BazaarClient> {
  // The package exports no way to set the address from its root.
  const calls = await load<
    Record<
      'listX402DiscoveryResources' | 'searchX402Resources' | 'listX402DiscoveryMerchant',
      Call<object>
    > & {
      CdpOpenApiClient: { configure(options: object): void };
    }
  >(join(clientPackages, 'node_modules/@coinbase/cdp-sdk/_esm/openapi-client/index.js'));
  calls.CdpOpenApiClient.configure({ basePath: url });

  return {
    name: '@coinbase/cdp-sdk',
    list: async (page) => listed(await calls.listX402DiscoveryResources({ type: 'http', ...page })),
    search: async (query) =>
      Found.parse(await calls.searchX402Resources({ query, extensions: [], limit: 5 })).resources,
    merchant: async (payTo) => Found.parse(await calls.listX402DiscoveryMerchant({ payTo })).resources,
  };
}

/** `x402`, the client of version 1. */
async function legacyClient(url: string): Promise<BazaarClient> {
  const { useFacilitator } = await load<{ useFacilitator: (at: { url: string }) => { list: Call<object> } }>(
    packages.resolve('x402/verify'),
  );
  const facilitator = useFacilitator({ url });

  return { name: 'x402', list: async (page) => listed(await facilitator.list({ type: 'http', ...page })) };
}

function listed(answer: unknown): { items: readonly DiscoveryResource[]; total: number } {
  const { items, pagination } = List.parse(answer);

  return { items, total: pagination.total };
}

export const bazaarClients = [extensionsClient, cdpClient, legacyClient];
