import type { Assets } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { isZero } from '../domain/decimal.ts';
import { isDocsUrl } from '../domain/docs-url.ts';
import { hostOf, type EndpointPolicy, parseEndpoint } from '../domain/endpoint-url.ts';
import { fieldProblem } from '../domain/field-problem.ts';
import { PricePerRequest } from '../domain/money.ts';
import { chainName, familyOn, isTestnet } from '../domain/network.ts';
import type { Offer, RequestExample } from '../domain/offer.ts';
import { canonicalAddress } from '../domain/payment-address.ts';
import type { PaymentTerms } from '../domain/payment-terms.ts';
import { codePoints, maxCharacters, normalizeLine, printable, quoted } from '../domain/plain-text.ts';
import type { ProbeMethod } from '../domain/described-request.ts';
import type { DeclaredTerms, EditableService } from '../domain/service.ts';
import { maxOffers } from '../domain/service-rules.ts';
import { maxTags, tagForm } from '../domain/tag.ts';
import { maxEntries } from '../verification/accept-entry.ts';
import { readDescription } from '../verification/described-request.ts';
import { type JsonObject, membersOf } from '../domain/json-object.ts';
import {
  type AcceptEntry,
  comparedScheme,
  priced,
  readTerms,
  type TermsRead,
} from '../verification/terms.ts';
import { acceptsIn, addressIn, isOfMcp, isOnHost } from './entry.ts';
import { type LeftOut, leftOut } from './left-out.ts';
import { isPlaceholderHost, isPlaceholderText, isPlaceholderWallet, templateIn } from './placeholders.ts';
import { queryOf, requestOf, withoutQuery } from './request-of.ts';
import { speaksForItself, type Source } from './source.ts';
import { networkCalled, statedTerms } from './stated-terms.ts';

/** A service as its source lists it: all that a declaration needs, except a distinct name and a category of this catalog. */
export interface Resource {
  /** What its seller calls it; absent where nobody names it. */
  readonly name?: string;
  /** The text that decides its category: its description, after its name where the source gives it one. */
  readonly about: string;
  readonly description: string;
  readonly endpoint: string;
  /** What the source calls its category, the most certain first: ids, names and tags. */
  readonly categories: readonly string[];
  readonly terms: DeclaredTerms;
  readonly offers: readonly Offer[];
  readonly request?: RequestExample;
  /** What the source says of it beside, in the form of this catalog. */
  readonly details: Pick<EditableService, 'docsUrl' | 'tags'>;
}

export interface ReadingRules {
  readonly source: Source;
  readonly assets: Assets;
  readonly policy: EndpointPolicy;
}

/** Characters of JSON that an entry may have: many times what an entry with schemas needs. */
const maxEntryLength = 256 * 1024;

const maxCategories = 8;

/** Reads an entry of any form and version, or says why it is left out. */
export function readResource(item: unknown, rules: ReadingRules): Resource | LeftOut {
  const address = addressIn(item, rules.source.url);
  const resource = printable(address?.url ?? '', 500);
  if (isOfMcp(item)) return leftOut(resource, acceptsIn(item).length > 0 ? 'mcp_tool' : 'mcp_unpriced');
  if (!address) return leftOut('', 'not_an_entry', { value: item });
  if (address.isRelative && !speaksForItself(rules.source)) {
    return leftOut(resource, 'relative', { value: address.url, detail: unreadOf(item) });
  }

  const parsed = endpointIn(address.url, resource, rules);
  if ('code' in parsed) return parsed;
  if (JSON.stringify(item).length > maxEntryLength) return leftOut(resource, 'too_long');

  const { endpoint, query } = parsed;
  const terms = termsIn(item, resource, rules);
  if ('code' in terms) return terms;
  const { name, description, categories, details } = textsIn(item);
  if (description === undefined) return leftOut(resource, 'no_description');

  return {
    ...(name === undefined ? {} : { name }),
    about: name === undefined ? description : `${name}. ${description}`,
    ...{ description, endpoint, categories, details },
    ...waysIn(item, terms, address.methods, query),
  };
}

/** How to pay a service, and how to ask it. */
function waysIn(
  item: unknown,
  { main, others }: ReadTerms,
  methods: readonly ProbeMethod[],
  query: Readonly<Record<string, string>>,
): Pick<Resource, 'terms' | 'offers' | 'request'> {
  const request = requestIn(item, methods, query);

  return {
    terms: declaredTerms(main),
    offers: offersOf(main, others, request?.method),
    ...(request === undefined ? {} : { request }),
  };
}

/** How to ask the service of an entry: by the method that it describes or, where it names a single one, by that. */
export function requestIn(
  item: unknown,
  [method, ...otherMethods]: readonly ProbeMethod[],
  query: Readonly<Record<string, string>>,
): RequestExample | undefined {
  const { extensions, outputSchema } = membersOf(item);
  const accepts = acceptsIn(item);
  const { request } = readDescription({
    accepts: outputSchema === undefined ? accepts : [...accepts, { outputSchema }],
    extensions,
  });
  const named = otherMethods.length === 0 && method !== undefined ? { method } : {};

  return requestOf(query, { ...named, ...request });
}

