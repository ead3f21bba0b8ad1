import type * as english from '../en/finder.ts';
import { counted } from '../formats.ts';
import { nouns } from './nouns.ts';

export const unreached: typeof english.unreached = {
  text: 'Die Suche ist nicht erreichbar.',
  action: 'Erneut versuchen',
};

export const copyHeading: typeof english.copyHeading = ({ count, shown, matchesAllWords }) => {
  const services = counted(count, nouns.service);
  const matching = matchesAllWords ? services : `${services} mit einem Teil dieser Wörter`;

  return count > shown ? `${matching}, davon die ersten ${String(shown)}` : matching;
};
