import { copyHeading } from '#texts/finder.ts';
import { uptimeInMonth } from '#texts/list.ts';
import { priceParts, shownAmount } from '../site/amount.ts';
import { listPathFor, servicePath } from '../site/links.ts';
import type { IndexedService, SearchIndex } from '../site/search-index.ts';
import { paymentsLabel, reasonNote, stateLabel, trustLabel } from '../site/status-labels.ts';
import { searchCopy } from './catalog-copy.ts';
import { loadCopyIndex } from './copy-index.ts';
import { make } from './elements.ts';

/* The results of a search on a static host, made from the published index. Servers render theirs, so most visits never load this. */

const maxRows = 50;

/** The page's results, filled anew for a search; undefined when the index cannot be had. */
export async function foundInCopy(asked: URLSearchParams): Promise<Element | undefined> {
  const present = document.getElementById('found');
  const index = await loadCopyIndex().catch(() => undefined);
  if (!present || !index) return undefined;

  const { services, matchesAllWords } = searchCopy(index, asked);
  const found = present.cloneNode(true) as HTMLElement;
  for (const part of found.querySelectorAll('.chips, .pager, .notice, .sorts')) part.remove();
  narrow(found, asked);
  const shown = services.slice(0, maxRows).map((service) => rowOf(service, index));
  found.querySelector('.rows')?.replaceChildren(...shown);
  const heading = found.querySelector('#results');
  if (heading) {
    heading.textContent = copyHeading({ count: services.length, shown: maxRows, matchesAllWords });
  }
  return found;
}

/** The filters of which several values may be chosen. */
const lists = new Set(['category', 'chain', 'state']);
const prices = ['minPricePerRequest', 'maxPricePerRequest'];

/** Has the filters narrow this search, or take back what they chose, as those of a server do. They count the whole catalog, so their counts go. */
function narrow(found: HTMLElement, asked: URLSearchParams): void {
  for (const link of found.querySelectorAll<HTMLAnchorElement>('.facets a')) {
    // The page was made for no search, so the address of a filter holds that filter alone, until it is changed here.
    const own = (link.dataset['asks'] ??= new URL(link.href).search);
    const [[name, value] = ['', '']] = [...new URLSearchParams(own)];
    const isChosen = asked.getAll(name).includes(value);
    link.href = addressOf(asked, name, isChosen ? undefined : value);
    if (isChosen) link.setAttribute('aria-current', 'true');
    else link.removeAttribute('aria-current');
    link.querySelector('.count')?.remove();
  }
  keepInForm(found.querySelector('.limit'), asked);
}

/** The address of a search with another value of a filter, or without the given one. */
function addressOf(asked: URLSearchParams, name: string, value: string | undefined): string {
  const isList = lists.has(name);
  const kept = [...asked].filter(
    ([each, its]) => each !== 'page' && (each !== name || (isList && value !== undefined && its !== value)),
  );
  const next = new URLSearchParams([...kept, ...(value === undefined ? [] : [[name, value]])]);

  return listPathFor(next);
}

/** Has the form for a range of prices keep the rest of the search. */
function keepInForm(form: HTMLFormElement | null, asked: URLSearchParams): void {
  for (const input of form?.querySelectorAll<HTMLInputElement>('input') ?? []) {
    if (input.type === 'hidden') input.remove();
    else input.setAttribute('value', asked.get(input.name) ?? '');
  }
  const others = [...asked].filter(([name]) => name !== 'page' && !prices.includes(name));
  form?.prepend(...others.map(([name, value]) => make('input', { type: 'hidden', name, value })));
}

/** Fills in the row template for the service's state, which the page contains for this purpose. */
function rowOf(service: IndexedService, { categories }: SearchIndex): Node {
  const [id, name, summary, category, price, currency, network, , , trustScore, uptime] = service;
  const [, , , , , , , , , , , state, reason, counted, isDeprecated] = service;
  const [, , , , , , , , , , , , , , , , , isTestnet, address, ...live] = service;
  const [asked = [price, currency], varies = null] = live;
  const payments = counted && { txCount: counted[0], attribution: counted[1] };
  const templates = document.querySelector<HTMLTemplateElement>('#rows')?.content;
  const row = templates?.querySelector(`li:has(.status.${state})`)?.cloneNode(true) as HTMLElement;
  const write = (selector: string, text: string): void => {
    const element = row.querySelector(selector);
    if (element) element.textContent = text;
  };
  const writeOrRemove = (selector: string, part: string, text: string | null): void => {
    if (text === null) row.querySelector(selector)?.remove();
    else write(part, text);
  };
  const amount = shownAmount({
    asked: asked && { price: asked[0], currency: asked[1] },
    varies,
    price: { declared: price },
    token: { declared: currency },
  });

  row.querySelector('.what a')?.setAttribute('href', servicePath(id));
  row.querySelector('[name=ids]')?.setAttribute('value', id);
  write('.choose bdi', name);
  write('.what a bdi', name);
  write('.address bdi', address);
  write('.summary bdi', summary);
  const [whole, fraction] = priceParts(amount.price);
  write('.price .whole', whole);
  write('.price .fraction', fraction);
  write('.price .currency', amount.currency);
  writeOrRemove('.price .listed', '.price s', amount.listed);
  writeOrRemove('.price .note', '.price .note', amount.note);
  write('.network span', network);
  write('.network .category', categories[category] ?? category);
  write('.uptime .percent', uptimeInMonth(uptime));
  write('.uptime .paid', paymentsLabel({ payments }) ?? '');
  if (isTestnet === 0) row.querySelector('.testnet')?.remove();
  if (isDeprecated === 0) row.querySelector('.deprecated')?.remove();
  write('.standing .word', stateLabel({ state, reason }));
  writeOrRemove('.standing .reason', '.standing .reason', reasonNote({ state, reason }));
  write('.standing .trust-label', trustLabel({ trustScore }));
  return row;
}