/** Why the endpoint of an entry showed no terms; undefined where it was not asked, or showed them. */
function unreadOf(item: unknown): string | undefined {
  const { unread } = membersOf(item);

  return typeof unread === 'string' ? unread : undefined;
}

/** The endpoint of a URL, and the query that requests to it need; or the rule that it breaks. */
function endpointIn(
  url: string,
  resource: string,
  { source, policy }: ReadingRules,
): { readonly endpoint: string; readonly query: Readonly<Record<string, string>> } | LeftOut {
  const query = queryOf(url);
  const parsed = parseEndpoint(query ? withoutQuery(url) : url, policy);
  const template = templateIn(url);
  if (template !== undefined) return leftOut(resource, 'placeholder', { value: template });
  if ('faults' in parsed) {
    const [fault = 'endpoint_not_url'] = parsed.faults;
    const { code, detail } = fieldProblem(fault, ['endpoint'], { value: url });
    return { resource, code, detail: printable(detail, 1_000) };
  }

  const { endpoint } = parsed;
  const host = hostOf(endpoint);
  if (isPlaceholderHost(host) && !policy.allowInsecure) {
    return leftOut(resource, 'placeholder', { value: host });
  }
  const own = speaksForItself(source) ? URL.parse(source.url)?.hostname : undefined;
  if (own !== undefined && !isOnHost(endpoint, own)) {
    return leftOut(resource, 'elsewhere', { value: endpoint });
  }
  return { endpoint, query: query ?? {} };
}

type PricedTerms = PaymentTerms & { readonly currency: string; readonly price: string };

/** The terms that the catalog can list: the best ones, and further ones. */
interface ReadTerms {
  readonly main: PricedTerms;
  readonly others: readonly PricedTerms[];
}

/** The terms of an entry, those of fixed prices first; or why there are none. */
function termsIn(item: unknown, resource: string, { assets }: ReadingRules): ReadTerms | LeftOut {
  const accepts = acceptsIn(item).slice(0, maxEntries);
  const stated = accepts.length === 0 ? statedTerms(item, assets) : undefined;
  const unread = unreadOf(item);
  if (accepts.length === 0 && !stated) {
    return unread === undefined
      ? leftOut(resource, 'no_terms')
      : leftOut(resource, 'terms_unread', { detail: unread });
  }

  const read = stated ? [readTerms(stated)] : accepts.map((entry) => readPriced(entry, assets));
  const payable = read.flatMap((each) => ('terms' in each ? [priced(each.terms, assets)] : []));
  const onMain = payable.filter(({ network }) => !isTestnet(network));
  const known = onMain.filter(isPriced);
  const paid = known.filter(({ price }) => !isZero(price));
  const usable = paid.filter(({ payTo }) => !isPlaceholderWallet(payTo)).toSorted(byScheme);
  const listable = usable.filter(({ price }) => PricePerRequest.safeParse(price).success);
  // An entry whose prices are all too large to be listed is refused by the rule for them.
  const [main, ...others] = listable.length > 0 ? listable : usable;
  if (main) return { main, others };

  if (paid[0]) return leftOut(resource, 'placeholder', { value: paid[0].payTo });
  if (known[0]) return leftOut(resource, 'free');
  if (onMain[0]) return leftOut(resource, 'token_unknown', { value: onMain[0].asset });
  if (payable[0]) return leftOut(resource, 'test_network', { value: chainName(payable[0].network) });
  const [fault = ''] = read.flatMap((each) => ('fault' in each ? [each.fault] : []));
  return leftOut(resource, 'terms_unusable', {
    detail: unread === undefined ? fault : `${fault}, and the endpoint did not tell better ones: ${unread}`,
  });
}

/** Schemes whose amount is the price of a request, or its upper limit. */
const pricedSchemes = ['exact', 'upto', 'batch-settlement', 'auth-capture'];

function readPriced(entry: unknown, assets: Assets): TermsRead {
  const read = readTerms(acceptOf(entry, assets));
  if ('fault' in read || pricedSchemes.includes(read.terms.scheme)) return read;

  return { fault: `the scheme ${quoted(read.terms.scheme)} names no price that is known here` };
}

/**
 * An entry of `accepts`, with empty texts in place of what is missing, so that `readTerms` says what is wrong. One that has its price in words,
 * as servers are configured, is read as such.
 */
function acceptOf(entry: unknown, assets: Assets): AcceptEntry {
  const { scheme, network, payTo, asset, amount, maxAmountRequired } = membersOf(entry);
  // Networks have short names in version 1 alone, whose clients read no other amount.
  const isOfV1 = typeof network === 'string' && !network.includes(':');
  const units = isOfV1 ? (maxAmountRequired ?? amount) : (amount ?? maxAmountRequired);
  const stated = units === undefined ? statedTerms(entry, assets) : undefined;
  if (stated) return { ...stated, scheme: textOf(scheme) || stated.scheme };

  return {
    scheme: textOf(scheme),
    network: networkCalled(network)?.caip2 ?? textOf(network),
    payTo: textOf(payTo),
    asset: textOf(asset),
    amount: typeof units === 'number' ? String(units) : units,
  };
}

