import { decodePaymentRequiredHeader } from '@x402/core/http';
import type { DescribedRequest } from '../domain/described-request.ts';
import { isObject, type JsonObject, membersOf } from '../domain/json-object.ts';
import type { PaymentTerms, Remark, SentChallenge } from '../domain/payment-terms.ts';
import { quoted } from '../domain/plain-text.ts';
import type { ProbeAnswer } from '../domain/probe.ts';
import type { OtherRail } from '../domain/rail.ts';
import { checksumFault, maxEntries, readEntry, signingFault } from './accept-entry.ts';
import { burnRemarks } from './burn-remarks.ts';
import { readDescription } from './described-request.ts';
import { sentChallenge } from './sent-challenge.ts';
import { comparedScheme, type TermsRead } from './terms.ts';

/**
 * A 402 as buyers' clients read it; or what it asks for instead, where that is nothing that is compared; or the reason why no client can pay
 * it.
 */
export type Challenge = ReadableChallenge | UnreadChallenge | { readonly fault: string };

interface UnreadChallenge {
  readonly unread: string;
  readonly rails: readonly OtherRail[];
}

interface ReadableChallenge {
  readonly x402Version: 1 | 2;
  readonly terms: readonly PaymentTerms[];
  /** Other ways to pay that stand among its entries. */
  readonly rails: readonly OtherRail[];
  readonly request?: DescribedRequest | undefined;
  readonly sent?: SentChallenge | undefined;
  readonly remarks: readonly Remark[];
}

/** Limit of remarks about single entries; remarks about the whole do not count. */
const maxEntryRemarks = 12;
const maxFaults = 3;

const headerName = 'payment-required';
const unusualNames = ['x-payment-required', 'x402'];

type Read = { readonly document: unknown } | { readonly fault: string };

/**
 * Reads the header of x402 version 2 or, without one, the body of version 1, as buyers' clients do. Clients of version 1 read no header, so a
 * body that is meant for them counts beside a header that nobody can read. `url` is where the answer came from.
 */
export function readChallenge(answer: ProbeAnswer, url?: string): Challenge {
  const header = answer.headers[headerName];
  if (header === undefined) return readBody(answer, url);

  const read = decodeHeader(header);
  const challenge = 'fault' in read ? read : readDocument(read.document, 'header', url);
  if ('terms' in challenge) return withRemarks(challenge, disagreement(challenge, answer));

  const body = readBody(answer, url);
  if (!('terms' in body)) return challenge;
  return 'fault' in challenge
    ? withRemarks(body, [headerUnreadable(challenge.fault)])
    : { ...withRemarks(body, [payableByBody]), rails: [...challenge.rails, ...body.rails] };
}

const payableByBody = remark(
  'header_and_body_disagree',
  'only clients of version 1 can pay, by the body; the header asks those of version 2 for something else',
);

/** Whether an answer means x402 at all, however broken: by a header, or by a body with its version or an entry of its terms. */
export function isOfX402(answer: ProbeAnswer): boolean {
  if ([headerName, ...unusualNames].some((name) => answer.headers[name] !== undefined)) return true;

  const read = decodeBody(answer);
  const { x402Version, accepts } = membersOf('document' in read ? read.document : undefined);
  return x402Version !== undefined || (Array.isArray(accepts) && accepts.some(isEntry));
}

/** Whether this is meant to be an entry of x402; data of other kinds also has members named `accepts`. */
function isEntry(value: unknown): boolean {
  const { scheme, network } = membersOf(value);

  return scheme !== undefined && network !== undefined;
}

function readBody(answer: ProbeAnswer, url: string | undefined): Challenge {
  const unusual = unusualNames.find((name) => answer.headers[name] !== undefined);
  const read = decodeBody(answer);
  if ('fault' in read && isEncoded(answer)) return { unread: encoded(answer), rails: [] };
  const challenge = 'fault' in read ? read : readDocument(read.document, 'body', url);
  if ('fault' in challenge) {
    const hint = unusual === undefined ? '' : `; the header is named ${unusual}, write PAYMENT-REQUIRED`;
    return { fault: challenge.fault + hint };
  }
  if ('unread' in challenge) return challenge;
  if (challenge.x402Version === 2) return { fault: inBodyAlone };
  return unusual === undefined
    ? challenge
    : withRemarks(challenge, [
        remark('header_name_unusual', `the header ${unusual} is read by no client; use PAYMENT-REQUIRED`),
      ]);
}

