/*
 * What differs from family to family of networks. A family is the namespace of CAIP-2 ids; its file holds its facts and its rules, and
 * `families.ts` lists both.
 */

/** The facts of a family for pages in a browser. */
export interface FamilyFacts {
  readonly addressForm: string;
  /** Whether addresses that differ in letter case only are the same. */
  readonly isCaseless: boolean;
  readonly networks: readonly FamilyNetwork[];
  /** Further ids of these networks, each with its CAIP-2 id: those that sellers use although no standard defines them, and common names. */
  readonly aliases?: Readonly<Record<string, string>>;
  /** The names of these networks that clients of x402 v1 know. */
  readonly namesOfV1?: readonly string[];
  /** The references of its CAIP-2 ids, where CAIP-2 alone allows more. */
  readonly reference?: RegExp;
}

export interface FamilyNetwork {
  /** The x402 v1 name, or else the common one; absent when only the CAIP-2 id is in use. */
  readonly name?: string;
  readonly caip2: string;
  readonly title: string;
  readonly testnet: boolean;
}

export type AddressFault = 'address_malformed' | 'address_checksum';

/**
 * The rules of a family for servers and tools. They are apart from its facts, because the hash functions that they need are larger than a page's
 * scripts.
 */
export interface FamilyRules {
  /** The fault of an address of at most 128 characters. */
  readonly addressFault: (address: string) => AddressFault | undefined;
  /** The one spelling in which an address is shown and names owners, where several spellings are valid. */
  readonly canonical?: (address: string) => string;
  /** Addresses that nobody holds, so that what is sent there is lost. */
  readonly burnAddresses?: RegExp;
  /** Addresses that stand in examples. */
  readonly placeholders?: RegExp;
  readonly tokens: Tokens;
  /** Block explorers, by CAIP-2 id. */
  readonly explorers?: Readonly<Record<string, Explorer>>;
  /** Why clients cannot sign a payment with this `extra`, and what to do; undefined where they can. */
  readonly extraFault?: (extra: Readonly<Record<string, unknown>>, payTo: unknown) => string | undefined;
  /** How its accounts sign in; absent where no signatures are checked. */
  readonly signing?: Signing;
  /** Absent where payments are not counted. */
  readonly ledger?: LedgerFacts;
  /** Absent where the x402 clients for TypeScript and Python do not pay. */
  readonly payer?: Payer;
}

interface Tokens {
  readonly areAddresses: boolean;
  /** Whether live terms are unreadable where they have not. */
  readonly areChecked: boolean;
}

/** Where a block explorer shows wallets and transactions: append the address or the hash, then `query`. */
export interface Explorer {
  readonly wallets: string;
  readonly transactions: string;
  readonly query?: string;
}

interface LedgerFacts {
  /** What RPC providers may be set for, in a list: "an EVM network". */
  readonly networks: string;
}

export type Signing = SigningFacts &
  (
    | { readonly scheme: 'eip191' }
    | {
        readonly scheme: 'ed25519';
        readonly publicKey: (address: string) => Uint8Array;
        /** What wallets may sign for a text, each in its own way. */
        readonly payloads: (text: string) => readonly Uint8Array[];
      }
  );

interface SigningFacts {
  /** The kind of account, as messages name it: "your Ethereum account". */
  readonly account: string;
  /** Where its accounts are, in a list: "an EVM chain (eip155)". */
  readonly chains: string;
  /** How the reference of a chain is written. */
  readonly chainForm: string;
  /** How an address of an account is written, in a list. */
  readonly accountForm: string;
  readonly isChain: (reference: string) => boolean;
  /** The canonical form of the address of an account that signs; undefined for anything else. */
  readonly accountAt: (address: string) => string | undefined;
  /** The addresses in ids of owners. Those of different families differ. */
  readonly owner: RegExp;
  /** The references of chains in ids of contract wallets, which sign on their own chain only; absent where contracts sign nothing. */
  readonly contractChain?: RegExp;
}

/** The differences in code that pays. */
export interface Payer {
  readonly typescript: {
    readonly packages: string;
    readonly imports: string;
    /** How PRIVATE_KEY is written. */
    readonly keyPattern: string;
    /** An expression of `key`. */
    readonly signer: string;
    readonly scheme: string;
  };
  readonly python: {
    readonly packages: string;
    readonly imports: string;
    readonly keyPattern: string;
    readonly signer: string;
    /** Registers the schemes of both versions. */
    readonly register: string;
  };
}

export function mainnet(caip2: string, title: string, name?: string): FamilyNetwork {
  return { ...(name === undefined ? {} : { name }), caip2, title, testnet: false };
}

export function testnet(caip2: string, title: string, name?: string): FamilyNetwork {
  return { ...mainnet(caip2, title, name), testnet: true };
}

export function malformedUnless(isWellFormed: (address: string) => boolean) {
  return (address: string): AddressFault | undefined =>
    isWellFormed(address) ? undefined : 'address_malformed';
}

/** Returns no bytes when the text cannot be decoded. */
export function decoded(decode: () => Uint8Array): Uint8Array {
  try {
    return decode();
  } catch {
    return new Uint8Array();
  }
}
