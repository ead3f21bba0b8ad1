import { base64urlnopad } from '@scure/base';
import { evmChain } from '../../domain/families/eip155.ts';
import { addressFault } from '../../domain/payment-address.ts';
import { quoted } from '../../domain/plain-text.ts';
import { readJson } from '../../domain/strict-json.ts';
import { isObject, type JsonObject, membersOf } from '../../domain/json-object.ts';
import { atomicAmount } from '../terms.ts';
import type { HttpChallenge, RailRead } from './http-challenges.ts';

/** Characters of base64url in the parameter `request`. */
const maxRequestCharacters = 16 * 1024;

/** Names of MPP, in challenges and documents. */
export const methodName = /^[a-z]{1,32}$/;
export const intentName = /^[a-z][a-z\d_-]{0,31}$/;

/** The chain of the method `tempo` where a request names none. */
const tempoChain = 42_431;

/** Reads a challenge `Payment` of the Machine Payments Protocol (draft-httpauth-payment-00). */
export function mppRail({ params }: HttpChallenge): RailRead {
  const missing = ['id', 'realm', 'method', 'intent', 'request'].find((name) => !params.has(name));
  if (missing !== undefined) return { fault: `has no ${missing}` };

  const [id = '', method = '', intent = ''] = ['id', 'method', 'intent'].map((name) => params.get(name));
  if (id === '') return { fault: 'has an empty id' };
  if (!methodName.test(method)) return { fault: `has the method ${quoted(method)}; write small letters` };
  if (!intentName.test(intent)) return { fault: `has the intent ${quoted(intent)}; write one like "charge"` };

  const request = requestIn(params.get('request') ?? '');
  return 'fault' in request ? request : railOf(method, intent, request.members);
}

function requestIn(text: string): { readonly members: JsonObject } | { readonly fault: string } {
  if (text.length > maxRequestCharacters) {
    return { fault: `has a request of more than ${String(maxRequestCharacters)} characters` };
  }

  const json = decoded(text);
  if (json === undefined) {
    return { fault: 'has a request that is not base64url without padding (RFC 4648, section 5)' };
  }
  const read = readJson(json);
  if ('fault' in read) return { fault: `has a request that is no JSON: ${read.fault}` };

  return isObject(read.value) ? { members: read.value } : { fault: 'has a request that is no JSON object' };
}

function decoded(text: string): string | undefined {
  try {
    // The draft forbids padding; its clients read it all the same.
    const bytes = base64urlnopad.decode(text.replace(/={1,2}$/, ''));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Only a charge has to name its amount and currency: what else there is follows from its intent. */
function railOf(method: string, intent: string, request: JsonObject): RailRead {
  const { amount, currency, recipient, methodDetails } = request;
  const isCharge = intent === 'charge';
  const units = optional(amount, isAmount);
  const asset = optional(currency, isName);
  const payTo = optional(recipient, isName);
  const network = networkOf(method, membersOf(methodDetails)['chainId']);

  if (units === undefined || (isCharge && units === null)) {
    return { fault: `has the amount ${quoted(amount)}; write whole base units as a string, like "1000"` };
  }
  if (asset === undefined || (isCharge && asset === null)) {
    return { fault: `has the currency ${quoted(currency)}; write a token or a code like "usd"` };
  }
  if (payTo === undefined) return { fault: `has the recipient ${quoted(recipient)}; write an account` };
  if (network === undefined) return { fault: 'has no whole number as chainId in its methodDetails' };

  return { rail: { rail: 'mpp', method, intent, network, asset, amountAtomic: units, payTo } };
}

/** Null for a value that is not there, undefined for one that breaks its rule. */
function optional(value: unknown, isGood: (value: unknown) => value is string): string | null | undefined {
  if (value === undefined) return null;

  return isGood(value) ? value : undefined;
}

function isAmount(value: unknown): value is string {
  return typeof value === 'string' && atomicAmount.test(value);
}

/** Printable ASCII without blanks. */
function isName(value: unknown): value is string {
  return typeof value === 'string' && addressFault('other', value) === undefined;
}

/** Null for a method that is not on a chain known here, undefined without the chain of one that is. */
function networkOf(method: string, chainId: unknown): string | null | undefined {
  if (method !== 'tempo' && method !== 'evm') return null;

  const chain = method === 'tempo' ? (chainId ?? tempoChain) : chainId;
  const isChain = typeof chain === 'number' && Number.isSafeInteger(chain) && chain > 0;
  return isChain ? evmChain(chain) : undefined;
}