const inBodyAlone =
  'the terms of version 2 stand in the body alone, where no client looks; send them in the header PAYMENT-REQUIRED';

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
  try {
    const document: unknown = JSON.parse(body);
    return { document };
  } catch {
    return {
      fault: isCut
        ? 'there is no PAYMENT-REQUIRED header, and the body is too large to be read'
        : 'there is neither a PAYMENT-REQUIRED header nor a JSON body',
    };
  }
}

/** Whether a body came in an encoding that is not read here, or not in the one that it names: what stands in it is unknown. */
function isEncoded({ headers, body, isCut }: ProbeAnswer): boolean {
  const encoding = headers['content-encoding'] ?? '';

  return /\b(br|zstd|compress)\b|,/i.test(encoding) || (encoding !== '' && isCut && body === '');
}

function encoded({ headers }: ProbeAnswer): string {
  return `The body of its 402 comes in the encoding ${quoted(headers['content-encoding'])}, which was not asked for and could not be read; send it as asked (Accept-Encoding), or the terms in the header PAYMENT-REQUIRED.`;
}

function readDocument(document: unknown, where: 'header' | 'body', url: string | undefined): Challenge {
  const members = membersOf(document);
  const { x402Version, accepts } = members;
  if (x402Version !== 1 && x402Version !== 2) {
    return { fault: `the ${where} is no x402: ${versionFault(members)}` };
  }
  if (!Array.isArray(accepts)) return { fault: `the ${where} is no x402: accepts is no list` };
  if (accepts.length === 0) return withoutEntries(members);

  const nothing = accepts.indexOf(null);
  if (nothing !== -1) return { fault: `accepts[${String(nothing)}] is null, at which clients stop` };

  const entries: readonly unknown[] = accepts.slice(0, maxEntries);
  const read = entries.map((entry) => readEntry(entry, x402Version));
  const terms = read.flatMap((each) => ('terms' in each ? [each.terms] : []));
  if (terms.length === 0) return withoutTerms(read);

  const { request, remarks } = readDescription(document);
  return {
    x402Version,
    terms,
    rails: railsAmong(read),
    request,
    sent: sentChallenge(
      document,
      x402Version,
      (entry) => read[entry] !== undefined && 'terms' in read[entry],
    ),
    remarks: [
      ...entryRemarks(entries, read),
      ...beyondRead(accepts.length),
      ...burnRemarks(terms),
      ...remarks,
      ...elsewhere(members, url),
    ],
  };
}

function versionFault(document: JsonObject): string {
  const { x402Version } = document;
  const isSaid = typeof x402Version === 'number' || typeof x402Version === 'string';

  return `x402Version is ${isSaid ? quoted(x402Version) : 'missing'}; write 1 or 2`;
}

const signIn = 'sign-in-with-x';

function withoutEntries({ extensions }: JsonObject): Challenge {
  return isObject(extensions) && signIn in extensions
    ? {
        unread: `It needs a wallet sign-in (${signIn}), free of charge; such a service has no terms to compare.`,
        rails: [],
      }
    : { fault: 'accepts is empty, so there is no way to pay' };
}

function withoutTerms(read: readonly TermsRead[]): Challenge {
  const faults = faultsOf(read);
  const isOpen = read.some((each) => 'fault' in each && each.isOpen === true);
  const text = shortened(faults, maxFaults).join('; ');

  return isOpen
    ? { unread: `It asks for payment in a way that was not compared: ${text}.`, rails: railsAmong(read) }
    : { fault: text };
}

/** Each rail once. */
function railsAmong(read: readonly TermsRead[]): OtherRail[] {
  const rails = read.flatMap((each) => ('fault' in each && each.rail ? [each.rail] : []));

  return [...new Map(rails.map((each) => [each.rail, each])).values()];
}

