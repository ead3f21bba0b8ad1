import type { ApiError } from '../../src/client/client.ts';

/** What to do in a shell where the API's own advice is to send other requests. */
const cures: Readonly<Record<string, string>> = {
  service_unknown: 'Look up the id with "tollbook search"; an id never changes.',
  service_deleted: 'Its owner can restore it for 30 days on the page /listings/ of the catalog.',
  unauthorized:
    'Pass one with --key, or set TOLLBOOK_KEY: it must be neither mistyped, expired nor revoked. The page /listings/ of the catalog makes one for a wallet.',
  host_blocked: 'Write to the operator of this catalog.',
  owner_blocked: 'Write to the operator of this catalog.',
  scope_missing: 'Pass a key with --key that may write.',
  parameter_invalid: 'Correct this and run the command again.',
  validation_invalid: 'Correct this and run the command again.',
  registration_invalid: 'Correct this in the file; --dry-run checks it without registering it.',
  body_not_json: 'Write one JSON object into the file, in UTF-8, each name once.',
  body_too_large: 'Shorten the file to 64 KiB.',
  endpoint_listed:
    'Its owner can change it there; if it is yours, claim it on the page /listings/ of the catalog.',
  endpoint_reserved:
    'Its owner can restore it on the page /listings/ of the catalog. If that is not you, wait, or list another endpoint.',
  idempotency_key_invalid: 'Pass 1 to 255 printable ASCII characters with --idempotency-key.',
  idempotency_key_reused: 'Pass another --idempotency-key, or the file that it was used with.',
  too_many_requests: 'Run the command again later.',
  commit_failed: 'Nothing was stored. Run the command again later.',
  commit_unsettled: 'Run the command again later, with the same --idempotency-key if you gave one.',
  unavailable: 'Run the command again later.',
};

/** The members of requests that the command makes of what was typed. */
const typed: Readonly<Record<string, string>> = { '/q': 'the sentence' };

/** What the API says, with a cure for the shell where the API gives only its standing one. */
export function shellDetail({ code, title, detail }: Pick<ApiError, 'code' | 'title' | 'detail'>): string {
  const cure = Object.hasOwn(cures, code) ? cures[code] : undefined;

  return cure !== undefined && detail.startsWith(`${title}. `) ? `${title}. ${cure}` : detail;
}

export function typedName(pointer: string): string {
  return typed[pointer] ?? pointer;
}
