import { markWords } from '#texts/comparison.ts';
import { type Figures, type Mark, marksOf } from '../site/compare-marks.ts';
import { comparedIds, comparePath, maxCompared } from '../site/links.ts';
import { make } from './elements.ts';
import { fixLinks } from './fix-links.ts';
import { unpick } from './picked.ts';
import { localPath } from '../texts/local-path.ts';

/*
 * A static host serves the same empty page for every comparison. Each service's page contains its own column of the comparison in a
 * template; this script fetches those pages and joins the columns.
 */

interface Column {
  readonly id: string;
  /** A table of this service alone; undefined when there is no such service. */
  readonly table?: Element | undefined;
}

const comparison = document.querySelector<HTMLElement>('#comparison');
if (comparison) {
  comparison.addEventListener('click', ({ target }) => {
    const id = target instanceof Element ? target.closest<HTMLElement>('.away')?.dataset['id'] : undefined;
    if (id !== undefined) unpick([id]);
  });
  if (comparison.dataset['asked'] !== location.search) void compare(comparison);
  else forgetMissing(comparison);
}

async function compare(container: HTMLElement): Promise<void> {
  const ids = comparedIds(new URLSearchParams(location.search));
  show('choose', ids.length === 0);
  try {
    const columns = await Promise.all(ids.map(columnOf));
    const unknown = columns.filter(({ table }) => !table).map(({ id }) => id);
    const found = columns.filter(({ table }) => table);
    show('choose', found.length === 0);
    show('unknown', unknown.length > 0);
    show('cut', found.length > maxCompared);
    document.querySelector('#unknown bdi')?.replaceChildren(unknown.join(', '));
    const shown = found.slice(0, maxCompared);
    container.replaceChildren(joined(shown));
    share(shown.map(({ id }) => id));
    unpick(unknown);
  } catch {
    show('unreachable', true);
  }
}

/** Services that are gone would fill the tray for ever. */
function forgetMissing(container: HTMLElement): void {
  const asked = comparedIds(new URLSearchParams(location.search));
  const found = [...container.querySelectorAll<HTMLElement>('.away')].map(({ dataset }) => dataset['id']);

  if (asked.length <= maxCompared) unpick(asked.filter((id) => !found.includes(id)));
}

function share(ids: readonly string[]): void {
  const button = document.querySelector<HTMLElement>('#share button');
  if (button) button.dataset['copy'] = new URL(comparePath(ids), location.href).href;
  show('share', ids.length > 0);
}

function show(id: string, isShown: boolean): void {
  document.getElementById(id)?.toggleAttribute('hidden', !isShown);
}

/** Fetches the column from a service's page. For unknown services, a host may answer with any page. */
async function columnOf(id: string): Promise<Column> {
  if (!/^[a-z0-9-]+$/.test(id)) return { id };

  const answer = await fetch(localPath(`/services/${id}/`));
  if (!answer.ok && answer.status !== 404 && answer.status !== 410) {
    throw new Error(`the host answers ${String(answer.status)}`);
  }
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const column = page.querySelector<HTMLTemplateElement>('#column')?.content;
  if (column) fixLinks(column, answer.url);

  return { id, table: column?.firstElementChild ?? undefined };
}

/** Joins the columns into one table by appending the cells of the others to the rows of the first. */
function joined(columns: readonly Column[]): Node {
  const [first, ...others] = columns.flatMap(({ table }) =>
    table ? [document.importNode(table, true)] : [],
  );
  const rows = first?.querySelectorAll('tr') ?? [];
  for (const other of others) {
    for (const [index, row] of [...other.querySelectorAll('tr')].entries()) {
      rows[index]?.append(...[...row.cells].slice(1));
    }
  }

  const ids = columns.map(({ id }) => id);
  for (const [index, link] of [...(first?.querySelectorAll<HTMLAnchorElement>('.away') ?? [])].entries()) {
    link.href = comparePath(ids.filter((_, each) => each !== index));
  }
  if (first) mark(first);
  return first ?? new DocumentFragment();
}

/** Marks what is best among the columns, each of which carries its figures. */
function mark(table: Element): void {
  const figures = [...table.querySelectorAll<HTMLElement>('[data-figures]')].map(
    ({ dataset }) => JSON.parse(dataset['figures'] ?? '') as Figures,
  );

  for (const [name, places] of Object.entries(marksOf(figures)) as [Mark, readonly boolean[]][]) {
    const cells = table.querySelectorAll(`[data-mark=${name}] td > div`);
    for (const [place, cell] of [...cells].entries()) {
      if (places[place]) cell.append(make('small', { className: 'mark', textContent: markWords[name] }));
    }
  }
}
