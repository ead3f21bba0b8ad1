import { isObject } from '../domain/json-object.ts';
import { serviceFilePath } from '../domain/service-file.ts';
import { shellWord } from '../site/shell-word.ts';
import type { Declaration, JsonObject } from './declaration.ts';

/*
 * The commands by which an owner clears what needs attention in a listing, beside the buttons of the page.
 */

/** A live term beside the declared one, as GET /api/services/:id/observed compares them. */
export interface ComparedField {
  readonly field: string;
  readonly observed: string | null;
  readonly match: boolean | null;
}

/** The members that declare the terms that can be taken over as a check read them. */
const membersOf: Readonly<Record<string, readonly [group: string, name: string]>> = {
  price: ['pricing', 'pricePerRequest'],
  payTo: ['x402Config', 'paymentAddress'],
  network: ['x402Config', 'network'],
};

/** Declares the live terms where they differ; undefined where one cannot be declared as it was read, such as a price outside of a declared range. */
export function adoption({ price }: JsonObject, fields: readonly ComparedField[]): JsonObject | undefined {
  const patch: Record<string, Record<string, string>> = {};
  for (const { field, observed, match } of fields) {
    if (match !== false) continue;
    const member = membersOf[field];
    const isOutside = field === 'price' && price !== undefined;
    if (!member || observed === null || isOutside) return undefined;
    const [group, name] = member;
    patch[group] = { ...patch[group], [name]: observed };
  }

  return Object.keys(patch).length === 0 ? undefined : patch;
}

/** `root` is the address of the catalog, without a slash at its end. */
export function patchCommand(root: string, { id }: Pick<Declaration, 'id'>, patch: JsonObject): string {
  return `curl --request PATCH ${shellWord(addressOf(root, id))} ${withKey} --json ${asWord(patch)}`;
}

export function postCommand(
  root: string,
  { id }: Pick<Declaration, 'id'>,
  step: 'claim' | 'transfer',
  body: JsonObject,
): string {
  return `curl ${shellWord(`${addressOf(root, id)}/${step}`)} ${withKey} --json ${asWord(body)}`;
}

/** Shows what a check finds now, without waiting for the next one. A price that varies is left out, since a validation knows only fixed ones. */
export function validateCommand(root: string, declaration: Declaration): string {
  const { endpoint, request, pricing, price, x402Config } = declaration;
  const method = isObject(request) ? request['method'] : undefined;
  const body = { endpoint, method, pricing: price === undefined ? pricing : undefined, x402Config };

  return `curl ${shellWord(`${root}/api/validate`)} --json ${asWord(body)}`;
}

/** In a clone of the catalog, since only a pull request changes this. */
export function probeAgainCommand({ id }: Pick<Declaration, 'id'>): string {
  const file = `catalog/${serviceFilePath(id)}`;

  // Without a suffix, `-i` means something else on macOS.
  return `sed -i.before '/"probing": false/d' ${file} && rm ${file}.before`;
}

/** The shell fills in the key, which never stands on the page. */
const withKey = '--header "Authorization: Bearer $KEY"';

function addressOf(root: string, id: string): string {
  return `${root}/api/services/${encodeURIComponent(id)}`;
}

function asWord(body: JsonObject): string {
  return shellWord(JSON.stringify(body));
}
