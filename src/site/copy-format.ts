import type { Category } from '../domain/category.ts';
import { listedNames } from '../domain/declared-fields.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Reason, State } from '../domain/state.ts';
import type { Status } from '../domain/status.ts';
import type { VaryingPrice } from '../domain/varying-price.ts';
import type { CountedChecks, StatedPayments } from './evidence.ts';
import type { ListedPayments } from './status-labels.ts';

/** Says which file a copy without a server searches, so that the file itself can be cached for ever. */
export const copyPointerFile = 'search-index.json';

/** The content of that file. */
export interface CopyPointer {
  /** The path of the file with the services. */
  readonly file: string;
  readonly services: number;
  /** Its size before compression. */
  readonly bytes: number;
}

type Listed = { readonly [Name in (typeof listedNames)[number]]: DeclaredService[Name] | null };

/** What a browser needs to search a service and to show it in a list. */
export interface CopyService extends Listed {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly category: string;
  /** The network to pay on. */
  readonly network: string;
  /** As `supportedChains` gives them. */
  readonly chains: readonly string[];
  readonly status: Status;
  readonly state: State;
  readonly reason: Reason | null;
  readonly price: string;
  readonly currency: string;
  /** What the live 402 asks where that differs from the declared price; null where its token is unknown, absent where it is as declared. */
  readonly asked: readonly [price: string, currency: string] | null | 0;
  readonly varies: VaryingPrice | null;
  readonly trustScore: number | null;
  /** Null where nothing was measured. */
  readonly checked: CountedChecks | null;
  /** The share that at least was delivered; null where too few buyers say anything. */
  readonly delivered: number | null;
  /** Null where no buyer says anything. */
  readonly stated: StatedPayments | null;
  readonly payments: readonly [txCount: number, attribution: ListedPayments['attribution']] | null;
  /** Seconds since 1970. */
  readonly createdAt: number;
  readonly freeQuota: number;
  readonly deprecated: 0 | 1;
}

/** All services of a copy: a list for each member, since that takes half the bytes. */
export interface CopyIndex {
  readonly categories: readonly Category[];
  readonly services: { readonly [Name in keyof CopyService]: readonly CopyService[Name][] };
}

/** The members of a service, in the order of the file. */
export const copyMembers = [
  'id',
  'name',
  'description',
  'endpoint',
  'category',
  'network',
  'chains',
  'status',
  'state',
  'reason',
  'price',
  'currency',
  'asked',
  'varies',
  'trustScore',
  'checked',
  'delivered',
  'stated',
  'payments',
  'createdAt',
  'freeQuota',
  'deprecated',
  ...listedNames,
] as const satisfies readonly (keyof CopyService)[];
