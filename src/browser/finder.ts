import { amountNote, amountOf, priceParts } from '../site/amount.ts';
import { percentText } from '../site/formats.ts';
import { askedText } from '../site/links.ts';
import type { IndexedService, SearchIndex } from '../site/search-index.ts';
import { mismatchLabel, paymentsLabel, trustLabel } from '../site/status-words.ts';
import { searchCopy } from './catalog-copy.ts';

/*
 * Updates the list while the visitor types and filters, without reloading the page. It fetches the results from the server, which
 * renders them as for visitors without scripts. On a static host, it searches the published index instead. Every state has its own
 * URL.
 */

/** Only a Tollbook server sends this header; a static host does not. */
const liveHeader = 'X-Catalog-Version';
const maxRowsFromCopy = 50;

let running = new AbortController();
let copy: Promise<SearchIndex> | undefined;
/** Whether the newest history entry was created by typing, so that further typing replaces it. */
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
    if (!link || !isOfList(link) || opensElsewhere(event)) return;

    event.preventDefault();
    isTyping = false;
    go(new URL(link.href), 'push');
  });
  addEventListener('popstate', () => {
    isTyping = false;
    input.value = askedText(new URLSearchParams(location.search));
    void show(new URL(location.href));
  });

  // A static host serves the same page for every search.
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
  return new URL(asked.size === 0 ? '/services/' : `/search?${asked.toString()}`, location.origin);
}

/** The search parameters of a list address. The pages of the full list have their page number in the path. */
function parametersOf({ pathname, searchParams }: URL): URLSearchParams {
  const [, page] = /^\/services\/page\/(\d+)/.exec(pathname) ?? [];

  return new URLSearchParams(page === undefined ? searchParams : { page });
}

function isOfList(link: HTMLAnchorElement): boolean {
  return link.origin === location.origin && /^\/(search|services\/(page\/\d+\/)?)$/.test(link.pathname);
}

/** Whether the browser would open the link in a new tab or window, or not at all. */
function opensElsewhere({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean {
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

/** The results as the server renders them; undefined on a static host. */
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

  const { services, matchesAllWords } = searchCopy(index, asked);
  const found = present.cloneNode(true) as HTMLElement;
  for (const part of found.querySelectorAll('.chips, .pager, .notice, .sorts')) part.remove();
  const shown = services.slice(0, maxRowsFromCopy).map((service) => rowOf(service, index));
  found.querySelector('.rows')?.replaceChildren(...shown);
  const heading = found.querySelector('#results');
  if (heading) {
    heading.textContent = countText(services.length) + (matchesAllWords ? '' : ', by some of these words');
  }
  return found;
}

function countText(count: number): string {
  const services = `${count.toLocaleString('en')} service${count === 1 ? '' : 's'}`;

  return count > maxRowsFromCopy ? `${services}, the first ${String(maxRowsFromCopy)} of them` : services;
}

/** Fills in the row template for the service's status, which the page contains for this purpose. */
function rowOf(service: IndexedService, { categories }: SearchIndex): Node {
  const [id, name, summary, category, price, currency, network, , status, trustScore, uptime] = service;
  const [, , , , , , , , , , , mismatch, unmeasured, counted, isDeprecated, isTestnet] = service;
  const [, , , , , , , , , , , , , , , , asked = [price, currency]] = service;
  const payments = counted && { txCount: counted[0], attribution: counted[1] };
  const templates = document.querySelector<HTMLTemplateElement>('#rows')?.content;
  const row = templates?.querySelector(`li:has(.status.${status})`)?.cloneNode(true) as HTMLElement;
  const write = (selector: string, text: string): void => {
    const element = row.querySelector(selector);
    if (element) element.textContent = text;
  };
  const known = {
    asked: asked && { price: asked[0], currency: asked[1] },
    price: { declared: price },
    token: { declared: currency },
  };
  const amount = amountOf(known);

  row.querySelector('.what a')?.setAttribute('href', `/services/${id}/`);
  row.querySelector('[name=ids]')?.setAttribute('value', id);
  write('.choose bdi', name);
  write('.what a bdi', name);
  write('.what p bdi', summary);
  const [whole, fraction] = priceParts(amount.price);
  write('.price .whole', whole);
  write('.price .fraction', fraction);
  write('.price .currency', amount.currency);
  write('.price .note', amountNote(known) ?? '');
  write('.network span', network);
  write('.network .category', categories[category] ?? category);
  write('.uptime .percent', uptime === null ? 'Uptime not measured' : `${percentText(uptime)} in 30 days`);
  write('.uptime .paid', paymentsLabel({ payments }) ?? '');
  if (isTestnet === 0) row.querySelector('.testnet')?.remove();
  if (isDeprecated === 0) row.querySelector('.deprecated')?.remove();
  write('.standing .mismatch', mismatch === null ? '' : mismatchLabel(mismatch));
  write('.standing .trust-label', trustLabel({ trustScore, unmeasured }));
  return row;
}

/** Replaces the results and keeps the keyboard focus, the open filters and the announcement for screen readers right. */
function replace(found: Element): void {
  const present = document.getElementById('found');
  if (!present) return;

  const active = document.activeElement;
  const wasInside = present.contains(active);
  const filters = found.querySelector<HTMLDetailsElement>('.facets');
  if (filters) filters.open = present.querySelector<HTMLDetailsElement>('.facets')?.open ?? false;
  present.replaceWith(found);

  const heading = document.getElementById('results');
  const announcement = document.getElementById('announcement');
  if (announcement) announcement.textContent = heading?.textContent ?? '';
  if (wasInside) (document.getElementById(active?.id ?? '') ?? heading)?.focus();
}
