import type { AllowedSigner } from '../adapters/signing/allowed-signers.ts';
import type { CatalogClient } from './catalog-client.ts';
import type { Copy } from './copy.ts';
import type { LogVerifier } from './log-verifier.ts';
import type { UnknownMembers } from './mirrored-service.ts';
import type { Notice, Surroundings } from './surroundings.ts';
import type { OpenWitness } from './open-witness.ts';

/** What a mirror works with while it runs. */
export interface Visit {
  /** The root of the catalog's site, with a slash at its end. */
  readonly from: URL;
  readonly client: CatalogClient;
  readonly copy: Copy;
  /** Whose signatures are trusted; undefined where signatures are not checked. */
  readonly signers: readonly AllowedSigner[] | undefined;
  /** Undefined where the log is not checked. */
  readonly log: LogVerifier | undefined;
  /** Undefined where the mirror cosigns nothing. */
  readonly witness: OpenWitness | undefined;
  readonly maxExportBytes: number;
  /** Whether to go on for ever, rather than until the copy is complete. */
  readonly isEndless: boolean;
  readonly surroundings: Surroundings;
  readonly signal: AbortSignal | undefined;
  readonly notice: (notice: Notice) => void;
  readonly unknown: UnknownMembers;
}

export interface Proofs {
  /** The signature of the last manifest. */
  readonly signature?: {
    readonly signedBy: string;
    readonly builtAt: string;
    /** How many services are declared as they were signed; null where the build has no cursor that the feed knows. */
    readonly same: number | null;
  };
  /** The log that the copy agrees with. */
  readonly log?: { readonly size: number; readonly root: string };
  /** The records of what buyers say whose summaries were computed again; `missing`: entries of the log without their record. */
  readonly outcomes?: { readonly records: number; readonly services: number; readonly missing: number };
}
