import { unreached as unreachedTexts } from '#texts/finder.ts';
import { language } from '#texts/language.ts';
import { askedText, listPathFor } from '../site/links.ts';
import { pauseMs } from './combobox.ts';
import { find, make } from './elements.ts';
import { fixLinks } from './fix-links.ts';
import { localPath, readLocalPath } from '../texts/local-path.ts';

/*
 * Updates the list while the visitor types and filters, without reloading the page. It fetches the results from the server, which
 * renders them as for visitors without scripts. On a static host, it searches the published index instead. Every state has its own
 * URL.
 */

/** Only a Tollbook server sends this header; a static host does not. */
const liveHeader = 'X-Catalog-Version';
/** Screen readers hear of the results once nothing was typed or found for this time, and not after each key. */
const settledMs = 600;
/** How long the page must not scroll before its position is saved for the way back. */
const stillMs = 200;

let running = new AbortController();
/** Whether the newest history entry was created by typing, so that further typing replaces it. */
let isTyping = false;
let typing: ReturnType<typeof setTimeout> | undefined;
let settling: ReturnType<typeof setTimeout> | undefined;
/** Path and query of what the page shows, or will show. */
let shown = location.pathname + location.search;
/** Whether this is known to be a copy of the site without a server. */
let isCopy = false;
/** Whether an entry of the history is being shown again, at the place where it was left. */
let isReturning = false;

const finder = document.querySelector<HTMLElement>('.finder');
const box = document.querySelector<HTMLInputElement>('.live input[name=query]');
if (finder && box) follow(finder, box);

function follow(place: HTMLElement, input: HTMLInputElement): void {
  fixLinks(document, location.href);
  input.addEventListener('input', () => {
    clearTimeout(settling);
    clearTimeout(typing);
    typing = setTimeout(() => {
      go(typedAddress(input), isTyping ? 'replace' : 'push');
      isTyping = true;
    }, pauseMs);
  });
  input.form?.addEventListener('submit', (event) => {
    event.preventDefault();
    endTyping();
    go(typedAddress(input), 'push');
  });
  place.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id === 'compare') return;

    event.preventDefault();
    endTyping();
    go(formAddress(form), 'push');
  });
  place.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isOfList(link) || opensElsewhere(event)) return;

    event.preventDefault();
    endTyping();
    go(new URL(link.href), 'push');
  });
  addEventListener('popstate', ({ state }) => {
    // A link within the page, such as the one that skips to the results.
    if (shown === location.pathname + location.search) return;
    endTyping();
    input.value = askedText(new URLSearchParams(location.search));
    isReturning = true;
    const { href } = location;
    void show(new URL(href)).then(() => {
      if (location.href !== href) return;
      scrollTo({ top: placeIn(state), behavior: 'instant' });
      isReturning = false;
    });
  });
  saveScrollPositions();

  // A static host serves the same page for every search; one that answers a search comes from a server.
  const isAnswered = place.dataset['asked'] !== '' || location.search === '';
  if (isSearch(location.pathname) && !isAnswered) {
    input.value = askedText(new URLSearchParams(location.search));
    void show(new URL(location.href));
  }
}

function endTyping(): void {
  clearTimeout(typing);
  isTyping = false;
}

/** Saves the scroll position in each entry of the history: the browser loses it when the results are replaced. */
function saveScrollPositions(): void {
  let still: ReturnType<typeof setTimeout> | undefined;
  addEventListener('scroll', () => {
    clearTimeout(still);
    still = setTimeout(() => {
      if (!isReturning) history.replaceState({ place: scrollY }, '');
    }, stillMs);
  });
}

function placeIn(state: unknown): number {
  return typeof state === 'object' && state !== null && 'place' in state ? Number(state.place) : 0;
}

function go(address: URL, entry: 'push' | 'replace'): void {
  if (entry === 'push') {
    // The reader may go on right after scrolling.
    history.replaceState({ place: scrollY }, '');
    history.pushState(null, '', address);
  } else history.replaceState(history.state, '', address);
  void show(address);
}

