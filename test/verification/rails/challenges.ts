import type { OtherRail } from '../../../src/domain/rail.ts';

/** An invoice over 2,500 micro-bitcoin, with a made-up signature. */
export const invoice = `lnbc2500u1${'q'.repeat(40)}`;

/** The JSON of a request as the parameter of a challenge carries it. */
export function base64url(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

export const aCharge = {
  amount: '1000',
  currency: '0x20c0000000000000000000000000000000000000',
  recipient: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
};

/** A challenge of MPP. A parameter that is undefined is left out. */
export function paymentHeader(
  request: unknown = aCharge,
  params: Readonly<Record<string, string | undefined>> = {},
): string {
  const all = {
    id: 'c1',
    realm: 'api.example.com',
    method: 'tempo',
    intent: 'charge',
    request: typeof request === 'string' ? request : base64url(request),
    ...params,
  };
  const written = Object.entries<string | undefined>(all).filter(([, value]) => value !== undefined);

  return `Payment ${written.map(([name, value]) => `${name}="${value ?? ''}"`).join(', ')}`;
}

export function l402Header(of: string = invoice, scheme = 'L402'): string {
  const [version, credential] = scheme === 'L402' ? ['version="0", ', 'token'] : ['', 'macaroon'];

  return `${scheme} ${version}${credential}="AgEEbHNhdA==", invoice="${of}"`;
}

/** What is read of `paymentHeader()`. */
export const anMpp: OtherRail = {
  rail: 'mpp',
  method: 'tempo',
  intent: 'charge',
  network: 'eip155:42431',
  asset: aCharge.currency,
  amountAtomic: '1000',
  payTo: aCharge.recipient,
};

/** What is read of `l402Header()`. */
export const anL402: OtherRail = {
  rail: 'l402',
  scheme: 'L402',
  intent: null,
  network: 'lightning',
  asset: 'BTC',
  amountAtomic: '250000000',
  payTo: null,
};
