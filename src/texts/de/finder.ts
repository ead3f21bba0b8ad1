import type * as english from '../en/finder.ts';
import { counted, decimalText, groupThousands } from '../formats.ts';
import { nouns } from './nouns.ts';

export const unreached: typeof english.unreached = {
  text: 'Die Suche ist nicht erreichbar.',
  action: 'Erneut versuchen',
};

export const copyLoading: typeof english.copyLoading = ({ done, services, bytes }) => {
  const all = counted(services, nouns.service);

  return done === 0
    ? `${all} werden geladen (${decimalText((bytes / 1e6).toFixed(1))} MB) …`
    : `${groupThousands(done)} von ${all} gelesen …`;
};
