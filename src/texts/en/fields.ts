import type { EndpointFault } from '../../domain/endpoint-text.ts';
import { type Family, factsOf } from '../../domain/families/families.ts';
import type { WalletFault } from '../../domain/payment-address.ts';
import type { LineFault } from '../../domain/plain-text.ts';
import { mostCharacters } from '../../domain/text-lengths.ts';
import { groupThousands } from '../formats.ts';

/*
 * The fields of a listing in words: their labels, and what a form says about each problem of each of them. The API's own sentences name JSON
 * members, for programs.
 */

export const fieldLabels = {
  endpoint: 'Endpoint',
  name: 'Name',
  description: 'Description',
  category: 'Category',
  docsUrl: 'Documentation',
  tags: 'Tags',
  'pricing.pricePerRequest': 'Price per request',
  'pricing.currency': 'Currency',
  'pricing.freeQuota': 'Free quota',
  price: 'Varying price',
  'x402Config.network': 'Network',
  'x402Config.paymentAddress': 'Wallet',
  maintainers: 'Maintainers',
  offers: 'Further offers',
  request: 'Example request',
  'deprecated.message': 'Deprecation',
  'deprecated.replacement': 'Replacement',
};

/** What belongs into a field, where its label does not say it. */
export const fieldHints = {
  endpoint: 'The URL that buyers call: https, on a public host, without a query.',
  name: 'What people read first.',
  description: 'What a buyer gets, in a few sentences, for people and agents.',
  docsUrl: 'The address where buyers read how to use it.',
  tags: 'Up to 5 words that it is found by, such as weather, radar.',
  'pricing.pricePerRequest': 'In units of the currency.',
  'pricing.currency': 'Symbol of the token.',
  price:
    'Where it changes from request to request: the lowest and the highest price, as 0.001 – 0.126, or `varies`.',
  'pricing.freeQuota': 'How many requests are free of charge.',
  'x402Config.paymentAddress': 'The address that is paid, on that network.',
};

export type FieldName = keyof typeof fieldLabels;

/** What a sentence may mention. */
export interface SentenceFacts {
  /** The number of characters in the field. */
  readonly length: number;
  /** The first invisible character in it, as `U+202E`. */
  readonly hidden: string;
  /** Title of the chosen network, and the kind of its addresses. */
  readonly network: string;
  readonly family: Family;
  /** The number of the entry that has the problem, from 1, and its line in a field of lines. */
  readonly entry: number;
  readonly line: string;
  /** The name of the member that has the problem, in a field that holds JSON. */
  readonly member: string;
}

/** A sentence that ends with a colon introduces what the API says, or else the browser. */
type FieldSentence = (facts: SentenceFacts) => string;

/** The codes that each field can have. What is wrong inside a field that holds JSON has the sentence `inside`, whatever its code. */
interface FieldCodes extends Record<FieldName, string> {
  readonly endpoint: 'required' | EndpointFault | 'endpoint_listed' | 'endpoint_kept';
  readonly name: 'required' | LineFault;
  readonly description: 'required' | LineFault;
  readonly category: 'required' | 'category_unknown';
  readonly docsUrl: 'docs_url_invalid';
  readonly tags: 'tag_invalid' | 'too_many_tags';
  readonly 'pricing.pricePerRequest': 'required' | 'price_not_decimal' | 'price_outside_range';
  readonly 'pricing.currency': 'required' | 'currency_invalid';
  readonly 'pricing.freeQuota': 'free_quota_invalid' | 'unreadable';
  readonly price: 'price_range_invalid';
  readonly 'x402Config.network': 'required' | 'network_unknown';
  readonly 'x402Config.paymentAddress': 'required' | WalletFault;
  readonly maintainers: 'owner_invalid' | 'too_many_maintainers';
  readonly offers: 'unreadable' | 'wrong_type' | 'too_many_offers' | 'null_unsayable' | 'inside';
  readonly request: 'unreadable' | 'wrong_type' | 'request_too_large' | 'null_unsayable' | 'inside';
  readonly 'deprecated.message': 'required' | LineFault;
  readonly 'deprecated.replacement': 'replacement_unknown' | 'id_invalid';
}

