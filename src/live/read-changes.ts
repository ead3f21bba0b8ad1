import { ServiceId } from '../domain/service-id.ts';
import { type HistoryView, historyView } from '../views/history.ts';
import { type DeclarationHistory, HistoryUnavailable } from './declaration-history.ts';
import type { Log } from './ports.ts';

/** A page of the changes of a service, and how many there are in all. */
interface Changes {
  readonly total: number;
  readonly view: HistoryView;
}

interface Dependencies {
  readonly declarations: Pick<DeclarationHistory, 'page' | 'texts'>;
  readonly log: Log;
}

/** Makes the reader of histories for pages: undefined for an id that no service ever had, `unavailable` while git fails. */
export function changesReader({ declarations, log }: Dependencies) {
  return async (
    id: string,
    page: { readonly limit: number; readonly offset: number },
  ): Promise<Changes | 'unavailable' | undefined> => {
    if (!ServiceId.safeParse(id).success) return undefined;

    try {
      const found = await declarations.page(id, page);
      if (!found) return undefined;
      const texts = await declarations.texts([...found.versions, found.before]);
      return { total: found.total, view: historyView(id, found, texts) };
    } catch (error) {
      if (!(error instanceof HistoryUnavailable)) throw error;
      log.error({ error, id }, 'the history of a service could not be read from git');
      return 'unavailable';
    }
  };
}
