import { printable } from '../domain/plain-text.ts';

/** Why a payment was refused, in the order in which it is looked for. */
const reasons = {
  not_checked:
    'the guard has not seen the 402 that this pays; put the paying wrapper around the guarded fetch',
  terms_unreadable: 'the 402 holds no terms of x402 that can be read',
  catalog_unreachable: 'the catalog cannot be asked; try again later, or pass a proof file',
  unknown_service: 'the catalog lists no service at this URL',
  proof_invalid: 'the proof of the service does not hold',
  no_pin: 'no check of the catalog saw terms that a buyer can rely on',
  pin_expired: 'the pin has ended; get a newer proof file',
  outcomes_fail: 'buyers who paid say that it does not deliver',
  scheme_differs: 'it asks for another scheme',
  network_differs: 'it asks for payment on another network',
  asset_differs: 'it asks for another token',
  wallet_differs: 'it asks to pay another wallet',
  amount_exceeds_pin: 'it asks for more than the catalog has seen',
  price_unknown: 'nobody knows what this token is worth; name it in "tokens", or set no limit in dollars',
  amount_exceeds_limit: 'it asks for more than "maxUsd"',
  budget_exhausted: 'what is left of "budgetUsd" is less than it asks for',
} as const;
export type RefusalCode = keyof typeof reasons;

/** How far the checks came that ended with this code. */
export function rankOf({ code }: { readonly code: RefusalCode }): number {
  return Object.keys(reasons).indexOf(code);
}

/** A payment that the guard did not let happen. Values come from sellers; the message is safe to print. */
export class PaymentRefused extends Error {
  override readonly name = 'PaymentRefused';
  readonly code: RefusalCode;
  /** The id of the service; null where none is known. */
  readonly service: string | null;
  readonly expected: string | null;
  readonly actual: string | null;

  constructor(code: RefusalCode, service?: string, expected?: string, actual?: string) {
    const compared = expected === undefined ? '' : ` (expected ${expected}, got ${actual ?? 'nothing'})`;
    super(printable(`Not paid: ${reasons[code]}${compared}.`, 1000));
    this.code = code;
    this.service = service ?? null;
    this.expected = expected ?? null;
    this.actual = actual ?? null;
  }
}
