import { decodePaymentRequiredHeader } from '@x402/core/http';
import { parsePaymentRequired } from '@x402/core/schemas';
import type { DescribedRequest } from '../domain/described-request.ts';
import type { PaymentTerms, Remark, SentChallenge } from '../domain/payment-terms.ts';
import { quoted } from '../domain/plain-text.ts';
import type { ProbeAnswer } from '../domain/probe.ts';
import { consideredPart, mostEntries } from './considered-part.ts';
import { readDescription } from './described-request.ts';
import { sentChallenge } from './sent-challenge.ts';
import { type AcceptEntry, readTerms } from './terms.ts';

/** A 402 as buyers' clients read it, or the reason why they cannot. */
export type Challenge =
  | {
      readonly x402Version: 1 | 2;
      readonly terms: readonly PaymentTerms[];
      readonly request?: DescribedRequest | undefined;
      readonly sent?: SentChallenge | undefined;
      readonly remarks: readonly Remark[];
    }
  | { readonly fault: string };

/** Limit of remarks about single entries; remarks about the whole do not count. */
const mostEntryRemarks = 12;

const headerName = 'payment-required';
/** Members that tell a body of x402 from the problem documents that other protocols send. */
const bodyMembers = ['x402Version', 'accepts'];
const unusualNames = ['x-payment-required', 'x402'];

type Read = { readonly document: unknown } | { readonly fault: string };

/** Reads the header of x402 version 2 or, without one, the body of version 1, as buyers' clients do. */
export function readChallenge(answer: ProbeAnswer): Challenge {
  const header = answer.headers[headerName];
  if (header === undefined) return readBody(answer);

  const read = decodeHeader(header);
  if ('fault' in read) return read;
  const challenge = readDocument(read.document, 'header');
  return 'fault' in challenge ? challenge : withRemarks(challenge, disagreement(challenge, answer));
}

/** Whether an answer means x402 at all, however broken: by a header, or by a body with members of x402. */
export function isOfX402(answer: ProbeAnswer): boolean {
  if ([headerName, ...unusualNames].some((name) => answer.headers[name] !== undefined)) return true;

  const read = decodeBody(answer);
  const document = 'document' in read && isContainer(read.document) ? read.document : {};
  return bodyMembers.some((name) => name in document);
}

function readBody(answer: ProbeAnswer): Challenge {
  const unusual = unusualNames.find((name) => answer.headers[name] !== undefined);
  const read = decodeBody(answer);
  if ('fault' in read) {
    const hint = unusual === undefined ? '' : `; the header is named ${unusual}, write PAYMENT-REQUIRED`;
    return { fault: read.fault + hint };
  }

  const challenge = readDocument(read.document, 'body');
  if ('fault' in challenge) return challenge;
  return withRemarks(challenge, [
    ...(challenge.x402Version === 2
      ? [
          remark(
            'terms_in_v2_body',
            'terms of version 2 stand in the body alone; send them in PAYMENT-REQUIRED too',
          ),
        ]
      : []),
    ...(unusual === undefined
      ? []
      : [remark('header_name_unusual', `the header ${unusual} is read by no client; use PAYMENT-REQUIRED`)]),
  ]);
}

function decodeHeader(header: string): Read {
  try {
    const document: unknown = decodePaymentRequiredHeader(header);
    return { document };
  } catch {
    return {
      fault: `the PAYMENT-REQUIRED header ${headerFault(header)}; send base64 of the JSON (RFC 4648, section 4)`,
    };
  }
}

function headerFault(header: string): string {
  if (header.trimStart().startsWith('{')) return 'is plain JSON';
  if (/^[\w-]+={0,2}$/.test(header)) return 'is base64url or holds no JSON';
  return 'is not base64 of JSON';
}

function decodeBody({ body, isCut }: ProbeAnswer): Read {
  if (isCut) return { fault: 'there is no PAYMENT-REQUIRED header, and the body is too large to be read' };

  try {
    const document: unknown = JSON.parse(body);
    return { document };
  } catch {
    return { fault: 'there is neither a PAYMENT-REQUIRED header nor a JSON body' };
  }
}

