import type { OtherRail } from '../../domain/rail.ts';
import type { JsonObject } from '../../domain/json-object.ts';

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

export function crawlerRail(header: string | undefined): OtherRail | undefined {
  const [, asset] = crawlerPrice.exec(header ?? '') ?? [];

  return asset === undefined ? undefined : { rail: 'cloudflare', ...nothingSaid, asset };
}
