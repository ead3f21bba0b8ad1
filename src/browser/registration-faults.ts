import { addressIn, type AddressJudge, readEndpoint } from '../domain/endpoint-text.ts';
import { formNames } from '../domain/declared-fields.ts';
import { isDocsUrl } from '../domain/docs-url.ts';
import { maxTags, tagForm } from '../domain/tag.ts';
import { currencySymbol } from '../domain/currency.ts';
import { plainDecimal } from '../domain/decimal.ts';
import type { FieldCode } from '../domain/field-problem.ts';
import { isBetween, isFreeQuota, isVaryingPrice, readPriceRange } from '../domain/price-range.ts';
import { findNetwork, isNetworkId } from '../domain/network.ts';
import type { walletFault } from '../domain/payment-address.ts';
import {
  lineFaults,
  listIn,
  maxCharacters,
  normalizeLine,
  normalizeParagraph,
} from '../domain/plain-text.ts';
import { countOf } from './declaration-form.ts';
import type { FormProblem } from './form-problems.ts';

/*
 * The catalog's own rules, field by field. The server judges by the schemas that are made of them; a page does without these, because they
 * are larger than all other scripts of the form together.
 */

/** What a registration form holds, by the names of its fields; a field that is not there is empty. */
export type FormTexts = Readonly<Partial<Record<RegistrationName, string>>>;

type RegistrationName = keyof typeof rules;

interface FormFacts {
  readonly range: ReturnType<typeof readPriceRange>;
  readonly network: string;
  readonly categories: readonly string[];
  readonly judges: Judges;
}

/** The large parts of the rules. Few endpoints have an IP address for a host, and a wallet is typed late, so a page loads them when it needs them. */
interface Judges {
  readonly isPublicAddress?: AddressJudge;
  readonly walletFault?: typeof walletFault;
}

type Rule = (text: string, form: FormFacts) => readonly FieldCode[];

const rules = {
  endpoint: (text, { judges }) => {
    const { isPublicAddress = () => true } = judges;
    const parsed = readEndpoint(text, { allowInsecure: false }, isPublicAddress);
    return 'faults' in parsed ? parsed.faults : [];
  },
  name: (text) => lineFaults(normalizeLine(text), maxCharacters.name),
  description: (text) => lineFaults(normalizeParagraph(text), maxCharacters.description),
  category: (text, { categories }) => unless(categories.includes(text), 'category_unknown'),
  docsUrl: (text) => unless(isDocsUrl(text), 'docs_url_invalid'),
  tags: tagFaults,
  'pricing.pricePerRequest': priceFaults,
  'pricing.currency': (text) => unless(currencySymbol.test(text), 'currency_invalid'),
  price: (text) => unless(isVaryingPrice(readPriceRange(text)), 'price_range_invalid'),
  'pricing.freeQuota': (text) => unless(isFreeQuota(countOf(text)), 'free_quota_invalid'),
  'x402Config.network': (text) => unless(isNetworkId(text), 'network_unknown'),
  'x402Config.paymentAddress': walletFaults,
} as const satisfies Readonly<Record<string, Rule>>;

const optional: readonly string[] = ['price', 'pricing.freeQuota', ...formNames];

/** Everything that is wrong with a registration, in the order of its form. Only the server knows whether its endpoint is listed already. */
export function registrationFaults(
  texts: FormTexts,
  categories: readonly string[],
  judges: Judges,
): FormProblem[] {
  const network = texts['x402Config.network'] ?? '';
  const range = readPriceRange(texts.price ?? '');

  return Object.entries<Rule>(rules).flatMap(([name, rule]) => {
    const text = texts[name as RegistrationName] ?? '';
    const codes = text === '' ? missing(name) : rule(text, { network, range, categories, judges });
    return codes.map((code) => ({ pointer: `/${name.replace('.', '/')}`, code }));
  });
}

function missing(name: string): readonly FieldCode[] {
  return unless(optional.includes(name), 'required');
}

/** Loads those that a form needs. */
export async function judgesOf({ endpoint = '', ...texts }: FormTexts): Promise<Judges> {
  const hasAddress = addressIn(endpoint) !== undefined;
  const hasWallet = (texts['x402Config.paymentAddress'] ?? '') !== '';

  return {
    ...(hasAddress && (await import('../domain/public-address.ts'))),
    ...(hasWallet && (await import('../domain/payment-address.ts'))),
  };
}

/** A price has to be within the range beside it, once that is one. */
function priceFaults(price: string, { range }: FormFacts): readonly FieldCode[] {
  if (!plainDecimal.test(price)) return ['price_not_decimal'];
  if (typeof range === 'string' || !isVaryingPrice(range)) return [];

  return unless(isBetween(price, range), 'price_outside_range');
}

function tagFaults(text: string): readonly FieldCode[] {
  const tags = listIn(text);

  return [
    ...unless(
      tags.every((tag) => tagForm.test(tag)),
      'tag_invalid',
    ),
    ...unless(tags.length <= maxTags, 'too_many_tags'),
  ];
}

/** A wallet can be judged once its network is known. */
function walletFaults(address: string, { network, judges }: FormFacts): readonly FieldCode[] {
  const fault =
    isNetworkId(network) && judges.walletFault?.(findNetwork(network)?.family ?? 'other', address);

  return fault ? [fault] : [];
}

function unless(isRight: boolean, code: FieldCode): readonly FieldCode[] {
  return isRight ? [] : [code];
}
