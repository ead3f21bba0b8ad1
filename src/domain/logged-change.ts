import type { FeedPosition } from './feed-position.ts';
import type { News } from './news.ts';
import type { Profile } from './profile.ts';
import type { NumberedChange, ServiceChange } from './service-change.ts';

export interface LoggedService {
  readonly name: string;
  readonly endpoint: string;
  /** SHA-256 of the canonical file, in hex; shows at a start whether the service changed while no server ran. */
  readonly digest: string;
  /** Identifies what readers notice of its observation, likewise; null where that was not noted yet. */
  readonly seen: string | null;
  /** The profile for readers of feeds; absent where it equals the last one. */
  readonly profile?: Profile | undefined;
}

/** A change, with the service as it is after it, or as it was before a deletion. */
export type LoggedChange = ServiceChange & { readonly service: LoggedService };

/** A change from before the database, read from git. */
export type SeededChange = ServiceChange & { readonly news: News | undefined };

export interface FeedState {
  /** After the last change. */
  readonly position: FeedPosition;
  /** Whether the changes from before the database were read from git. */
  readonly isSeeded: boolean;
}

export interface ChangesAfter {
  /** Oldest first. */
  readonly changes: readonly NumberedChange[];
  readonly state: FeedState;
}

export interface AppendedChanges extends ChangesAfter {
  /** The number of the change before them; 0 where they are the first. */
  readonly previous: number;
  /** Services that others left otherwise than these changes would, after what the caller knows. Nothing was written of them. */
  readonly outdated: readonly string[];
}

export interface LastLogged extends Pick<LoggedService, 'digest' | 'seen'> {
  readonly isListed: boolean;
}

/** Some of the changes that feeds for readers tell. */
export interface NewestNews {
  /** Newest first. */
  readonly changes: readonly (NumberedChange & { readonly news: News })[];
  /** Of the database that numbers them. */
  readonly epoch: string;
}
