import { comparedIds, comparePath, mostCompared } from '../site/links.ts';

/*
 * A static host answers every comparison with the same empty page. Each page of a service carries its own column of the table, and
 * here the columns are put beside each other.
 */

interface Column {
  readonly id: string;
  /** The table of this service alone; absent where there is no such service. */
  readonly part?: Element | undefined;
}

const place = document.querySelector<HTMLElement>('#comparison');
if (place && place.dataset['asked'] !== location.search) void compare(place);

async function compare(within: HTMLElement): Promise<void> {
  const ids = comparedIds(new URLSearchParams(location.search));
  show('choose', ids.length === 0);
  try {
    const columns = await Promise.all(ids.map(columnOf));
    const unknown = columns.filter(({ part }) => !part).map(({ id }) => id);
    const found = columns.filter(({ part }) => part);
    show('choose', found.length === 0);
    show('unknown', unknown.length > 0);
    show('cut', found.length > mostCompared);
    document.querySelector('#unknown bdi')?.replaceChildren(unknown.join(', '));
    within.replaceChildren(joined(found.slice(0, mostCompared)));
  } catch {
    show('unreachable', true);
  }
}

function show(id: string, isShown: boolean): void {
  document.getElementById(id)?.toggleAttribute('hidden', !isShown);
}

/** The column that the page of a service carries. A host may answer with any page where there is none. */
async function columnOf(id: string): Promise<Column> {
  if (!/^[a-z0-9-]+$/.test(id)) return { id };

  const answer = await fetch(`/services/${id}/`);
  if (!answer.ok && answer.status !== 404) throw new Error(`the host answers ${String(answer.status)}`);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');

  return {
    id,
    part: page.querySelector<HTMLTemplateElement>('#column')?.content.firstElementChild ?? undefined,
  };
}

/** The columns as one table: the first one's, with the cells of the others beside its own. */
function joined(columns: readonly Column[]): Node {
  const [first, ...others] = columns.flatMap(({ part }) => (part ? [document.importNode(part, true)] : []));
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
  return first ?? new DocumentFragment();
}
