import { isObject, type JsonObject, membersOf } from '../domain/json-object.ts';
import { rulesOf } from '../domain/families/families.ts';
import { familyOn, findNetwork, namesOfV1 } from '../domain/network.ts';
import { addressFault } from '../domain/payment-address.ts';
import { quoted } from '../domain/plain-text.ts';
import { railsInWords } from '../domain/rail.ts';
import { railNamed } from './rails/rails.ts';
import { type AcceptEntry, comparedScheme, type TermsRead, readTerms } from './terms.ts';

/** Entries of `accepts` that are read; discovery services read 16. */
export const maxEntries = 64;

const amountNames = { 1: 'maxAmountRequired', 2: 'amount' } as const;

/** Reads an entry of `accepts` by the members that the clients of its version use to pay. They do without the others, whatever a schema says. */
export function readEntry(entry: unknown, x402Version: 1 | 2): TermsRead {
  if (!isObject(entry)) return { fault: 'it is no object' };

  const rail = railNamed(entry);
  if (rail) return { fault: `it is paid by ${railsInWords([rail])}, not by a wallet`, isOpen: true, rail };

  const { scheme } = entry;
  const read = readMembers(entry, x402Version);
  const isOther = typeof scheme === 'string' && scheme !== comparedScheme;
  return 'fault' in read && isOther
    ? { fault: `the scheme ${quoted(scheme)} is not compared here`, isOpen: true }
    : read;
}

function readMembers(entry: JsonObject, x402Version: 1 | 2): TermsRead {
  const amount = amountNames[x402Version];
  const texts = ['scheme', 'network', 'payTo', 'asset', amount];
  const missing = texts.find((name) => typeof entry[name] !== 'string' || entry[name] === '');
  if (missing !== undefined) return { fault: `${missing} is ${kindOf(entry[missing])}; write a text` };
  const network = networkFault(String(entry['network']), x402Version);
  if (network) return network;

  const { maxTimeoutSeconds: timeout } = entry;
  if (typeof timeout !== 'number' || !(timeout > 0)) {
    return { fault: `maxTimeoutSeconds is ${kindOf(timeout)}; write a number of seconds` };
  }
  return readTerms({ ...(entry as unknown as AcceptEntry), amount: entry[amount] });
}

/** Clients look up a network by its name in version 1, and by its CAIP-2 id in version 2, never by the other. */
function networkFault(network: string, x402Version: 1 | 2): { fault: string; isOpen?: true } | undefined {
  const isCaip2 = network.includes(':');
  if (x402Version === 2) {
    return isCaip2
      ? undefined
      : { fault: `the network ${quoted(network)} is a name of version 1; write one like "eip155:8453"` };
  }
  if (isCaip2) {
    return { fault: `the network ${quoted(network)} is an id of version 2; write one like "base"` };
  }

  return namesOfV1.has(network)
    ? undefined
    : {
        fault: `no client of version 1 knows the network ${quoted(network)}; write one like "base", or offer it by version 2`,
        isOpen: true,
      };
}

/** What a value is in place of what was wanted, which may be large. */
function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'missing';
  if (typeof value === 'string' || typeof value === 'number') return `the ${typeof value} ${quoted(value)}`;

  return `of the type ${typeof value}`;
}

/** What a client needs beside the terms to sign a payment, and this entry does not say; undefined where nothing is missing. */
export function signingFault(entry: unknown): string | undefined {
  const { scheme, network, payTo, extra } = membersOf(entry);
  const known = typeof network === 'string' ? findNetwork(network) : undefined;
  if (!known || scheme !== comparedScheme) return undefined;

  return rulesOf(known.family).extraFault?.(membersOf(extra), payTo);
}

/** A letter of a wallet that may be mistyped; undefined where none is. Clients pay such a wallet all the same. */
export function checksumFault(entry: unknown): string | undefined {
  const { network, payTo } = membersOf(entry);
  if (!isText(network) || !isText(payTo) || addressFault(familyOn(network), payTo) !== 'address_checksum') {
    return undefined;
  }

  return `payTo ${quoted(payTo)} has a wrong EIP-55 checksum, so that a letter may be mistyped; copy it again from your wallet`;
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== '';
}
