import type { HistoryView } from '../../views/history.ts';
import { counted } from '../formats.ts';
import type { Worded } from '../worded.ts';
import { nouns } from './nouns.ts';

/** The page of what the owner of a service changed. */
export const history = {
  title: (name: string, page: number): string =>
    `History of ${name}${page === 1 ? '' : `, page ${String(page)}`}`,
  description: 'Every change of what the owner of this service declared, from the commits of the catalog.',
  heading: <T>(name: T): Worded<T> => ['History of ', name],
  removed: 'This service was removed from the catalog.',
  lead: (changes: number): string =>
    `${counted(changes, nouns.change)} of what its owner declared, newest first, each of them a commit in git.`,
  checks: 'What checks found over time',
  incomplete: 'This server does not have the first changes.',
  owner: 'Owner:',
  nobody: 'nobody',
  by: 'Changed by the maintainer',
  commit: 'Commit',
  declaration: 'The declaration',
  asJson: 'As JSON:',
  history: 'history',
};

/** Each kind of change, with its time. */
export const changeHeadings: Readonly<
  Record<HistoryView['changes'][number]['kind'], <T>(time: T) => Worded<T>>
> = {
  created: (time) => ['Listed on ', time],
  updated: (time) => ['Changed on ', time],
  deleted: (time) => ['Removed on ', time],
  restored: (time) => ['Restored on ', time],
};

/** The fields that a change is about. */
export const changedFields = {
  none: 'The declaration did not change: only the form of the file did, or it cannot be read.',
  removed: 'Removed',
  before: 'Before',
  added: 'Added',
  after: 'After',
  further: (count: number): string => `And ${counted(count, nouns.furtherField)}; the JSON has them.`,
};
