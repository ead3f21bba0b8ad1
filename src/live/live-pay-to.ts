import { findNetwork } from '../domain/network.ts';
import type { Remark } from '../domain/payment-terms.ts';
import { canonicalAddress } from '../domain/payment-address.ts';
import type { DeclaredService } from '../domain/service.ts';
import { examine } from '../verification/examine.ts';
import type { Prober } from './ports.ts';

/** Signs that a live 402 names more ways to pay than the terms that were read. */
const incomplete: readonly Remark['code'][] = [
  'entry_unusable',
  'header_and_body_disagree',
  'header_unreadable',
];

/** As many as a reader needs to see what is wrong. */
const mostShown = 3;

/**
 * Asks an endpoint now, as a buyer, for the only wallet that it wants to be paid into on the declared network. Where there is no such one,
 * says what was seen instead, as part of a sentence.
 * @throws {CannotAsk} when this machine is at fault, or too many requests are waiting
 */
export async function livePayTo(
  { endpoint, request, x402Config }: DeclaredService,
  prober: Prober,
): Promise<{ readonly payTo: string } | { readonly seen: string }> {
  const result = await prober.probe({ ...request, endpoint }, 'person');
  if ('deferredUntil' in result) {
    return { seen: `it asked to be left alone until ${result.deferredUntil.toISOString()}; try again then` };
  }

  const { terms, remarks, detail } = examine(result, undefined);
  if (terms.length === 0) return { seen: detail };
  const remark = remarks.find(({ code }) => incomplete.includes(code));
  if (remark) return { seen: `its 402 may name further wallets: ${remark.detail}` };

  const network = findNetwork(x402Config.network);
  const onNetwork = terms.filter((each) => each.network === network?.caip2);
  const [payTo, ...others] = new Set(
    onNetwork.map((each) => canonicalAddress(network?.family ?? 'other', each.payTo)),
  );
  const networks = terms.map((each) => each.network);
  if (payTo === undefined) return { seen: `its 402 asks to be paid on ${shown(networks)} only` };
  if (others.length > 0) return { seen: `its 402 names ${shown([payTo, ...others])}` };
  return { payTo };
}

function shown(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  const more = distinct.length - mostShown;

  return [...distinct.slice(0, mostShown), ...(more > 0 ? [`${String(more)} more`] : [])].join(', ');
}
