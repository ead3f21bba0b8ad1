import { canDo, type FamilyWith, familiesWith, isFamily, signingOf } from './families/families.ts';

export type SigningFamily = FamilyWith<'signing'>;

export const signingFamilies = familiesWith('signing');

/** What can be written of an account, for every family: "an EVM chain (eip155) or of Solana". */
export function signingWords(member: 'chains' | 'chainForm' | 'accountForm', between: string): string {
  return signingFamilies.map((family) => signingOf(family)[member]).join(between);
}

/** The kinds of accounts that sign a twin of the message of EIP-4361. */
export const twinAccounts: readonly string[] = signingFamilies
  .map(signingOf)
  .filter(({ scheme }) => scheme !== 'eip191')
  .map(({ account }) => account);

/** An account whose signatures can be checked. */
export interface Signer {
  readonly family: SigningFamily;
  /** The reference of its CAIP-2 id: the number of an EVM chain, or the beginning of a Solana genesis hash. */
  readonly chain: string;
  /** In canonical form: EIP-55, or base58. */
  readonly address: string;
}

export type SignerFault =
  'account_malformed' | 'account_family_unknown' | 'account_chain_malformed' | 'account_address_malformed';

const parts = /^([^:]{1,32}):([^:]{1,64}):([^:]{1,128})$/;

/** Reads a CAIP-10 account id (https://chainagnostic.org/CAIPs/caip-10). EVM addresses may be in any letter case: a checksum is not required. */
export function readSigner(text: string): Signer | SignerFault {
  const [, namespace = '', chain = '', given = ''] = parts.exec(text) ?? [];
  if (namespace === '') return 'account_malformed';

  const family = namespace.toLowerCase();
  if (!isFamily(family) || !canDo(family, 'signing')) return 'account_family_unknown';
  const { isChain, accountAt } = signingOf(family);
  if (!isChain(chain)) return 'account_chain_malformed';
  const address = accountAt(given);
  return address === undefined ? 'account_address_malformed' : { family, chain, address };
}

export function chainOf({ family, chain }: Signer): string {
  return `${family}:${chain}`;
}

export function signerId(signer: Signer): string {
  return `${chainOf(signer)}:${signer.address}`;
}

export interface OwnWallet {
  readonly family: SigningFamily;
  readonly address: string;
  /** CAIP-2 id of the only chain on which the owner controls it; absent when it is any of the family. */
  readonly chain?: string | undefined;
}

/** Ids of owners: an address that signed by itself, or a contract wallet, as CAIP-10. */
const ownerForms = signingFamilies.map((family) => {
  const { owner, contractChain } = signingOf(family);
  const chain = contractChain ? `(?:(${family}:${contractChain.source}):)?` : '()';

  return { family, form: new RegExp(`^wallet:${chain}(${owner.source})$`) };
});

/** The wallet that an owner controls, in canonical form; undefined for owners of other forms. */
export function walletOf(owner: string): OwnWallet | undefined {
  for (const { family, form } of ownerForms) {
    const [, chain = '', given] = form.exec(owner) ?? [];
    if (given === undefined) continue;

    const address = signingOf(family).accountAt(given) ?? given;
    return { family, address, chain: chain === '' ? undefined : chain };
  }
  return undefined;
}
