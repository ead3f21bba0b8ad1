import { ConfigError } from './config-error.ts';
import { type Asset, type Assets, knownAssets, pegOf } from '../domain/asset.ts';
import { currencyOf } from '../domain/currency.ts';
import { evmChain } from '../domain/families/eip155.ts';
import { canDo, factsOf, familiesWith, type FamilyWith, rulesOf } from '../domain/families/families.ts';
import { findNetwork, type Network, networkIds, networks } from '../domain/network.ts';
import { addressFault } from '../domain/payment-address.ts';

interface CountedNetwork extends Network {
  readonly family: FamilyWith<'ledger'>;
}

export interface RpcProvider {
  readonly network: CountedNetwork;
  readonly url: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The networks that providers may be set for: "an EVM network or of Solana". */
const countable = familiesWith('ledger')
  .map((family) => rulesOf(family).ledger?.networks)
  .join(' or of ');

const maxDecimals = 36;

/** Networks by each of their ids as variables spell it: `BASE_SEPOLIA`, `EIP155_84532`. */
const byVariable = new Map(
  networks.flatMap((network) =>
    networkIds(network).map((id) => [id.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_'), network] as const),
  ),
);

interface Setting<Value> {
  readonly variable: string;
  readonly network: Network;
  readonly value: Value;
}

/** Reads the variables `RPC_URL_<NETWORK>`. Their values may hold keys, so no message repeats them. @throws {ConfigError} */
export function readProviders(environment: Environment): RpcProvider[] {
  const settings = valuesOf(environment, 'RPC_URL_').map(({ variable, rest, value }) => {
    const network = networkOf(rest);
    if (!network || !isCounted(network)) {
      throw new ConfigError(
        `${variable}: write the short name or the CAIP-2 id of ${countable}, like RPC_URL_BASE or RPC_URL_EIP155_8453`,
      );
    }
    if (!isHttpUrl(value)) {
      throw new ConfigError(
        `${variable}: write the http(s) URL of a JSON-RPC provider; encode special characters in credentials`,
      );
    }
    return { variable, network, value };
  });

  return once(settings, ({ network }) => network.caip2).map(({ network, value }) => ({
    network,
    url: value,
  }));
}

/**
 * The known tokens with those of the variables `ASSET_<NETWORK>_<CURRENCY>`, which take the place of known ones. A token says its decimals, as
 * in `0x…:18`, unless the known one has them. @throws {ConfigError}
 */
export function readAssets(environment: Environment): Assets {
  const assets = new Map(knownAssets);

  for (const { network, symbol, value } of once(
    assetSettings(environment),
    ({ network, symbol }) => `${network.caip2} ${symbol}`,
  )) {
    const known = assets.get(network.caip2) ?? [];
    assets.set(network.caip2, [
      ...known.filter((asset) => currencyOf(asset.symbol) !== symbol),
      assetOf(symbol, value, known),
    ]);
  }
  return assets;
}

function assetSettings(environment: Environment) {
  return valuesOf(environment, 'ASSET_').map(({ variable, rest, value }) => {
    const [, name = '', symbol = ''] = /^(\w+)_([A-Z][A-Z0-9]{1,11})$/.exec(rest) ?? [];
    // BASE_SEPOLIA alone names a network, and no currency on Base.
    const network = networkOf(rest) ? undefined : networkOf(name);
    if (!network) {
      throw new ConfigError(
        `${variable}: write the short name or the CAIP-2 id of a network, and a currency, like ASSET_BASE_SEPOLIA_USDC or ASSET_EIP155_480_USDC`,
      );
    }

    return { variable, network, symbol, value: readToken(variable, value, network, symbol) };
  });
}

interface Token {
  readonly address: string;
  readonly decimals: number;
}

function readToken(variable: string, value: string, network: Network, symbol: string): Token {
  const [, address = '', written] = /^(.+?)(?::(\d{1,2}))?$/.exec(value) ?? [];
  const family = rulesOf(network.family).tokens.areAddresses ? network.family : 'other';
  if (addressFault(family, address)) {
    throw new ConfigError(
      `${variable}=${value}: write the token's address on ${network.title}, ${factsOf(family).addressForm}, and its decimals behind it, like ":6"`,
    );
  }

  const known = knownAssets.get(network.caip2)?.find((asset) => currencyOf(asset.symbol) === symbol);
  const decimals = written === undefined ? known?.decimals : Number(written);
  if (decimals === undefined || decimals > maxDecimals) {
    throw new ConfigError(
      `${variable}=${value}: write the decimals of the token behind its address, 0 to ${String(maxDecimals)}, like "${address}:18"; its contract says them`,
    );
  }
  return { address, decimals };
}

/** A network may be set by several of its ids, as long as they agree; no message repeats the values. */
function once<Each extends Setting<unknown>>(
  settings: readonly Each[],
  keyOf: (each: Each) => string,
): Each[] {
  return [...Map.groupBy(settings, keyOf).values()].flatMap(([first, ...others]) => {
    const other = others.find(({ value }) => JSON.stringify(value) !== JSON.stringify(first?.value));
    if (first && other) {
      throw new ConfigError(
        `${first.variable} and ${other.variable} are the same, ${first.network.title}, and their values differ; set only one of the two`,
      );
    }

    return first ? [first] : [];
  });
}

/** The network of a variable. Of the EVM, it need not be a known one. */
function networkOf(name: string): Network | undefined {
  const [, chain] = /^EIP155_(\d+)$/.exec(name) ?? [];

  return byVariable.get(name) ?? (chain === undefined ? undefined : findNetwork(evmChain(chain)));
}

function isCounted(network: Network): network is CountedNetwork {
  return canDo(network.family, 'ledger');
}

/** Whether calls can be sent to a URL: its credentials must be decodable, too. */
function isHttpUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    decodeURIComponent(username + password);
    return protocol === 'http:' || protocol === 'https:';
  } catch {
    return false;
  }
}

function assetOf(symbol: string, { address, decimals }: Token, known: readonly Asset[]): Asset {
  const replaced = known.find((asset) => currencyOf(asset.symbol) === symbol);

  return { symbol: replaced?.symbol ?? symbol, address, decimals, peg: pegOf(symbol) ?? 'USD' };
}

function valuesOf(environment: Environment, prefix: string) {
  return Object.entries(environment).flatMap(([variable, value]) =>
    variable.startsWith(prefix) && value !== undefined
      ? [{ variable, rest: variable.slice(prefix.length), value }]
      : [],
  );
}
