import type { Assets } from '../domain/asset.ts';
import {
  type Discovered,
  type DiscoverySource,
  discoverySources,
  type SoughtEndpoint,
} from '../domain/discovered.ts';
import { ignoreCannotAsk, type Requester } from '../domain/probe.ts';
import { readJson } from '../domain/strict-json.ts';
import { inOpenApi } from '../verification/discovery/openapi-document.ts';
import { inWellKnown } from '../verification/discovery/well-known-x402.ts';
import type { Prober } from './ports.ts';

type Reader = (document: unknown, sought: SoughtEndpoint, assets: Assets) => Discovered | undefined;

const readers: Readonly<Record<DiscoverySource, Reader>> = {
  '/openapi.json': inOpenApi,
  '/.well-known/x402': inWellKnown,
};

/** OpenAPI documents nest schemas in schemas. */
const mostLevels = 64;

/**
 * Reads what the seller's own documents, on the endpoint's origin, say of an endpoint: the first that says anything. They are asked for like an
 * endpoint, so they have its limits, and `robots.txt` keeps them to themselves.
 */
export async function discoverEndpoint(
  sought: SoughtEndpoint,
  { prober, requester, assets }: { prober: Prober; requester: Requester; assets: Assets },
): Promise<Discovered | undefined> {
  for (const source of discoverySources) {
    const document = await documentAt(new URL(source, sought.url).href, prober, requester);
    const found = document === undefined ? undefined : readers[source](document, sought, assets);
    if (found) return found;
  }
  return undefined;
}

async function documentAt(endpoint: string, prober: Prober, requester: Requester): Promise<unknown> {
  const result = await prober.probe({ endpoint, method: 'GET' }, requester).catch(ignoreCannotAsk);
  if (!result || 'deferredUntil' in result || 'failure' in result.outcome) return undefined;

  const { status, body, isCut } = result.outcome;
  if (status !== 200 || isCut) return undefined;
  const read = readJson(body, mostLevels);
  return 'value' in read ? read.value : undefined;
}
