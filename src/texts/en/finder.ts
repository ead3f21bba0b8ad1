import { counted, decimalText, groupThousands } from '../formats.ts';
import { nouns } from './nouns.ts';

/** What the list of results says when it could not be fetched. */
export const unreached = {
  text: 'The search could not be reached.',
  action: 'Try again',
};

/** How far a copy of the site has loaded the services that it searches. */
export function copyLoading(progress: {
  readonly done: number;
  readonly services: number;
  /** Of the file with all services, before compression. */
  readonly bytes: number;
}): string {
  const { done, services, bytes } = progress;
  const all = counted(services, nouns.service);

  return done === 0
    ? `Loading ${all} (${decimalText((bytes / 1e6).toFixed(1))} MB)…`
    : `Reading ${groupThousands(done)} of ${all}…`;
}
