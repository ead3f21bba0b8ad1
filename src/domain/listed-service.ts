import { hostOf } from './endpoint-text.ts';
import { declaredPayees } from './payee.ts';
import { hashOf } from './persistent-map.ts';
import type { DeclaredService } from './service.ts';
import { digestOf } from './service-digest.ts';
import { subjectOf } from './subject.ts';

/** The part of a declaration by which a catalog finds a service, and by which its checks are compared. */
export type Outline = Pick<
  DeclaredService,
  'id' | 'endpoint' | 'owner' | 'proof' | 'probing' | 'x402Config' | 'offers'
>;

/** Hashes of the keys that a service is found by, as `hashOf` gives them. */
export interface KeyHashes {
  readonly id: number;
  readonly endpoint: number;
  readonly host: number;
  readonly owner: number | undefined;
  /** Of the declared wallets, in the order of `declaredPayees`. */
  readonly payees: readonly number[];
}

/** A service of a catalog. What most need of it is at hand; the whole declaration may be read from a text, when somebody asks for it. */
export interface ListedService {
  readonly id: string;
  readonly outline: Outline;
  /** What its checks are about, as `subjectOf` names it. */
  readonly subject: string;
  readonly keys: KeyHashes;
  /** As `digestOf` gives it. */
  readonly digest: number;
  /** The whole declaration as JSON: equal for equal declarations, and there without reading one. */
  readonly text: string;
  /** The same object for as long as somebody holds it. */
  readonly declared: DeclaredService;
}

/** A service whose declaration is in memory. */
export function listedService(declared: DeclaredService): ListedService {
  return {
    id: declared.id,
    outline: declared,
    get subject() {
      return subjectOf(declared);
    },
    get keys() {
      return keyHashesOf(declared);
    },
    get digest() {
      return digestOf(declared);
    },
    get text() {
      return JSON.stringify(declared);
    },
    declared,
  };
}

export function keyHashesOf(outline: Outline): KeyHashes {
  const { id, endpoint, owner } = outline;

  return {
    id: hashOf(id),
    endpoint: hashOf(endpoint),
    host: hashOf(hostOf(endpoint)),
    owner: owner === undefined ? undefined : hashOf(owner),
    payees: declaredPayees(outline).map(hashOf),
  };
}
