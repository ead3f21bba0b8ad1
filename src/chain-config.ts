import { ConfigError } from './config-error.ts';
import { type Asset, type Assets, knownAssets, pegOf } from './domain/asset.ts';
import { currencyOf } from './domain/currency.ts';
import { type Network, networks } from './domain/network.ts';
import { addressForms } from './domain/address-forms.ts';
import { addressFault } from './domain/payment-address.ts';

/** An RPC provider of a network whose payments are counted. */
export interface RpcProvider {
  readonly network: Network;
  readonly url: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const countedFamilies: readonly string[] = ['eip155', 'solana'];

/** The decimals of a token that is in no table: those of most stablecoins. */
const usualDecimals = 6;

/** Networks by their short name as variables spell it: `BASE_SEPOLIA`. */
const byVariable = new Map(
  networks.flatMap((network) =>
    network.name === undefined ? [] : [[network.name.toUpperCase().replaceAll('-', '_'), network] as const],
  ),
);

/** Reads the variables `RPC_URL_<NETWORK>`. Their values may hold keys, so no message repeats them. @throws {ConfigError} */
export function readProviders(environment: Environment): RpcProvider[] {
  return valuesOf(environment, 'RPC_URL_').map(({ variable, rest, value }) => {
    const network = byVariable.get(rest);
    if (!network || !countedFamilies.includes(network.family)) {
      throw new ConfigError(
        `${variable}: write the short name of an EVM network or of Solana, like RPC_URL_BASE or RPC_URL_BASE_SEPOLIA`,
      );
    }
    if (!isHttpUrl(value)) {
      throw new ConfigError(
        `${variable}: write the http(s) URL of a JSON-RPC provider; encode special characters in credentials`,
      );
    }
    return { network, url: value };
  });
}

/** The known tokens with those of the variables `ASSET_<NETWORK>_<CURRENCY>`, which take the place of known ones. @throws {ConfigError} */
export function readAssets(environment: Environment): Assets {
  const assets = new Map(knownAssets);

  for (const { variable, rest, value } of valuesOf(environment, 'ASSET_')) {
    const [, name = '', symbol = ''] = /^(\w+)_([A-Z][A-Z0-9]{1,11})$/.exec(rest) ?? [];
    // BASE_SEPOLIA alone names a network, and no currency on Base.
    const network = byVariable.has(rest) ? undefined : byVariable.get(name);
    if (!network) {
      throw new ConfigError(
        `${variable}: write the short name of a network and a currency, like ASSET_BASE_SEPOLIA_USDC`,
      );
    }
    if (addressFault(network.family, value)) {
      throw new ConfigError(
        `${variable}=${value}: write the token's address on ${network.title}, ${addressForms[network.family]}`,
      );
    }

    const known = assets.get(network.caip2) ?? [];
    assets.set(network.caip2, [
      ...known.filter((asset) => currencyOf(asset.symbol) !== symbol),
      assetOf(symbol, value, known),
    ]);
  }
  return assets;
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

function assetOf(symbol: string, address: string, known: readonly Asset[]): Asset {
  const replaced = known.find((asset) => currencyOf(asset.symbol) === symbol);

  return {
    symbol: replaced?.symbol ?? symbol,
    address,
    decimals: replaced?.decimals ?? usualDecimals,
    peg: pegOf(symbol) ?? 'USD',
  };
}

function valuesOf(environment: Environment, prefix: string) {
  return Object.entries(environment).flatMap(([variable, value]) =>
    variable.startsWith(prefix) && value !== undefined
      ? [{ variable, rest: variable.slice(prefix.length), value }]
      : [],
  );
}
