import type { CheckFacts } from './facts.ts';
import { families, type Family, isFamily } from './families/families.ts';
import { familyOn } from './network.ts';
import { comparableAddress } from './payment-address.ts';
import type { PaymentTerms } from './payment-terms.ts';
import type { DeclaredService } from './service.ts';

/** A wallet on any network of its family: an EVM address is the same on all of them. */
export interface Payee {
  readonly family: Family;
  /** As `comparableAddress` spells it. */
  readonly address: string;
}

/** A text that is equal for equal wallets: `eip155:0x5aae…`. */
export function payeeKey({ family, address }: Payee): string {
  return `${family}:${address}`;
}

export function payeeOf(key: string): Payee {
  const colon = key.indexOf(':');
  const family = key.slice(0, colon);

  return { family: isFamily(family) ? family : 'other', address: key.slice(colon + 1) };
}

/** The wallet that a family's name and an address in any spelling stand for; undefined for no family. */
export function readPayee(familyName: string, address: string): Payee | undefined {
  return isFamily(familyName)
    ? { family: familyName, address: comparableAddress(familyName, address) }
    : undefined;
}

/** The wallets that an address without a network may be. */
export function payeesAt(address: string): Payee[] {
  return families.map((family) => ({ family, address: comparableAddress(family, address) }));
}

/** The wallet at an address of a network, by the network's name or CAIP-2 id. */
export function payeeOn(network: string, address: string): Payee {
  const family = familyOn(network);

  return { family, address: comparableAddress(family, address) };
}

function keyOn(network: string, address: string): string {
  return payeeKey(payeeOn(network, address));
}

/** The wallets that a service declares, as keys: its own, and those of its offers. */
export function declaredPayees({
  x402Config,
  offers = [],
}: Pick<DeclaredService, 'x402Config' | 'offers'>): string[] {
  const own = keyOn(x402Config.network, x402Config.paymentAddress);
  if (offers.length === 0) return [own];

  const others = offers.flatMap(({ network, paymentAddress }) =>
    paymentAddress === undefined ? [] : [keyOn(network, paymentAddress)],
  );
  return [...new Set([own, ...others])];
}

/** How many further wallets one live 402 may bring a service: a seller could name any number. */
const maxFurtherPayees = 8;

/** The wallets that a live 402 names beside the declared one, as keys. */
export function furtherPayees(
  terms: readonly PaymentTerms[],
  { x402Config }: Pick<DeclaredService, 'x402Config'>,
): readonly string[] {
  const named = new Set(terms.map(({ network, payTo }) => keyOn(network, payTo)));
  named.delete(keyOn(x402Config.network, x402Config.paymentAddress));

  return [...named].slice(0, maxFurtherPayees);
}

/** The wallets that live 402s name beside the declared one, those of offers included, as keys. */
function observedPayees({
  furtherPayees: own,
  offers,
}: Pick<CheckFacts, 'furtherPayees' | 'offers'>): string[] {
  const ofOffers = [...offers.values()].flatMap(({ fields }) => {
    const observed = (name: 'network' | 'payTo'): string | null =>
      fields.find(({ field }) => field === name)?.observed ?? null;
    const [network, payTo] = [observed('network'), observed('payTo')];
    return network === null || payTo === null ? [] : [keyOn(network, payTo)];
  });

  return [...own, ...ofOffers];
}

/** Every wallet that a service is paid into, declared or seen, as keys, each once. */
export function payeesOf(
  declared: Pick<DeclaredService, 'x402Config' | 'offers'>,
  facts: Pick<CheckFacts, 'furtherPayees' | 'offers'>,
): readonly string[] {
  const said = declaredPayees(declared);
  if (facts.furtherPayees.length === 0 && facts.offers.size === 0) return said;

  return [...new Set([...said, ...observedPayees(facts)])];
}
