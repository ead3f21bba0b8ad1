import { randomBytes } from 'node:crypto';
import { ignoreCannotAsk, type ProbeResult, type ProbeTarget, type Requester } from '../domain/probe.ts';
import { type Assets, knownAssets } from '../domain/asset.ts';
import type { ValidationRequest } from '../domain/validation-request.ts';
import { compareTerms, type Examination, examine } from '../verification/examine.ts';
import { currencyOf } from '../domain/currency.ts';
import type { FieldComparison, PaymentTerms } from '../domain/payment-terms.ts';
import type { DeclaredTerms } from '../domain/service.ts';
import { type Validation, validationOf } from '../views/validation.ts';
import { inWellKnown } from '../verification/discovery/well-known-x402.ts';
import { inOpenApi } from '../verification/discovery/openapi-document.ts';
import { readJson } from '../domain/strict-json.ts';
import {
  type Discovered,
  type DiscoverySource,
  discoverySources,
  type SoughtEndpoint,
} from '../domain/discovered.ts';
import type { Prober } from './ports.ts';

interface ValidationOptions {
  readonly requester?: Requester;
  readonly assets?: Assets | undefined;
}

/**
 * Probes an endpoint now, like a check, and reports what its seller should fix. For a person, reads what the seller's own documents say of it,
 * too. Writes nothing.
 * @throws {CannotAsk} for a `person` also when too many persons are waiting already; a `pass` waits its turn.
 */
export async function validateEndpoint(
  request: ValidationRequest,
  prober: Prober,
  { requester = 'person', assets = knownAssets }: ValidationOptions = {},
): Promise<Validation> {
  const { endpoint, method } = request;
  const examination = compare(await ask(prober, { endpoint, method }, requester), request, assets);
  const { terms, rails } = examination;
  const answersAll = terms.length > 0 ? await isWildcard(endpoint, prober, requester) : undefined;
  const asksForPay = terms.length > 0 || rails.length > 0;
  const discovered =
    requester === 'person' && asksForPay
      ? await discoverEndpoint(
          { url: new URL(endpoint), method: method ?? examination.method },
          { prober, requester, assets },
        )
      : undefined;

  return validationOf(examination, answersAll, discovered);
}

/** Compares what the request declares. The rest is filled in from the live terms that suit it best, and left out of the report. */
function compare(result: ProbeResult, request: ValidationRequest, assets: Assets | undefined): Examination {
  const seen = examine(result, undefined, assets);
  const { pricing, x402Config } = request;
  if (!pricing && !x402Config) return seen;

  const given: FieldComparison['field'][] = [
    ...(pricing ? (['price', 'asset'] as const) : []),
    ...(x402Config ? (['payTo', 'network'] as const) : []),
  ];
  const examinations = seen.terms.map((live) => {
    const examination = compareTerms(seen, filledIn(request, live));
    return { ...examination, fields: examination.fields.filter(({ field }) => given.includes(field)) };
  });
  return examinations.toSorted((a, b) => faultsIn(a) - faultsIn(b))[0] ?? seen;
}

function filledIn({ pricing, x402Config }: ValidationRequest, live: PaymentTerms): DeclaredTerms {
  return {
    pricing: pricing ?? { currency: currencyOf(live.currency ?? ''), pricePerRequest: live.price ?? '0' },
    x402Config: x402Config ?? { paymentAddress: live.payTo, network: live.network },
  };
}

/** How far an examination is from finding nothing: a field that was not declared may still spoil its verdict. */
function faultsIn({ verdict, fields }: Examination): number {
  return fields.filter(({ match }) => match !== true).length + (verdict === 'verified' ? 0 : 0.5);
}

/** Probes an endpoint. If it has opted out of probing, the result says so. */
async function ask(prober: Prober, target: ProbeTarget, requester: Requester): Promise<ProbeResult> {
  const result = await prober.probe(target, requester);
  if (!('deferredUntil' in result)) return result;

  const detail = `The endpoint asked to be left alone until ${result.deferredUntil.toISOString()}; try again then.`;
  const outcome = { failure: 'opted_out', detail } as const;
  return { method: target.method ?? 'GET', url: target.endpoint, latencyMs: 0, outcome };
}

/** Whether an endpoint answers 402 on a random path below it that cannot exist; undefined when it does not answer. */
export async function isWildcard(
  endpoint: string,
  prober: Prober,
  requester: Requester,
): Promise<boolean | undefined> {
  const url = new URL(endpoint);
  url.pathname += `/${randomBytes(12).toString('hex')}`;
  url.search = '';
  const result = await prober.probe({ endpoint: url.href, method: 'GET' }, requester).catch(ignoreCannotAsk);
  if (!result || 'deferredUntil' in result || 'failure' in result.outcome) return undefined;

  return result.outcome.status === 402;
}

type Reader = (document: unknown, sought: SoughtEndpoint, assets: Assets) => Discovered | undefined;

const readers: Readonly<Record<DiscoverySource, Reader>> = {
  '/openapi.json': inOpenApi,
  '/.well-known/x402': inWellKnown,
};

/** OpenAPI documents nest schemas in schemas. */
const maxLevels = 64;

/**
 * Reads what the seller's own documents, on the endpoint's origin, say of an endpoint: the first that says anything. They are asked for like an
 * endpoint, so they have its limits, and `robots.txt` keeps them to themselves.
 */
async function discoverEndpoint(
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
  const read = readJson(body, maxLevels);
  return 'value' in read ? read.value : undefined;
}
