import { counted } from '../formats.ts';
import { nouns } from './nouns.ts';

/** What the list of results says when it could not be fetched. */
export const unreached = {
  text: 'The search could not be reached.',
  action: 'Try again',
};

/** The heading of the results in a copy of the site, which shows at most `shown` of them. */
export function copyHeading(found: {
  readonly count: number;
  readonly shown: number;
  /** Whether the services match the whole query, rather than as much of it as possible. */
  readonly matchesAllWords: boolean;
}): string {
  const { count, shown, matchesAllWords } = found;
  const services = counted(count, nouns.service);
  const matching = matchesAllWords ? services : `${services} with some of these words`;

  return count > shown ? `${matching}, the first ${String(shown)} shown` : matching;
}