function faultsOf(read: readonly TermsRead[]): string[] {
  return read.flatMap((each, i) => ('fault' in each ? [`accepts[${String(i)}]: ${each.fault}`] : []));
}

/** What is wrong with entries beside those that can be paid, then what prevents clients from paying these. */
function entryRemarks(entries: readonly unknown[], read: readonly TermsRead[]): Remark[] {
  const hasCompared = read.some((each) => 'terms' in each && each.terms.scheme === comparedScheme);
  const others = read.flatMap((each, i) =>
    hasCompared && 'terms' in each && each.terms.scheme !== comparedScheme
      ? [`accepts[${String(i)}]: the scheme ${quoted(each.terms.scheme)} is not compared`]
      : [],
  );
  const unsigned = entries.flatMap((entry, i) => {
    const fault = read[i] && 'terms' in read[i] ? signingFault(entry) : undefined;
    return fault === undefined ? [] : [`accepts[${String(i)}]: ${fault}`];
  });

  const mistyped = entries.flatMap((entry, i) => {
    const fault = checksumFault(entry);
    return fault === undefined ? [] : [`accepts[${String(i)}]: ${fault}`];
  });

  const all = [
    ...faultsOf(read).map((detail) => remark('entry_unusable', detail)),
    ...others.map((detail) => remark('entry_not_compared', detail)),
    ...unsigned.map((detail) => remark('entry_not_signable', detail)),
    ...mistyped.map((detail) => remark('wallet_checksum', detail)),
  ];
  const [next, ...later] = all.slice(maxEntryRemarks);

  return next ? [...all.slice(0, maxEntryRemarks), { ...next, detail: andMore(1 + later.length) }] : all;
}

/** The first `most` faults, then a line with the number of the others. */
function shortened(faults: readonly string[], most: number): string[] {
  const more = faults.length - most;

  return more > 0 ? [...faults.slice(0, most), andMore(more)] : [...faults];
}

function andMore(entries: number): string {
  return `and ${String(entries)} more entries of accepts`;
}

function beyondRead(entries: number): Remark[] {
  if (entries <= maxEntries) return [];

  const most = String(maxEntries);
  return [
    remark(
      'entry_unusable',
      `accepts has ${String(entries)} entries; only the first ${most} are read, so send no more`,
    ),
  ];
}

/** A remark on a resource that is named by another address than the one that was asked. */
function elsewhere({ resource, accepts }: JsonObject, url: string | undefined): Remark[] {
  const first: unknown = Array.isArray(accepts) ? accepts[0] : undefined;
  const named = membersOf(resource)['url'] ?? membersOf(first)['resource'];
  if (url === undefined || typeof named !== 'string') return [];

  const { origin } = new URL(url);
  const isSame = URL.parse(named, url)?.origin === origin;
  return isSame
    ? []
    : [
        remark(
          'resource_elsewhere',
          `the resource is ${quoted(named)}, not at ${origin}; clients that bind a payment to it may fail`,
        ),
      ];
}

/** Remarks on a body whose terms differ from the header's, since some clients read the body and some the header. */
function disagreement(challenge: ReadableChallenge, answer: ProbeAnswer): Remark[] {
  const read = decodeBody(answer);
  if ('fault' in read || !('accepts' in membersOf(read.document))) return [];

  const mirrored = readDocument(read.document, 'body', undefined);
  const isSame = 'terms' in mirrored && JSON.stringify(mirrored.terms) === JSON.stringify(challenge.terms);
  return isSame
    ? []
    : [remark('header_and_body_disagree', 'header and body name different terms; the header counts')];
}

function headerUnreadable(fault: string): Remark {
  return remark(
    'header_unreadable',
    `only clients of version 1 can pay, by the body; those of version 2 cannot, because of the header: ${fault}`,
  );
}

function withRemarks(challenge: ReadableChallenge, remarks: readonly Remark[]): ReadableChallenge {
  return { ...challenge, remarks: [...challenge.remarks, ...remarks] };
}

function remark(code: Remark['code'], detail: string): Remark {
  return { code, detail };
}
