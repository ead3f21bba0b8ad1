import type { Asset, Assets } from '../domain/asset.ts';
import { plainDecimal, shortestDecimal, unitsOf } from '../domain/decimal.ts';
import { evmChain } from '../domain/families/eip155.ts';
import { isObject, membersOf } from '../domain/json-object.ts';
import { findNetwork, type Network, networks } from '../domain/network.ts';
import type { AcceptEntry } from '../verification/terms.ts';

/** Objects in which entries state how they are paid. */
const partNames = ['payment', 'x402', 'pricing', 'x402Config', 'x-payment-info', 'price'] as const;

const priceNames = [
  ...['price', 'priceUsd', 'price_usd', 'priceUSD', 'price_usdc', 'priceUsdc', 'cost', 'pricePerRequest'],
  ...['price_per_request', 'price_per_call', 'pricePerCall', 'x-x402-price', 'value', 'usd'],
] as const;
const atomicNames = [
  'maxAmountRequired',
  'amountAtomic',
  'amount_atomic',
  'priceAtomic',
  'price_atomic',
] as const;
const walletNames = ['payTo', 'pay_to', 'paymentAddress', 'recipient', 'walletAddress', 'wallet'] as const;

/** `$0.01`, `0.01 USDC`, `USD 0.01 per request`; no `$1,000`, `1¢`, `$0.01-$0.05` or `$0.01/1k tokens`. */
const pricePattern =
  /^(?:\$|([A-Za-z]{3,6})\s)?(\d{1,12}(?:\.\d{1,18})?)(?:\s{0,4}([A-Za-z][A-Za-z0-9]{2,5}))?(?![A-Za-z0-9])[\sA-Za-z/().]*$/;

/** What a price may be for that is no request: `$10/month`, `$0.000002 per token`, `$5 monthly`. */
const otherThanRequest =
  /\b(?:second|sec|minute|min|hour|hr|day|dai|week|month|mo|year|yr|annual|annum|token|word|character|char|byte|[kmg]i?b|seat|user)(?:s|ly)?\b/i;

const notCurrency = /^(?:per|each|for|request|call|dollar)s?$/i;

/** A whole number from here on may be in atomic units as well; only the live 402 can decide. */
const doubtful = 1_000;

/**
 * The terms that an entry states in words of its own, as an entry of `accepts` has them: a price, a network and a wallet. Undefined where one
 * of them is missing or may mean different things.
 */
export function statedTerms(item: unknown, assets: Assets): AcceptEntry | undefined {
  const members = membersOf(item);
  const parts = [members, ...partNames.map((name) => membersOf(members[name]))];
  const first = (names: readonly string[]): unknown =>
    names.flatMap((name) => parts.map((part) => part[name])).find(isSaid);

  const network = networkCalled(first(['network', 'networks', 'chain', 'chains', 'chainId']));
  const payTo = first(walletNames);
  if (!network || typeof payTo !== 'string') return undefined;
  const price = priceIn(first(priceNames), first(['amount']));
  const token = tokenOf(
    assets.get(network.caip2) ?? [],
    price?.currency ?? first(['currency', 'asset', 'token']),
  );
  const amount = token && amountOf(token, price?.decimal, first(atomicNames));

  return amount === undefined || !token
    ? undefined
    : { scheme: 'exact', network: network.caip2, payTo, asset: token.address, amount };
}

/** The network of a name, an id or a title: `base`, `eip155:8453`, `Base Mainnet`, 8453. */
export function networkCalled(said: unknown): Network | undefined {
  const [text] = [said].flat();
  if (typeof text !== 'string' && typeof text !== 'number') return undefined;

  const name = String(text).trim();
  const plain = name.toLowerCase().replaceAll(/[\s_]+/g, '-');
  const known = (id: string): Network | undefined =>
    networks.find(({ name: own, title }) => own === id || title.toLowerCase().replaceAll(' ', '-') === id);

  return findNetwork(name) ?? known(plain) ?? known(plain.replace(/-mainnet$/, '')) ?? onChain(plain);
}

function onChain(id: string): Network | undefined {
  return /^\d+$/.test(id) ? networks.find(({ caip2 }) => caip2 === evmChain(id)) : undefined;
}

interface StatedPrice {
  readonly decimal: string;
  readonly currency?: string;
}

/** A price in units of a currency. `amount` is one where it has a decimal point, else it is in atomic units. */
function priceIn(price: unknown, amount: unknown): StatedPrice | undefined {
  const said = isObject(price) ? undefined : price;
  const text = textOf(said ?? (String(amount).includes('.') ? amount : undefined));
  const [, before, number = '', after] = pricePattern.exec(text) ?? [];
  const isDoubtful = !text.includes('.') && !text.includes('$') && Number(number) >= doubtful;
  if (!plainDecimal.test(number) || isDoubtful || otherThanRequest.test(text)) return undefined;

  const currency = [before, after].find((each) => each !== undefined && !notCurrency.test(each));
  return { decimal: shortestDecimal(number), ...(currency === undefined ? {} : { currency }) };
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return shortestDecimal(value.toFixed(12));

  return typeof value === 'string' ? value.trim().replace('$ ', '$') : '';
}

/** The token of a symbol or address; a price in dollars is paid in the usual dollar of the network. */
function tokenOf(tokens: readonly Asset[], said: unknown): Asset | undefined {
  const name = typeof said === 'string' ? said.trim().toLowerCase() : 'usd';
  const peg = tokens.find(({ peg }) => peg.toLowerCase() === name);

  return (
    peg ?? tokens.find(({ symbol, address }) => [symbol, address].some((each) => each.toLowerCase() === name))
  );
}

function amountOf(token: Asset, decimal: string | undefined, atomic: unknown): string | undefined {
  if (decimal !== undefined) return unitsOf(decimal, token.decimals)?.toString();

  return typeof atomic === 'string' || typeof atomic === 'number' ? wholeNumber(String(atomic)) : undefined;
}

function wholeNumber(text: string): string | undefined {
  return /^\d{1,78}$/.test(text) ? text : undefined;
}

function isSaid(value: unknown): boolean {
  return ['string', 'number'].includes(typeof value) || Array.isArray(value);
}
