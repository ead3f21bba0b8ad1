import { copyLoading } from '#texts/finder.ts';
import { listRow, pager } from '#texts/list.ts';
import { nouns } from '#texts/nouns.ts';
import { results as text, searchPage } from '#texts/search.ts';
import { listedParts, longPrice, priceParts } from '../site/amount.ts';
import { categoryIcon } from '../site/category-icon.ts';
import { type FacetLink, priceGroup } from '../site/facet-groups.ts';
import { servicePath } from '../site/links.ts';
import { type Listing, listingFrom } from '../site/listing.ts';
import {
  priceNames,
  problemWith,
  readSearch,
  searchPath,
  type SearchRequest,
  type SearchValues,
} from '../site/search-request.ts';
import { typedPrice } from '../site/price-field.ts';
import type { ServiceRow } from '../site/service-rows.ts';
import { stateLabel } from '../site/status-labels.ts';
import { groupThousands } from '../texts/formats.ts';
import { localPath } from '../texts/local-path.ts';
import { type CopyProgress, loadCopyCatalog } from './copy-catalog.ts';
import { find, foreign, link, make } from './elements.ts';
import { showFace } from './show-face.ts';

/*
 * The results of a search on a static host: the list that a server would find, in the elements that it would render. Servers render theirs, so most
 * visits never load this.
 */

/** Links of a facet to show; further ones are collapsed. */
const shownLinks = 8;

/** With fewer services, loading is over before anybody reads how far it is. */
const manyServices = 10_000;

/** Renders the results of a search; undefined when the services cannot be loaded. */
export async function foundInCopy(asked: URLSearchParams): Promise<Element | undefined> {
  const present = document.getElementById('found');
  const catalog = await loadCopyCatalog(sayProgress).catch(() => undefined);
  if (!present || !catalog) return undefined;

  const list = await listingFrom(catalog, readSearch(asked));
  const found = present.cloneNode(true) as HTMLElement;
  document.title = `${titleOf(list.values)} · Tollbook`;
  showFacets(found, list);
  showAbove(found, list);
  find('.rows', found).replaceChildren(...list.rows.map(rowOf));
  showPager(found, list);
  found.querySelector('.results > .soft')?.remove();
  found.removeAttribute('aria-busy');
  return found;
}

function titleOf({ query }: SearchValues): string {
  return query === '' ? searchPage.heading : searchPage.title({ query });
}

/** How far a copy of the site has loaded the services that it searches. */
function loadingText({ done, services, bytes }: CopyProgress): string {
  return done === 0
    ? copyLoading.loading({ services, megabytes: (bytes / 1e6).toFixed(1) })
    : copyLoading.reading({ done, services });
}

function sayProgress(progress: CopyProgress): void {
  const heading = document.getElementById('results');
  if (heading && progress.services > manyServices) heading.textContent = loadingText(progress);
}

/** The same as `Facets.astro`. */
function showFacets(found: HTMLElement, list: Listing): void {
  const range = find('.limit', found) as HTMLFormElement;
  const sections = list.facets.map(({ name, links }) => {
    const isFirst = ({ isChosen }: FacetLink, place: number): boolean => place < shownLinks || isChosen;
    const first = links.filter(isFirst);
    const others = links.filter((each, place) => !isFirst(each, place));

    return make(
      'section',
      {},
      make('h2', { textContent: name }),
      ...(first.length > 0 ? [facetList(first)] : []),
      ...(others.length > 0 ? [furtherLinks(others)] : []),
      ...(name === priceGroup ? [range] : []),
    );
  });
  find('.facets nav', found).replaceChildren(...sections);
  fillRange(range, list);
}

function facetList(links: readonly FacetLink[]): HTMLElement {
  const items = links.map(({ id, label, count, href, isChosen }) => {
    const parts = [
      make('span', { textContent: label }),
      make('span', { className: 'count', textContent: groupThousands(count) }),
    ];
    const item = Object.assign(link(href, ...parts), { id, rel: 'nofollow' });
    if (isChosen) item.setAttribute('aria-current', 'true');
    return make('li', {}, item);
  });

  return make('ul', {}, ...items);
}