function isPriced(terms: PaymentTerms): terms is PricedTerms {
  return terms.currency !== undefined && terms.price !== undefined;
}

/** A price that is certain comes before one that is an upper limit; otherwise the order of the seller counts. */
function byScheme(a: PaymentTerms, b: PaymentTerms): number {
  return Number(!isExact(a)) - Number(!isExact(b));
}

function isExact({ scheme }: PaymentTerms): boolean {
  return scheme === comparedScheme;
}

function declaredTerms({ network, payTo, currency, price }: PricedTerms): DeclaredTerms {
  return {
    pricing: { currency: currencyOf(currency), pricePerRequest: price },
    x402Config: { paymentAddress: canonicalAddress(familyOn(network), payTo), network: chainName(network) },
  };
}

/**
 * The further ways to pay, each once, whose amount is a price. An offer has a method, so there are none where the source does not tell it.
 */
function offersOf(
  main: PricedTerms,
  others: readonly PricedTerms[],
  method: Offer['method'] | undefined,
): Offer[] {
  if (method === undefined) return [];

  const { paymentAddress: usual } = declaredTerms(main).x402Config;
  const seen = new Set([JSON.stringify(declaredTerms(main))]);
  const offers = others.filter(isExact).flatMap((each): Offer[] => {
    const { pricing, x402Config } = declaredTerms(each);
    const key = JSON.stringify({ pricing, x402Config });
    if (seen.has(key)) return [];

    seen.add(key);
    const { network, paymentAddress } = x402Config;
    return [{ method, network, pricing, ...(paymentAddress === usual ? {} : { paymentAddress }) }];
  });
  return offers.slice(0, maxOffers);
}

interface Texts {
  readonly name: string | undefined;
  readonly description: string | undefined;
  readonly categories: readonly string[];
  readonly details: Resource['details'];
}

/** The texts of an entry. What another Tollbook says of it comes first, then what the entry says, then its parts. */
function textsIn(item: unknown): Texts {
  const members = membersOf(item);
  const { tollbook, bazaar } = membersOf(members['extensions']);
  const accepts = acceptsIn(item).slice(0, maxEntries);
  const parts: JsonObject[] = [
    tollbook,
    members,
    members['resource'],
    members['metadata'],
    bazaar,
    membersOf(bazaar)['info'],
    ...accepts,
  ].map(membersOf);
  const all = (...names: readonly string[]): string[] =>
    parts.flatMap((part) => names.map((name) => lineOf(part[name]))).filter((text) => text !== '');
  const tags = parts.flatMap(({ tags }) => (Array.isArray(tags) ? tags.map(lineOf) : []));
  const categories = new Set(all('category'));

  const name = all('serviceName', 'displayName', 'name', 'title').find((text) => !isAddress(text));
  const description = all('description', 'summary').find((text) => !isPlaceholderText(text));
  return {
    name: name === undefined ? undefined : cutTo(name, maxCharacters.name),
    description: description === undefined ? undefined : cutTo(description, maxCharacters.description),
    categories: [...new Set([...categories, ...tags.filter((tag) => tag !== '')])].slice(0, maxCategories),
    details: detailsOf(
      all('docsUrl', 'documentation', 'documentationUrl', 'docs'),
      tags.filter((tag) => !categories.has(tag)),
    ),
  };
}

/** The first address of documentation, and the tags, as far as this catalog can list them. */
function detailsOf(addresses: readonly string[], given: readonly string[]): Texts['details'] {
  const docsUrl = addresses.find(isDocsUrl);
  const tags = [...new Set(given.map(tagOf))].filter((tag) => tagForm.test(tag)).slice(0, maxTags);

  return { ...(docsUrl === undefined ? {} : { docsUrl }), ...(tags.length === 0 ? {} : { tags }) };
}

/** A tag in the form of this catalog: "Machine Learning" is `machine-learning`. */
function tagOf(text: string): string {
  return text.toLowerCase().replaceAll(/[\s_/.]+/g, '-');
}

/** Whether a name is only where the service is. */
function isAddress(name: string): boolean {
  return /^(?:https?:|(?:[A-Z]+ )?\/|(?:[a-z0-9-]+\.)+[a-z]{2,}\/)/i.test(name);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function lineOf(value: unknown): string {
  return normalizeLine(textOf(value).replaceAll(/\s+/g, ' '));
}

function cutTo(text: string, most: number): string {
  if (text.length <= most || codePoints(text) <= most) return text;

  return `${Array.from(text)
    .slice(0, most - 1)
    .join('')
    .trimEnd()}…`;
}
