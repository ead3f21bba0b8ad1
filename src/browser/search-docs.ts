import { allFoundText, bestFoundText, foundText, indexFailedText } from '#texts/document-search.ts';
import {
  documentIndexPath,
  type ExcerptPart,
  type FoundSection,
  type IndexedSection,
  maxFound,
  searchDocuments,
} from '../site/document-search.ts';
import { link, make } from './elements.ts';
import { fromRoot, localPath } from '../texts/local-path.ts';

/*
 * Searches the docs. The box in the menu lists the best matches while the reader types; the page of all results is filled in here
 * only on a static host, since the server renders it. The index is loaded when the search is first used.
 */

/** How many matches the menu lists. */
const maxInMenu = 6;

let index: Promise<readonly IndexedSection[]> | undefined;

const box = document.querySelector<HTMLInputElement>('#docs-query');
const panel = document.getElementById('docs-found');
const status = document.getElementById('docs-count');
if (box && panel && status) followBox(box, panel, status);

const results = document.getElementById('docs-results');
if (results) void fillResults(results);

/** Loads the index once; after a failure, the next use tries again. */
function loadIndex(): Promise<readonly IndexedSection[]> {
  index ??= fetch(localPath(documentIndexPath)).then((response) => {
    if (!response.ok) throw new Error(`the index answered ${String(response.status)}`);
    return response.json() as Promise<readonly IndexedSection[]>;
  });
  index.catch(() => (index = undefined));
  return index;
}

function followBox(input: HTMLInputElement, list: HTMLElement, announcement: HTMLElement): void {
  const search = input.closest('search') ?? list;
  const close = (): void => {
    list.hidden = true;
    list.replaceChildren();
    announcement.textContent = '';
  };
  const show = async (): Promise<void> => {
    const query = input.value.trim();
    if (query === '') {
      close();
      return;
    }

    const sections = await loadIndex().catch(() => undefined);
    // Meanwhile, the reader may have typed on.
    if (query !== input.value.trim()) return;
    if (!sections) {
      announcement.textContent = indexFailedText;
      list.replaceChildren(paragraph(indexFailedText));
    } else {
      const found = searchDocuments(sections, query);
      announcement.textContent = countText(found, query);
      list.replaceChildren(...menuOf(found, query));
    }
    list.hidden = false;
  };

  input.addEventListener('focus', () => void loadIndex().catch(() => undefined), { once: true });
  input.addEventListener('input', () => void show());
  search.addEventListener('keydown', (event) => {
    if (!(event instanceof KeyboardEvent) || list.hidden) return;
    if (event.key === 'Escape') {
      event.preventDefault();
      close();
      input.focus();
    }
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      step([input, ...list.querySelectorAll('a')], event.key === 'ArrowDown' ? 1 : -1);
    }
  });
  // A link of this page leads below the list.
  list.addEventListener('click', (event) => {
    if (event.target instanceof Element && event.target.closest('a')) close();
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !search.contains(target)) close();
  });
}

/** Moves the focus to the next stop, or to the one before, and from either end to the other. */
function step(stops: readonly HTMLElement[], by: 1 | -1): void {
  const here = stops.findIndex((stop) => stop === document.activeElement);

  stops.at((here + by) % stops.length)?.focus();
}

function menuOf(found: readonly FoundSection[], query: string): Node[] {
  if (found.length === 0) return [paragraph(countText(found, query))];
  const list = listOf(found.slice(0, maxInMenu));
  if (found.length <= maxInMenu) return [list];

  const all = link(
    localPath(`/docs/search/?${new URLSearchParams({ q: query }).toString()}`),
    allFoundText({ count: found.length }),
  );
  all.className = 'all';
  return [list, all];
}

/** Fills in the page of results, which a static host serves without any. */
async function fillResults(place: HTMLElement): Promise<void> {
  const query = (new URLSearchParams(location.search).get('q') ?? '').trim();
  if (query === '' || place.dataset['asked'] !== '') return;

  const field = document.querySelector<HTMLInputElement>('#docs-page-query');
  if (field) field.value = query;
  const heading = place.querySelector('h2');
  const sections = await loadIndex().catch(() => undefined);
  const found = sections && searchDocuments(sections, query);
  if (heading) heading.textContent = found ? countText(found, query) : indexFailedText;
  place.querySelector('ul')?.replaceWith(listOf(found ?? []));
  place.hidden = false;
}

/** The same as `FoundSections.astro`. */
function listOf(found: readonly FoundSection[]): HTMLElement {
  const items = found.map(({ href, title, heading, excerpt, lang }) => {
    const source = title === null ? [] : [make('small', { textContent: title })];
    return make(
      'li',
      lang ? { lang } : {},
      link(fromRoot(href), ...marked(heading)),
      ...source,
      make('p', {}, ...marked(excerpt)),
    );
  });

  return make('ul', {}, ...items);
}

function marked(parts: readonly ExcerptPart[]): (Node | string)[] {
  return parts.map(({ text, isMarked }) => (isMarked ? make('mark', { textContent: text }) : text));
}

function countText({ length }: readonly FoundSection[], query: string): string {
  return (length === maxFound ? bestFoundText : foundText)({ count: length, query });
}

function paragraph(text: string): HTMLElement {
  return make('p', { textContent: text });
}
