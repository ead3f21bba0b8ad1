import type { Assets } from '../../domain/asset.ts';
import { currencyOf } from '../../domain/currency.ts';
import type { Discovered, SoughtEndpoint } from '../../domain/discovered.ts';
import type { PaymentTerms } from '../../domain/payment-terms.ts';
import { maxEntries } from '../accept-entry.ts';
import { methodNamed } from '../described-request.ts';
import { isObject, type JsonObject, membersOf } from '../../domain/json-object.ts';
import { maxRails } from '../rails/rails.ts';
import { x402Rail } from '../../domain/rail.ts';
import { priced, readTerms } from '../terms.ts';
import { maxCharacters, shownLine } from '../../domain/plain-text.ts';

/** Entries of a document that are looked at. */
const maxResources = 2_000;

/** The members under which documents list what they sell; no draft is final yet. */
const lists = ['items', 'resources', 'endpoints', 'apis', 'paid_endpoints', 'services'];

/** Under which their entries name where they are. */
const addresses = ['url', 'resource', 'endpoint', 'path'];

/** What `/.well-known/x402` says of an endpoint; undefined where it names its address alone. */
export function inWellKnown(
  document: unknown,
  sought: SoughtEndpoint,
  assets: Assets,
): Discovered | undefined {
  const entry = lists
    .flatMap((name) => listOf(membersOf(document)[name], maxResources))
    .filter(isObject)
    .find((each) => isAbout(each, sought));

  return entry && withoutEmpty(discoveredOf(entry, assets));
}

function listOf(value: unknown, most: number): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, most) : [];
}

function isAbout(entry: JsonObject, { url, method }: SoughtEndpoint): boolean {
  const named = [membersOf(entry['resource']), entry]
    .flatMap((members) => addresses.map((name) => members[name]))
    .find((value) => typeof value === 'string');
  const address = named === undefined ? null : URL.parse(named, url.origin);
  const asked = methodOf(entry);

  return (
    address?.origin === url.origin &&
    withoutSlash(address.pathname) === withoutSlash(url.pathname) &&
    (asked === undefined || method === undefined || asked === method)
  );
}

function withoutSlash(path: string): string {
  return path.endsWith('/') ? path.slice(0, -1) : path;
}

function methodOf({ method, input }: JsonObject): SoughtEndpoint['method'] {
  return methodNamed(method ?? membersOf(input)['method']);
}

function discoveredOf(entry: JsonObject, assets: Assets): Discovered {
  const about = membersOf(entry['resource']);
  const name = shownLine(maxCharacters.name, entry['name'], about['serviceName']);
  const description = shownLine(maxCharacters.description, entry['description'], about['description']);
  const method = methodOf(entry);
  const terms = listOf(entry['accepts'], maxEntries).flatMap((each) => termsIn(each, assets));
  const [first] = terms;

  return {
    source: '/.well-known/x402',
    ...(name === undefined ? {} : { name }),
    ...(description === undefined ? {} : { description }),
    ...(method === undefined ? {} : { method }),
    ...(first?.price === undefined ? {} : { price: first.price }),
    ...(first?.currency === undefined ? {} : { currency: currencyOf(first.currency) }),
    ...(first ? { network: first.network, payTo: first.payTo } : {}),
    rails: terms.slice(0, maxRails).map(x402Rail),
  };
}

function termsIn(entry: unknown, assets: Assets): PaymentTerms[] {
  const { scheme, network, payTo, asset, amount, maxAmountRequired } = membersOf(entry);
  if (typeof scheme !== 'string' || typeof network !== 'string') return [];
  if (typeof payTo !== 'string' || typeof asset !== 'string') return [];

  const read = readTerms({ scheme, network, payTo, asset, amount, maxAmountRequired });
  return 'terms' in read ? [priced(read.terms, assets)] : [];
}

function withoutEmpty(discovered: Discovered): Discovered | undefined {
  const { source: _, rails, ...facts } = discovered;

  return rails.length === 0 && Object.keys(facts).length === 0 ? undefined : discovered;
}
