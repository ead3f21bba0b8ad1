import { owners } from '#texts/ownership.ts';
import { findNetwork } from '../domain/network.ts';
import { walletOf } from '../domain/signer.ts';
import { shortened } from '../texts/formats.ts';

/** An owner in plain words, in a few parts. */
export interface OwnerName {
  /** Such as "Wallet 0x5aAe…eAed", "GitHub account 9919" or a name that the operator gave. */
  readonly text: string;
  /** The whole id, where the text is not all of it. */
  readonly id: string | null;
}

/** Says who owns a service. */
export function ownerName(owner: string): OwnerName {
  const wallet = walletOf(owner);
  if (wallet) return { text: walletText(wallet.address, wallet.chain), id: owner };

  const [, account] = /^github:(\d+)$/.exec(owner) ?? [];
  if (account !== undefined) return { text: owners.gitHub({ account }), id: null };

  const [, host, id] = /^oidc:(.+):([^:]+)$/.exec(owner) ?? [];
  return { text: host === undefined ? owner : owners.account({ id: id ?? '', host }), id: null };
}

function walletText(address: string, chain: string | undefined): string {
  const wallet = shortened(address);

  return chain === undefined
    ? owners.wallet({ address: wallet })
    : owners.contractWallet({ address: wallet, network: findNetwork(chain)?.title ?? chain });
}