function furtherLinks(links: readonly FacetLink[]): HTMLElement {
  const summary = make('summary', { textContent: text.more({ count: groupThousands(links.length) }) });

  return make('details', { className: 'more' }, summary, facetList(links));
}

/** The same as `PriceRange.astro`: shows what was typed and what is wrong with it, and keeps the rest of the search. */
function fillRange(form: HTMLFormElement, { values, request }: Listing): void {
  for (const part of form.querySelectorAll('[type=hidden], #price-wrong')) part.remove();
  const details = new Set(
    priceNames.flatMap((name) => fillPrice(find(`[name=${name}]`, form), name, request)),
  );
  const others = new URL(
    searchPath({ ...values, minPricePerRequest: '', maxPricePerRequest: '' }),
    location.origin,
  ).searchParams;
  form.prepend(...[...others].map(([name, value]) => make('input', { type: 'hidden', name, value })));
  if (details.size === 0) return;

  const wrong = [...details].map((detail) => make('p', {}, foreign(detail)));
  form.append(make('div', { id: 'price-wrong', className: 'wrong' }, ...wrong));
}

/** Fills in one end of the range. Returns what is wrong with it. */
function fillPrice(
  input: Element,
  name: (typeof priceNames)[number],
  request: SearchRequest,
): readonly string[] {
  const problem = problemWith(request, name);

  input.setAttribute('value', typedPrice(request.values[name]));
  input.removeAttribute('aria-invalid');
  input.removeAttribute('aria-describedby');
  if (!problem) return [];

  input.setAttribute('aria-invalid', 'true');
  input.setAttribute('aria-describedby', 'price-wrong');
  return [problem.detail];
}

/** What stands above the rows: what was understood and chosen, the number of services, the orders, and what is wrong. */
function showAbove(found: HTMLElement, list: Listing): void {
  for (const part of found.querySelectorAll('.chips, .notice')) part.remove();
  const { total, number, last, values, nearest, request } = list;
  const over = find('.over', found);
  const chips = [
    chipGroup('understood', text.understood, list),
    chipGroup('chosen', text.filters, list),
  ].filter((group) => group !== undefined);
  if (chips.length > 0) over.before(make('div', { className: 'chips' }, ...chips));
  find('#results', found).textContent = nouns.service({ count: total });
  showSorts(over, list);

  const wrong = request.problems.map(({ detail }) => make('p', {}, foreign(detail)));
  const notices = [
    wrong.length > 0 &&
      make(
        'div',
        { id: 'wrong', className: 'notice wrong' },
        ...wrong,
        make('p', { textContent: text.leftOut({ problems: wrong.length }) }),
      ),
    nearest &&
      make(
        'p',
        { className: 'notice' },
        Object.assign(link(nearest.href, text.nearest(nearest)), { rel: 'nofollow' }),
      ),
    total === 0 &&
      make(
        'p',
        { className: 'notice' },
        ...text.nothing<Node>({
          services: (words) => link(localPath('/services/'), words),
          register: (words) => link(localPath('/register/'), words),
        }),
      ),
    number > last &&
      make(
        'p',
        { className: 'notice' },
        `${text.endAt} `,
        link(searchPath(values, last), text.page({ number: last })),
        '.',
      ),
  ];
  over.after(...notices.filter((notice) => notice instanceof Node));
}

function chipGroup(id: string, label: string, { chips }: Listing): HTMLElement | undefined {
  const own = chips.filter(({ isUnderstood }) => isUnderstood === (id === 'understood'));
  if (own.length === 0) return undefined;

  const items = own.map((chip) => {
    const remove = make('span', { className: 'hidden-label', textContent: text.removeFilter });
    const cross = make('span', { textContent: '×' });
    cross.setAttribute('aria-hidden', 'true');
    return make(
      'li',
      {},
      Object.assign(link(chip.href, chip.label, ' ', remove, cross), { rel: 'nofollow' }),
    );
  });
  const group = make('ul', {}, ...items);
  group.setAttribute('aria-labelledby', `chips-${id}`);
  return make('div', {}, make('span', { id: `chips-${id}`, textContent: label }), group);
}