export const fieldSentences: {
  readonly [Name in FieldName]: Readonly<Record<FieldCodes[Name], FieldSentence>>;
} = {
  endpoint: {
    required: () => 'Enter the URL of the endpoint.',
    endpoint_not_url: () => 'Enter the endpoint as a whole URL, such as https://api.example.com/rain.',
    endpoint_too_long: () => 'Enter a shorter endpoint, of at most 2,048 characters.',
    endpoint_not_https: () => 'The endpoint must begin with https://.',
    endpoint_has_credentials: () =>
      'Remove the user name and password from the endpoint: everybody can read it.',
    endpoint_has_query: () => 'Remove the query from the endpoint: everything from “?” on.',
    endpoint_has_fragment: () => 'Remove the fragment from the endpoint: everything from “#” on.',
    endpoint_not_public: () => 'Enter an endpoint that buyers can reach on the Internet.',
    endpoint_listed: () => 'This endpoint is already listed.',
    endpoint_kept: () => 'This endpoint is kept for the owner of a service that was removed.',
  },
  name: {
    required: () => 'Enter a name.',
    text_empty: () => 'Enter a name that people can see.',
    text_too_long: ({ length }) =>
      `Shorten the name to ${mostCharacters.name} characters; it has ${groupThousands(length)}.`,
    text_hidden_character: ({ hidden }) => `Remove the invisible character ${hidden} from the name.`,
  },
  description: {
    required: () => 'Enter a description.',
    text_empty: () => 'Enter a description that people can see.',
    text_too_long: ({ length }) =>
      `Shorten the description to ${groupThousands(mostCharacters.description)} characters; it has ${groupThousands(length)}.`,
    text_hidden_character: ({ hidden }) => `Remove the invisible character ${hidden} from the description.`,
  },
  category: {
    required: () => 'Choose a category.',
    category_unknown: () => 'Choose a category from the list.',
  },
  docsUrl: {
    docs_url_invalid: () => 'Enter the documentation as a whole URL that begins with https://.',
  },
  tags: {
    tag_invalid: () => 'Write each tag in lower-case letters, digits and hyphens, at most 32 of them.',
    too_many_tags: () => 'Name at most 5 tags.',
  },
  'pricing.pricePerRequest': {
    required: () => 'Enter the price, such as 0.005.',
    price_not_decimal: () => 'Enter the price as a number, such as 0.005.',
    price_outside_range: () => 'Enter a price within the range of the varying price, or change that.',
  },
  'pricing.currency': {
    required: () => 'Enter the currency, such as USDC.',
    currency_invalid: () => 'Enter the currency as 2 to 12 capital letters or digits, such as USDC.',
  },
  'pricing.freeQuota': {
    free_quota_invalid: () => 'Enter the free quota as a whole number, such as 100, or leave it empty.',
    unreadable: () => 'Enter the free quota in digits, such as 100, or leave it empty.',
  },
  price: {
    price_range_invalid: () =>
      'Enter the varying price as 0.001 – 0.126, the lower price first, or as “varies”, or leave it empty.',
  },
  'x402Config.network': {
    required: () => 'Choose a network.',
    network_unknown: () => 'Choose a network from the list.',
  },
  'x402Config.paymentAddress': {
    required: () => 'Enter the address of the wallet.',
    address_malformed: ({ network, family }) =>
      `Enter the wallet as an address on ${network}: ${factsOf(family).addressForm}.`,
    address_checksum: () =>
      'The wallet has a wrong checksum: a letter may be mistyped. Copy the address again.',
    address_burn: () => 'Nobody holds this address, so payments to it are lost. Enter your own wallet.',
  },
  maintainers: {
    owner_invalid: ({ line }) => `“${line}” is not an owner. Write one a line, such as github:9919.`,
    too_many_maintainers: () => 'Name at most 20 maintainers.',
  },
  offers: {
    unreadable: () => 'The further offers are not JSON:',
    wrong_type: () => 'Write the further offers as a JSON array, in square brackets.',
    too_many_offers: () => 'Name at most 30 further offers, and list the others as services of their own.',
    null_unsayable: () => 'Leave out what is null in the further offers: it cannot be saved.',
    inside: ({ entry }) => `Further offer ${entry}:`,
  },
  request: {
    unreadable: () => 'The example request is not JSON:',
    wrong_type: () => 'Write the example request as a JSON object, in braces.',
    request_too_large: () => 'Shorten the example request to 4,096 characters.',
    null_unsayable: () => 'Leave out what is null in the example request: it cannot be saved.',
    inside: () => 'Example request:',
  },
  'deprecated.message': {
    required: () => 'Say what users should know, or choose no replacement.',
    text_empty: () => 'Say what users should know in characters that people can see.',
    text_too_long: ({ length }) =>
      `Shorten the deprecation to ${mostCharacters.deprecation} characters; it has ${groupThousands(length)}.`,
    text_hidden_character: ({ hidden }) => `Remove the invisible character ${hidden} from the deprecation.`,
  },
  'deprecated.replacement': {
    replacement_unknown: () => 'Choose another of your own listed services as the replacement.',
    id_invalid: () => 'Choose a replacement from the list.',
  },
};

/** The same for what is wrong inside a field that holds JSON, by its code; the sentence of the API for a code that has none here. */
export const insideSentences: Readonly<Record<string, FieldSentence>> = {};
