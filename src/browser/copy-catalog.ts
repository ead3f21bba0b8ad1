import { askedHere } from '../search/asked.ts';
import { useDictionaries } from '../search/languages/languages.ts';
import { Matcher } from '../search/matcher.ts';
import { RowSearch } from '../search/row-search.ts';
import { withoutMeaning } from '../search/intent/gist.ts';
import { matchOf } from '../search/intent/why.ts';
import { searchedTexts } from '../search/words/fields.ts';
import { type CopyIndex, type CopyPointer, copyPointerFile, type CopyService } from '../site/copy-format.ts';
import type { ListSource } from '../site/listing.ts';
import { fromRoot } from '../texts/local-path.ts';
import { listedIn, searchedIn, servicesIn } from './copy-services.ts';

/* The catalog of a copy of the site without a server: it searches the published services as a server does, but for their meaning. */

/** How far the services are loaded. */
export interface CopyProgress {
  /** Read into the search so far, and in all. */
  readonly done: number;
  readonly services: number;
  /** What has to be loaded, before compression. */
  readonly bytes: number;
}

/** So many services are read before the page has its turn. */
const readAtOnce = 500;

/** The catalog of a copy, ready to be asked. */
export class CopyCatalog implements ListSource<CopyService> {
  readonly #search: RowSearch;
  readonly #matcher: Matcher;
  readonly #services: ReadonlyMap<string, CopyService>;
  readonly #categories: ReadonlyMap<string, string>;
  #dictionaries: Promise<void> | undefined;

  private constructor({ categories }: CopyIndex, services: readonly CopyService[]) {
    this.#matcher = new Matcher();
    this.#search = new RowSearch(askedHere(this.#matcher), categories);
    this.#services = new Map(services.map((service) => [service.id, service]));
    this.#categories = new Map(categories.map(({ id, name }) => [id, name]));
  }

  /** Reads all services, and lets the page do something else in between. */
  static async read(index: CopyIndex, said: (done: number) => void = () => undefined): Promise<CopyCatalog> {
    const services = servicesIn(index);
    const catalog = new CopyCatalog(index, services);
    for (let begin = 0; begin < services.length; begin += readAtOnce) {
      said(begin);
      await new Promise((resolve) => setTimeout(resolve));
      const some = services.slice(begin, begin + readAtOnce);
      await catalog.#search.change(some.map((service) => searchedIn(service, catalog.categoryName)));
    }
    return catalog;
  }

  readonly categoryName = (id: string): string => this.#categories.get(id) ?? id;

  readonly list: ListSource<CopyService>['list'] = async (query) => {
    const { rows, ...list } = await this.#search.list(query);

    return { ...list, found: rows.flatMap(({ id }) => this.#services.get(id) ?? []) };
  };

  readonly facets: ListSource<CopyService>['facets'] = (question) => this.#search.facets(question);

  readonly understand: ListSource<CopyService>['understand'] = async (text, dropped) => {
    if (this.#matcher.mayBeForeign(text)) await this.#loadDictionaries();

    return withoutMeaning(await this.#search.understand(text, dropped));
  };

  readonly hostOf: ListSource<CopyService>['hostOf'] = ({ endpoint }) => new URL(endpoint).hostname;

  readonly rowsOf: ListSource<CopyService>['rowsOf'] = (found) =>
    Promise.resolve(found.map((service) => listedIn(service, this.categoryName)));

  readonly matches: ListSource<CopyService>['matches'] = (reading, found) =>
    found.map((service) => matchOf(reading, searchedTexts(service, this.categoryName), service.category));

  /** Names, categories and words that complete a text. */
  suggest(text: string): ReturnType<RowSearch['suggest']> {
    return this.#search.suggest(text, (id) => this.#services.get(id)?.name);
  }

  /** A text whose dictionaries cannot be loaded is read as English. */
  #loadDictionaries(): Promise<void> {
    this.#dictionaries ??= import('./dictionaries.ts').then(({ dictionaries }) => {
      useDictionaries(() => dictionaries);
    });

    return this.#dictionaries.catch(() => {
      this.#dictionaries = undefined;
    });
  }
}

let loading: Promise<CopyCatalog> | undefined;

/** Loads the catalog of this copy, once; after a failure, the next use tries again. `said` receives the progress. */
export function loadCopyCatalog(
  said: (progress: CopyProgress) => void = () => undefined,
): Promise<CopyCatalog> {
  loading ??= load(said);
  loading.catch(() => (loading = undefined));
  return loading;
}

async function load(said: (progress: CopyProgress) => void): Promise<CopyCatalog> {
  const { file, services, bytes } = await fetchJson<CopyPointer>(copyPointerFile);
  const tell = (done: number): void => {
    said({ done, services, bytes });
  };
  tell(0);

  return CopyCatalog.read(await fetchJson<CopyIndex>(file), tell);
}

async function fetchJson<Body>(file: string): Promise<Body> {
  const response = await fetch(fromRoot(`/${file}`));
  if (!response.ok) throw new Error(`${file} answered ${String(response.status)}`);

  return (await response.json()) as Body;
}
