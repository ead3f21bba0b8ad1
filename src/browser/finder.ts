import { askedText } from '../site/asked-text.ts';
import { percentText } from '../site/percent-text.ts';
import type { IndexedService, SearchIndex } from '../site/search-index.ts';
import { searchCopy } from './catalog-copy.ts';

/*
 * Keeps the list up with what is typed and chosen, without loading whole pages. The server renders the results, as it does for
 * visitors without scripts; where none answers, the published index is searched here. Every state has an address of its own.
 */

/** What only a server that rendered this very answer sends. */
const liveHeader = 'X-Catalog-Version';
const mostFromCopy = 50;

let running = new AbortController();
let copy: Promise<SearchIndex> | undefined;
/** Whether the newest entry of the history is one that was made while typing. */
let isTyping = false;

const finder = document.querySelector<HTMLElement>('.finder');
const box = finder?.querySelector<HTMLInputElement>('input[name=query]');
if (finder && box) follow(finder, box);

function follow(place: HTMLElement, input: HTMLInputElement): void {
  input.addEventListener('input', () => {
    go(typedAddress(input), isTyping ? 'replace' : 'push');
    isTyping = true;
  });
  place.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (form.id === 'compare') return;

    event.preventDefault();
    isTyping = false;
    go(form.contains(input) ? typedAddress(input) : formAddress(form), 'push');
  });
  place.addEventListener('click', (event) => {
    const link = (event.target as Element).closest('a');
    if (!link || !isOfList(link) || isForNewPlace(event)) return;

    event.preventDefault();
    isTyping = false;
    go(new URL(link.href), 'push');
  });
  addEventListener('popstate', () => {
    isTyping = false;
    input.value = askedText(new URLSearchParams(location.search));
    void show(new URL(location.href));
  });

  // A static host answers every search with the same page.
  if (location.pathname.startsWith('/search') && place.dataset['asked'] !== location.search) {
    input.value = askedText(new URLSearchParams(location.search));
    void show(new URL(location.href));
  }
}

function go(address: URL, entry: 'push' | 'replace'): void {
  if (entry === 'push') history.pushState(null, '', address);
  else history.replaceState(null, '', address);
  void show(address);
}

/** What is asked for now with the query in the box; what was taken back of the query before does not go with it. */
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
  return new URL(asked.size === 0 ? '/services/' : `/search?${asked.toString()}`, location.origin);
}

/** What an address of the list asks for: the pages of all services have their number in the path. */
function parametersOf({ pathname, searchParams }: URL): URLSearchParams {
  const [, page] = /^\/services\/page\/(\d+)/.exec(pathname) ?? [];

  return new URLSearchParams(page === undefined ? searchParams : { page });
}

function isOfList(link: HTMLAnchorElement): boolean {
  return link.origin === location.origin && /^\/(search|services\/(page\/\d+\/)?)$/.test(link.pathname);
}

function isForNewPlace({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
  return button !== 0 || metaKey || ctrlKey || shiftKey || altKey;
}

async function show(address: URL): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const asked = parametersOf(address);

  const found = (await foundByServer(asked, signal)) ?? (await foundInCopy(asked));
  if (signal.aborted || !found) return;
  replace(found);
}

/** The results as the server renders them; undefined where none answers for this copy. */
async function foundByServer(asked: URLSearchParams, signal: AbortSignal): Promise<Element | undefined> {
  try {
    const answer = await fetch(`/search?${asked.toString()}`, { signal });
    if (!answer.headers.has(liveHeader)) return undefined;

    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    document.title = page.title;
    return page.getElementById('found') ?? undefined;
  } catch {
    return undefined;
  }
}

async function foundInCopy(asked: URLSearchParams): Promise<Element | undefined> {
  const present = document.getElementById('found');
  copy ??= fetch('/search-index.json').then((answer) => answer.json() as Promise<SearchIndex>);
  const index = await copy.catch(() => undefined);
  if (!present || !index) return undefined;

  const { services, isWhole } = searchCopy(index, asked);
  const found = present.cloneNode(true) as HTMLElement;
  for (const part of found.querySelectorAll('.chips, .pager, .notice, .sorts')) part.remove();
  const shown = services.slice(0, mostFromCopy).map((service) => rowOf(service, index));
  found.querySelector('.rows')?.replaceChildren(...shown);
  const heading = found.querySelector('#results');
  if (heading) heading.textContent = countText(services.length) + (isWhole ? '' : ', by some of these words');
  return found;
}

function countText(count: number): string {
  const services = `${count.toLocaleString('en')} service${count === 1 ? '' : 's'}`;

  return count > mostFromCopy ? `${services}, the first ${String(mostFromCopy)} of them` : services;
}

/** A row out of the template of its status, which the page carries for this. */
function rowOf(service: IndexedService, { categories }: SearchIndex): Node {
  const [id, name, summary, category, price, currency, network, , status, trust, uptime] = service;
  const templates = document.querySelector<HTMLTemplateElement>('#rows')?.content;
  const row = templates?.querySelector(`li:has(.status.${status})`)?.cloneNode(true) as HTMLElement;
  const write = (selector: string, text: string): void => {
    const element = row.querySelector(selector);
    if (element) element.textContent = text;
  };

  row.querySelector('.what a')?.setAttribute('href', `/services/${id}/`);
  row.querySelector('[name=ids]')?.setAttribute('value', id);
  write('.choose bdi', name);
  write('.what a bdi', name);
  write('.what p bdi', summary);
  write('.what .soft', categories[category] ?? category);
  write('.price b', price);
  write('.price span', currency);
  write('.network', network);
  write('.uptime small', uptime === null ? 'Uptime unknown' : `${percentText(uptime)} in 30 days`);
  write('.standing small', trust === null ? 'Not checked yet' : `Trust ${String(trust)} of 100`);
  return row;
}

/** Puts the new results in the place of the old ones; whoever was in them stays where they were. */
function replace(found: Element): void {
  const present = document.getElementById('found');
  if (!present) return;

  const active = document.activeElement;
  const wasInside = present.contains(active);
  const filters = found.querySelector<HTMLDetailsElement>('.facets');
  if (filters) filters.open = present.querySelector<HTMLDetailsElement>('.facets')?.open ?? false;
  present.replaceWith(found);

  const heading = document.getElementById('results');
  const told = document.getElementById('told');
  if (told) told.textContent = heading?.textContent ?? '';
  if (wasInside) (document.getElementById(active?.id ?? '') ?? heading)?.focus();
}
