import type { ProbeAnswer } from '../../domain/probe.ts';
import type { OtherRail } from '../../domain/rail.ts';
import type { JsonObject } from '../../domain/json-object.ts';
import { type HttpChallenge, httpChallenges, maxHeaderCharacters, type RailRead } from './http-challenges.ts';
import { l402Rail } from './l402.ts';
import { mppRail } from './mpp.ts';

/** Most ways to pay that are read from one answer. */
export const maxRails = 8;

/** Faults that are reported of one answer. */
const maxFaults = 4;

const readers: ReadonlyMap<string, readonly [name: string, read: (challenge: HttpChallenge) => RailRead]> =
  new Map([
    ['payment', ['Payment', mppRail]],
    ['l402', ['L402', l402Rail]],
    ['lsat', ['LSAT', l402Rail]],
  ]);

export interface RailsRead {
  /** In the order of the header. */
  readonly rails: readonly OtherRail[];
  /** One sentence for each challenge that no client can pay by. */
  readonly faults: readonly string[];
}

const nothing: RailsRead = { rails: [], faults: [] };

/** The ways to pay that the challenges of an answer offer beside or instead of x402. */
export function readRails({ headers }: Pick<ProbeAnswer, 'headers'>): RailsRead {
  const crawler = crawlerRail(headers['crawler-price']);
  const header = headers['www-authenticate'];
  if (header === undefined) return crawler ? { rails: [crawler], faults: [] } : nothing;
  if (header.length > maxHeaderCharacters) {
    return {
      rails: [],
      faults: [`WWW-Authenticate is longer than ${String(maxHeaderCharacters)} characters`],
    };
  }

  const rails: OtherRail[] = crawler ? [crawler] : [];
  const faults: string[] = [];
  for (const challenge of httpChallenges(header)) {
    const [name, read] = readers.get(challenge.scheme) ?? [];
    if (!read || name === undefined) continue;

    const one = challenge.fault === undefined ? read(challenge) : { fault: challenge.fault };
    const fault = 'fault' in one ? one.fault : repetition(one.rail, rails);
    if (fault !== undefined) faults.push(`the challenge ${name} ${fault}`);
    else if ('rail' in one) rails.push(one.rail);
    if (rails.length === maxRails) break;
  }
  return { rails, faults: faults.slice(0, maxFaults) };
}

/** MPP allows one challenge for each method and intent. */
function repetition({ rail, method, intent }: OtherRail, before: readonly OtherRail[]): string | undefined {
  const isRepeated =
    rail === 'mpp' && before.some((each) => each.method === method && each.intent === intent);

  return isRepeated ? `repeats the method ${String(method)} with the intent ${String(intent)}` : undefined;
}

/** Ways to pay that no wallet has, by how the networks and schemes begin under which sellers put them among the entries of x402. */
const beginnings: readonly (readonly [rail: OtherRail['rail'], name: RegExp])[] = [
  ['cloudflare', /^cloudflare\b/i],
  ['aws-marketplace', /^aws\b/i],
  ['card', /^(stripe|card|visa|mastercard)\b/i],
];

const nothingSaid = { intent: null, network: null, asset: null, amountAtomic: null, payTo: null };

/** The way to pay that an entry of `accepts` names in place of a network; undefined for one of x402. */
export function railNamed({ network, scheme }: JsonObject): OtherRail | undefined {
  const names = [network, scheme].filter((name) => typeof name === 'string');
  const [rail] = beginnings.find(([, name]) => names.some((each) => name.test(each))) ?? [];

  return rail && { rail, ...nothingSaid };
}

/** The price of Cloudflare's pay per crawl, which stands in a header: `USD 0.01`. */
const crawlerPrice = /^([A-Z]{3}) \d/;

function crawlerRail(header: string | undefined): OtherRail | undefined {
  const [, asset] = crawlerPrice.exec(header ?? '') ?? [];

  return asset === undefined ? undefined : { rail: 'cloudflare', ...nothingSaid, asset };
}
