import type { ProbeResult, ProbeTarget } from '../domain/probe.ts';
import type { ValidationRequest } from '../domain/validation-request.ts';
import { examine, type Examination } from '../verification/examine.ts';
import type { FieldComparison } from '../domain/observation.ts';
import { type Validation, validationOf } from '../views/validation.ts';
import { isWildcard } from './is-wildcard.ts';
import type { Prober } from './ports.ts';

/**
 * Probes an endpoint now, as the catalog would, and reports what its seller should fix. Writes nothing.
 * @throws {CannotAsk} when this machine cannot probe, or when too many people are waiting already; a `pass` waits instead.
 */
export async function validateEndpoint(
  request: ValidationRequest,
  prober: Prober,
  who: 'person' | 'pass' = 'person',
): Promise<Validation> {
  const { endpoint, method } = request;
  const examination = compare(await ask(prober, { endpoint, method }, who), request);
  const hasTerms = examination.terms.length > 0;

  return validationOf(examination, hasTerms ? await isWildcard(endpoint, prober, who) : undefined);
}

/** Terms missing from the request are filled in from the live terms, so that they match, and left out of the comparison. */
function compare(result: ProbeResult, { pricing, x402Config }: ValidationRequest): Examination {
  const seen = examine(result, undefined);
  const [live] = seen.terms;
  if (!live || (!pricing && !x402Config)) return seen;

  const examination = examine(result, {
    pricing: pricing ?? { currency: live.currency ?? '', pricePerRequest: live.price ?? '0' },
    x402Config: x402Config ?? { paymentAddress: live.payTo, network: live.network },
  });
  const given: FieldComparison['field'][] = [
    ...(pricing ? (['price', 'asset'] as const) : []),
    ...(x402Config ? (['payTo', 'network'] as const) : []),
  ];
  return { ...examination, fields: examination.fields.filter(({ field }) => given.includes(field)) };
}

/** Respects an endpoint's request to be left alone, and reports it as an opt-out. */
async function ask(prober: Prober, target: ProbeTarget, who: 'person' | 'pass'): Promise<ProbeResult> {
  const result = await prober.probe(target, who);
  if (!('deferredUntil' in result)) return result;

  const detail = `The endpoint asked to be left alone until ${result.deferredUntil.toISOString()}; try again then.`;
  const outcome = { failure: 'opted_out', detail } as const;
  return { method: target.method ?? 'GET', url: target.endpoint, latencyMs: 0, outcome };
}
