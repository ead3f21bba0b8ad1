import { addressFault, withChecksum } from './payment-address.ts';

/** An account whose signatures can be checked: on a chain of the EVM, or on Solana. */
export interface Signer {
  readonly family: 'eip155' | 'solana';
  /** The reference of its CAIP-2 id: the number of an EVM chain, or the beginning of a Solana genesis hash. */
  readonly chain: string;
  /** In canonical form: EIP-55, or base58. */
  readonly address: string;
}

export type SignerFault =
  'account_malformed' | 'account_family_unknown' | 'account_chain_malformed' | 'account_address_malformed';

interface Rules {
  readonly isChain: (reference: string) => boolean;
  /** The canonical form of an address; undefined for anything else. */
  readonly canonical: (address: string) => string | undefined;
}

const parts = /^([^:]{1,32}):([^:]{1,64}):([^:]{1,128})$/;

const rules: Readonly<Record<Signer['family'], Rules>> = {
  eip155: {
    isChain: (reference) => /^[1-9]\d{0,15}$/.test(reference) && Number.isSafeInteger(Number(reference)),
    canonical: (address) => (/^0x[0-9a-f]{40}$/i.test(address) ? withChecksum(address) : undefined),
  },
  solana: {
    isChain: (reference) => /^[1-9A-HJ-NP-Za-km-z]{32}$/.test(reference),
    canonical: (address) => (addressFault('solana', address) ? undefined : address),
  },
};

/** Reads a CAIP-10 account id (https://chainagnostic.org/CAIPs/caip-10). EVM addresses may be in any letter case: a checksum is not required. */
export function readSigner(text: string): Signer | SignerFault {
  const [, namespace = '', chain = '', given = ''] = parts.exec(text) ?? [];
  if (namespace === '') return 'account_malformed';

  const family = namespace.toLowerCase();
  if (family !== 'eip155' && family !== 'solana') return 'account_family_unknown';
  if (!rules[family].isChain(chain)) return 'account_chain_malformed';
  const address = rules[family].canonical(given);
  return address === undefined ? 'account_address_malformed' : { family, chain, address };
}

/** The CAIP-2 id of a signer's chain. */
export function chainOf({ family, chain }: Signer): string {
  return `${family}:${chain}`;
}

/** The CAIP-10 id of a signer. */
export function signerId(signer: Signer): string {
  return `${chainOf(signer)}:${signer.address}`;
}