/** The address for the query in the box with the current filters. Interpretations dismissed for the old query are dropped. */
function typedAddress(input: HTMLInputElement): URL {
  const asked = parametersOf(new URL(location.href));
  asked.delete('page');
  asked.delete('ignore');
  asked.delete('query');
  asked.delete('q');
  const query = input.value.trim();

  return addressOf(new URLSearchParams([...(query === '' ? [] : [['query', query]]), ...asked]));
}

function formAddress(form: HTMLFormElement): URL {
  const given = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' && value !== '' ? [[name, value]] : [],
  );

  return addressOf(new URLSearchParams(given));
}

function addressOf(asked: URLSearchParams): URL {
  return new URL(listPathFor(asked), location.origin);
}

/** The search parameters of a list address. The pages of the full list have their page number in the path. */
function parametersOf({ pathname, searchParams }: URL): URLSearchParams {
  const [, page] = /^\/services\/page\/(\d+)/.exec(readLocalPath(pathname).plain) ?? [];

  return new URLSearchParams(page === undefined ? searchParams : { page });
}

function isSearch(path: string): boolean {
  return readLocalPath(path).plain.startsWith('/search');
}

function isOfList(link: HTMLAnchorElement): boolean {
  const { language: itsLanguage, plain } = readLocalPath(link.pathname);

  return (
    link.origin === location.origin &&
    itsLanguage === language &&
    /^\/(search\/?|services\/(page\/\d+\/)?)$/.test(plain)
  );
}

/** Whether the browser would open the link in a new tab or window, or not at all. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

async function show(address: URL): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  shown = address.pathname + address.search;
  document.getElementById('found')?.setAttribute('aria-busy', 'true');

  const found = await foundFor(address, signal).catch(() => undefined);
  if (signal.aborted) return;
  find('#unreached').replaceChildren(...(found ? [] : [unreached(address)]));
  if (found) replace(found);
  else document.getElementById('found')?.removeAttribute('aria-busy');
}

/**
 * The results as the server renders them, or from the copy on a static host, where every page of the full list is a file. @throws when neither can
 * be had
 */
async function foundFor(address: URL, signal: AbortSignal): Promise<Element | undefined> {
  const asked = parametersOf(address);
  const isList = !isSearch(address.pathname);
  if (isCopy && !isList) return foundInCopy(asked);

  const source = isList ? address.origin + address.pathname : localPath(`/search?${asked.toString()}`);
  const answer = await fetch(source, { signal });
  if (!isList && !answer.headers.has(liveHeader)) {
    return answer.ok ? foundInCopy(asked) : undefined;
  }

  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  fixLinks(page, answer.url);
  if (!signal.aborted) document.title = page.title;
  return page.getElementById('found') ?? undefined;
}

async function foundInCopy(asked: URLSearchParams): Promise<Element | undefined> {
  const results = await import('./copy-results.ts');
  const found = await results.foundInCopy(asked);
  // What answered may have been neither a server nor a copy.
  isCopy = found !== undefined;
  return found;
}

/** Says that there are no new results; the old ones stay. */
function unreached(address: URL): HTMLElement {
  const again = make('button', { type: 'button', textContent: unreachedTexts.action });
  again.addEventListener('click', () => {
    box?.focus();
    void show(address);
  });

  return make('p', { className: 'notice wrong' }, `${unreachedTexts.text} `, again);
}

/** Replaces the results and keeps the keyboard focus, the open filters and the announcement for screen readers right. */
function replace(found: Element): void {
  const present = document.getElementById('found');
  if (!present) return;

  const active = document.activeElement;
  const wasInside = present.contains(active);
  const filters = found.querySelector<HTMLDetailsElement>('.facets');
  if (filters) filters.open ||= present.querySelector<HTMLDetailsElement>('.facets')?.open ?? false;
  present.replaceWith(found);

  const heading = document.getElementById('results');
  announce();
  if (wasInside) (document.getElementById(active?.id ?? '') ?? heading)?.focus();
}

/** Tells screen readers what is wrong with the search, and how many results there are, once nothing changes any more. */
function announce(): void {
  clearTimeout(settling);
  settling = setTimeout(() => {
    const parts = [...document.querySelectorAll('#wrong p, #results')];
    find('#announcement').textContent = parts.map(({ textContent }) => textContent.trim()).join(' ');
  }, settledMs);
}