function showSorts(over: HTMLElement, { sorts, total }: Listing): void {
  over.querySelector('.sorts')?.remove();
  if (total < 2) return;

  const items = sorts.map(({ id, label, href, isCurrent }) => {
    const item = Object.assign(link(href, label), { id, rel: 'nofollow' });
    if (isCurrent) item.setAttribute('aria-current', 'true');
    return make('li', {}, item);
  });
  const orders = make('nav', { className: 'sorts', ariaLabel: text.order }, make('ul', {}, ...items));
  over.append(orders);
}

/** The same as `Pager.astro`. */
function showPager(found: HTMLElement, { number, last, values }: Listing): void {
  found.querySelector('.pager')?.remove();
  if (last < 2) return;

  const parts = [
    number > 1 &&
      Object.assign(link(searchPath(values, Math.min(number - 1, last)), pager.previous), { rel: 'prev' }),
    make('span', { textContent: pager.place({ number, last }) }),
    number < last && Object.assign(link(searchPath(values, number + 1), pager.next), { rel: 'next' }),
  ].filter((part) => part !== false);
  const turned = make('nav', { className: 'pager', ariaLabel: pager.label });
  turned.append(...parts.flatMap((part) => [part, ' ']));
  find('.list', found).after(turned);
}

/** Fills in the row template for the service's state, which the page contains for this purpose. */
function rowOf(service: ServiceRow): Node {
  const { id, name, state, reason, amount, furtherNetworks } = service;
  const templates = document.querySelector<HTMLTemplateElement>('#rows')?.content;
  const row = templates?.querySelector(`li:has(.status.${state})`)?.cloneNode(true) as HTMLElement;
  const write = (selector: string, written: string): void => {
    const element = row.querySelector(selector);
    if (element) element.textContent = written;
  };
  const writeOrRemove = (selector: string, part: string, written: string | null | undefined): void => {
    if (written === null || written === undefined) row.querySelector(selector)?.remove();
    else write(part, written);
  };
  const [whole, fraction] = priceParts(amount.price);

  row.querySelector('.what a')?.setAttribute('href', servicePath(id));
  row.querySelector('[name=ids]')?.setAttribute('value', id);
  write('.choose bdi', name);
  write('.what a bdi', name);
  showFace(find('.face', row), service.face);
  write('.address bdi', service.address);
  write('.summary bdi', service.summary);
  writeOrRemove('.what .why', '.what .why bdi', service.why);
  const ofHost = service.further;
  writeOrRemove(
    '.further-of-host',
    '.further-of-host a',
    ofHost && listRow.furtherOfHost({ count: ofHost.count }),
  );
  row.querySelector('.further-of-host a')?.setAttribute('href', ofHost?.path ?? '');
  row.querySelector('.price')?.classList.toggle('long', amount.price.length > longPrice);
  write('.price .whole', whole);
  write('.price .fraction', fraction);
  write('.price .currency', amount.currency);
  const [listedWhole, listedRest] = listedParts(amount.listed ?? '');
  writeOrRemove('.listed', '.listed-whole', amount.listed === null ? null : listedWhole);
  write('.listed-rest', listedRest);
  writeOrRemove('.price .note', '.price .note', amount.note);
  write('.network span', service.network);
  const further = furtherNetworks > 0 ? listRow.furtherNetworks({ count: furtherNetworks }) : null;
  writeOrRemove('.network .further', '.network .further', further);
  write('.network .category span', service.category);
  row.querySelector('.category path')?.setAttribute('d', categoryIcon(service.categoryId));
  writeOrRemove('.measured .answered', '.measured .answered', service.checks);
  writeOrRemove('.measured .paid', '.measured .paid', service.payments);
  writeOrRemove('.measured .delivered', '.measured .delivered', service.delivered?.text);
  row.querySelector('.measured .delivered')?.classList.toggle('mismatch', service.delivered?.fails ?? false);
  if (!service.isTestnet) row.querySelector('.testnet')?.remove();
  if (!service.isDeprecated) row.querySelector('.deprecated')?.remove();
  write('.standing .word', stateLabel({ state, reason }));
  writeOrRemove('.standing .reason', '.standing .reason', service.note);
  writeOrRemove('.standing .trust-label', '.standing .trust-label', service.trust);
  return row;
}
