import { otherBodies, requestSources, unshownFields, valuesAreMadeUp } from '#texts/call.ts';
import type { DescribedRequest, ProbeMethod } from '../domain/described-request.ts';
import type { RequestExample } from '../domain/offer.ts';
import { hiddenCharacter } from '../domain/plain-text.ts';
import type { ObservedView } from '../views/observed-terms.ts';
import { exampleValue } from './example-value.ts';
import { type RequestField, requestFields } from './request-fields.ts';
import type { RequestToSend } from './snippets.ts';

/** How a buyer asks a service, and who says so. */
export interface ShownRequest {
  readonly method: ProbeMethod;
  readonly source: string;
  readonly fields: readonly RequestField[];
  /** What a buyer should know before sending it. */
  readonly notes: readonly string[];
  /** All that is said of the request. */
  readonly json: string;
}

interface FoundRequest {
  /** The request that code sends. */
  readonly example: RequestToSend;
  /** Null where nobody says more than the method. */
  readonly shown: ShownRequest | null;
  /** What a paid request is answered with, as the live 402 says; null where it does not. */
  readonly output: string | null;
}

type Live = Pick<ObservedView, 'method' | 'request'>;
type Sent = Omit<RequestToSend, 'method'>;

const maxFields = 30;

/** The request of a service: as its live 402 describes it or, where that says nothing of the input, as its owner declares it. */
export function requestOf(declared: RequestExample | undefined, live: Live): FoundRequest {
  const { output, ...input } = live.request ?? {};
  const { query, body, headers } = input;
  const isDescribed = query !== undefined || body !== undefined || headers !== undefined;
  const method = input.method ?? live.method ?? (body ? 'POST' : 'GET');
  const found = isDescribed ? describedRequest({ ...input, method }) : declaredRequest(declared, method);

  return { ...found, output: output === undefined ? null : visibleJson(output) };
}

function declaredRequest(
  declared: RequestExample | undefined,
  method: ProbeMethod,
): Omit<FoundRequest, 'output'> {
  if (declared === undefined) return { example: { method }, shown: null };

  const example = { ...declared, method: declared.method ?? method };
  return {
    example,
    shown: {
      method: example.method,
      source: requestSources.declared,
      fields: [],
      notes: [],
      json: visibleJson(example),
    },
  };
}

function describedRequest(
  input: DescribedRequest & { readonly method: ProbeMethod },
): Omit<FoundRequest, 'output'> {
  const { method, body } = input;
  const [query, sentBody] = [queryOf(input), bodyOf(input)];
  const fields = requestFields(input);
  const unshown = fields.length - maxFields;
  const isMadeUp = (query.isMadeUp ?? false) || (sentBody.isMadeUp ?? false);

  return {
    example: { method, ...query.sent, ...sentBody.sent },
    shown: {
      method,
      source: requestSources.observed,
      fields: fields.slice(0, maxFields),
      notes: [
        ...(isMadeUp ? [valuesAreMadeUp] : []),
        ...(body === undefined || body.type === 'json' ? [] : [otherBodies[body.type]]),
        ...(unshown > 0 ? [unshownFields({ count: unshown })] : []),
      ],
      json: visibleJson(input),
    },
  };
}

interface Part {
  readonly sent: Sent;
  /** Whether values were made up, since the seller gives none. */
  readonly isMadeUp?: boolean;
}

function queryOf({ query }: DescribedRequest): Part {
  if (query?.example) return { sent: { query: query.example } };

  const made = query?.schema && exampleValue(query.schema);
  if (typeof made !== 'object' || made === null || Object.keys(made).length === 0) return { sent: {} };
  return { sent: { query: Object.fromEntries(Object.entries(made).map(asParameter)) }, isMadeUp: true };
}

function asParameter([name, value]: [string, unknown]): [string, string] {
  return [name, typeof value === 'string' ? value : JSON.stringify(value)];
}

/** A body that is not JSON is left to the buyer. */
function bodyOf({ method, body }: DescribedRequest): Part {
  if (body === undefined || method === 'GET') return { sent: {} };
  if (body.type !== 'json') return { sent: { lacksBody: true } };
  if (body.example !== undefined) return { sent: { body: body.example } };

  return body.schema ? { sent: { body: exampleValue(body.schema) }, isMadeUp: true } : { sent: {} };
}

/** JSON for people, with hidden characters escaped. */
function visibleJson(value: unknown): string {
  return Array.from(JSON.stringify(value, null, 2), (char) =>
    char === '\n' || hiddenCharacter(char) === undefined ? char : escaped(char),
  ).join('');
}

function escaped(char: string): string {
  return Array.from(
    { length: char.length },
    (_, i) => `\\u${char.charCodeAt(i).toString(16).padStart(4, '0')}`,
  ).join('');
}
