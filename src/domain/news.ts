import { z } from 'zod/mini';
import { chainKey, normalizeAddress } from './network.ts';
import type { Profile } from './profile.ts';
import { type ChangeKind, isDeletion, type ServiceChange } from './service-change.ts';
import type { State } from './state.ts';

const declaredFields = [
  'price',
  'freeQuota',
  'network',
  'wallet',
  'endpoint',
  'name',
  'deprecated',
] as const satisfies readonly (keyof Profile)[];

/** The live terms, each with the declared field in its place. */
const liveFields = {
  livePrice: 'price',
  liveNetwork: 'network',
  liveWallet: 'wallet',
} as const satisfies Partial<Record<keyof Profile, keyof Profile>>;

const newsFields = [
  ...declaredFields,
  'state',
  'outcomes',
  'livePrice',
  'liveNetwork',
  'liveWallet',
] as const;
export type NewsField = (typeof newsFields)[number];

/** The meaning of a change for readers of feeds. */
export const News = z.strictObject({
  /** The name of the service after the change. */
  name: z.string(),
  /** The id of its category then. */
  category: z.string(),
  /** The differences, most important first; null where there was or is nothing. For a new service its terms; empty for a deletion. */
  fields: z.array(
    z.strictObject({
      field: z.enum(newsFields),
      before: z.nullable(z.string()),
      after: z.nullable(z.string()),
    }),
  ),
});
export type News = Readonly<z.infer<typeof News>>;
type Difference = News['fields'][number];

/** A change in feeds for readers. */
export interface NewsItem extends ServiceChange {
  /** Tells it from the other changes of its service, for ever: its cursor; in a build from git alone, its commit. */
  readonly key: string;
  readonly news: News;
}

/** The changes of a feed: those of a service, those of services that were in a category then, or all. */
export type NewsScope = { readonly service: string } | { readonly category: string } | 'all';

interface Recorded {
  /** Undefined where a change does not matter to readers. */
  readonly news: News | undefined;
  /** The profile that readers know from now on. */
  readonly profile: Profile | undefined;
}

/** The news of a change, given what readers know of the service, and what is known now. */
export function newsOf(kind: ChangeKind, known: Profile | undefined, now: Profile | undefined): Recorded {
  if (!now) return { news: undefined, profile: known };

  const fields = fieldsOf(kind, known, now);
  const isReportable = fields.length > 0 || isDeletion(kind);
  return {
    news: isReportable ? { name: now.name, category: now.category, fields } : undefined,
    profile: {
      ...now,
      state: now.state ?? known?.state ?? null,
      livePrice: now.livePrice ?? known?.livePrice ?? null,
      liveNetwork: now.liveNetwork ?? known?.liveNetwork ?? null,
      liveWallet: now.liveWallet ?? known?.liveWallet ?? null,
      ...outcomesOf(now.outcomes ?? known?.outcomes),
      ...(known?.told && { told: known.told }),
    },
  };
}

/** Most news a day that checks make of one service: one that changes more often would drive all others out of feeds. */
export const maxObservedNewsADay = 4;

/** The same as `newsOf` on a day (UTC, as `2026-01-31`). News beyond the limit of that day become part of the next news. */
export function newsOn(
  date: string,
  kind: ChangeKind,
  known: Profile | undefined,
  now: Profile | undefined,
): Recorded {
  const times = known?.told?.date === date ? known.told.times : 0;
  if (kind === 'observed' && times >= maxObservedNewsADay) return { news: undefined, profile: known };

  const { news, profile } = newsOf(kind, known, now);
  const isCounted = kind === 'observed' && news !== undefined && profile !== undefined;
  return { news, profile: isCounted ? { ...profile, told: { date, times: times + 1 } } : profile };
}

export function declaredNews(
  kind: ChangeKind,
  before: Profile | undefined,
  after: Profile | undefined,
): News | undefined {
  return newsOf(kind, before, isDeletion(kind) ? before : after).news;
}

function fieldsOf(kind: ChangeKind, known: Profile | undefined, now: Profile): Difference[] {
  if (isDeletion(kind)) return [];
  if (kind === 'created' || kind === 'restored') return introduced(now);
  return known ? differences(known, now) : [];
}

function introduced({ price, network, wallet, endpoint }: Profile): Difference[] {
  return Object.entries({ price, network, wallet, endpoint }).map(([field, after]) => ({
    field: field as 'price' | 'network' | 'wallet' | 'endpoint',
    before: null,
    after,
  }));
}

function differences(known: Profile, now: Profile): Difference[] {
  const declared = declaredFields
    .filter((field) => !isSame(field, [known[field], now[field]], now))
    .map((field) => ({ field, before: known[field], after: now[field] }));
  const hasNewState = isNewState(known.state, now.state);
  const state = hasNewState ? [{ field: 'state' as const, before: known.state, after: now.state }] : [];

  return [
    ...declared,
    ...state,
    ...outcomeDifference(known, now),
    ...liveDifferences(known, now, hasNewState),
  ];
}

/** That buyers begin to say that a service delivers is expected, and no news by itself. */
function outcomeDifference({ outcomes: before }: Profile, { outcomes: after }: Profile): Difference[] {
  const isNews = after !== undefined && after !== before && !(before === undefined && after === 'delivers');

  return isNews ? [{ field: 'outcomes', before: before ?? null, after }] : [];
}

function outcomesOf(outcomes: Profile['outcomes']): Pick<Profile, 'outcomes'> {
  return outcomes === undefined ? {} : { outcomes };
}

/** Every service is unchecked at first, and is expected to ask what it declares: neither is news. */
function isNewState(known: State | null, now: State | null): boolean {
  if (now === null || known === null || known === now || now === 'unchecked') return false;

  return known !== 'unchecked' || now !== 'verified';
}

/** Live terms that are as declared are no news beside the declaration. Others are when they change, and where they explain a new state. */
function liveDifferences(known: Profile, now: Profile, hasNewState: boolean): Difference[] {
  const isExplained = hasNewState && (now.state === 'price_differs' || now.state === 'terms_differ');

  return (Object.keys(liveFields) as (keyof typeof liveFields)[]).flatMap((field) => {
    const [before, after, declared] = [known[field], now[field], now[liveFields[field]]];
    if (after === null || isSame(field, [after, declared], now)) return [];

    const isChanged = before !== null && !isSame(field, [before, after], now);
    return isChanged || isExplained ? [{ field, before, after }] : [];
  });
}

/** Whether two values of a field mean the same on the network of a service: wallets and networks have several spellings. */
function isSame(
  field: NewsField,
  [a, b]: readonly [string | null, string | null],
  { network }: Pick<Profile, 'network'>,
): boolean {
  if (a === b || a === null || b === null) return a === b;

  if (field === 'network' || field === 'liveNetwork') return chainKey(a) === chainKey(b);
  const isWallet = field === 'wallet' || field === 'liveWallet';
  return isWallet && normalizeAddress(network, a) === normalizeAddress(network, b);
}