function readDocument(document: unknown, where: 'header' | 'body'): Challenge {
  const considered = consideredPart(document);
  const parsed = parsePaymentRequired(considered);
  if (!parsed.success) {
    return { fault: `the ${where} breaks the x402 schema: ${issuesOf(considered, parsed.error.issues)}` };
  }

  const { x402Version, accepts } = parsed.data;
  const read = accepts.map((entry: AcceptEntry) => readTerms(entry));
  const terms = read.flatMap((each) => ('terms' in each ? [each.terms] : []));
  const faults = read.flatMap((each, i) => ('fault' in each ? [`accepts[${String(i)}]: ${each.fault}`] : []));
  if (terms.length === 0) return { fault: shortened(faults, mostFaults).join('; ') };

  const entries = [...shortened(faults, mostEntryRemarks), ...beyondConsidered(document)];
  const { request, remarks } = readDescription(document);
  const unusable = entries.map((entry) => remark('entry_unusable', entry));
  const sent = sentChallenge(
    document,
    x402Version,
    (entry) => read[entry] !== undefined && 'terms' in read[entry],
  );
  return { x402Version, terms, request, sent, remarks: [...unusable, ...remarks] };
}

/** The first `most` faults, then a line with the number of the others. */
function shortened(faults: readonly string[], most: number): string[] {
  const more = faults.length - most;

  return more > 0 ? [...faults.slice(0, most), `and ${String(more)} more entries of accepts`] : [...faults];
}

function beyondConsidered(document: unknown): string[] {
  const accepts = isContainer(document) ? document['accepts'] : undefined;
  if (!Array.isArray(accepts) || accepts.length <= mostEntries) return [];

  const most = String(mostEntries);
  return [`accepts has ${String(accepts.length)} entries; only the first ${most} are read, so send no more`];
}

interface SchemaIssue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const shownIssues = 3;
const mostFaults = 3;

function issuesOf(document: unknown, issues: readonly SchemaIssue[]): string {
  if (!isContainer(document) || !('x402Version' in document)) return 'x402Version is missing; write 1 or 2';
  if (Array.isArray(document['accepts']) && document['accepts'].length === 0) {
    return 'accepts is empty, so there is no way to pay';
  }

  return issues
    .slice(0, shownIssues)
    .map(({ path, message }) => `${path.join('.') || 'the whole'}: ${message}${valueAt(document, path)}`)
    .join('; ');
}

function valueAt(document: unknown, path: readonly (string | number)[]): string {
  const value = path.reduce<unknown>((at, key) => (isContainer(at) ? at[key] : undefined), document);

  return typeof value === 'string' || typeof value === 'number' ? ` (it is ${quoted(value)})` : '';
}

/** Remarks on a body whose terms differ from the header's, since some clients read the body and some the header. */
function disagreement(challenge: Exclude<Challenge, { fault: string }>, answer: ProbeAnswer): Remark[] {
  const read = decodeBody(answer);
  if ('fault' in read || !isContainer(read.document) || !('accepts' in read.document)) return [];

  const mirrored = readDocument(read.document, 'body');
  const isSame = 'terms' in mirrored && JSON.stringify(mirrored.terms) === JSON.stringify(challenge.terms);
  return isSame
    ? []
    : [remark('header_and_body_disagree', 'header and body name different terms; the header counts')];
}

function withRemarks(
  challenge: Exclude<Challenge, { fault: string }>,
  remarks: readonly Remark[],
): Challenge {
  return { ...challenge, remarks: [...challenge.remarks, ...remarks] };
}

function remark(code: Remark['code'], detail: string): Remark {
  return { code, detail };
}

/** An object or a list. */
function isContainer(value: unknown): value is Record<string | number, unknown> {
  return typeof value === 'object' && value !== null;
}
