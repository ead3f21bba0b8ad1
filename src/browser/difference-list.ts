import type { ChangedLeaf } from '../domain/leaves.ts';
import { foreign, make } from './elements.ts';

/** Shows which values change, each with what it was and what it becomes. */
export function differenceList(changes: readonly ChangedLeaf[]): HTMLElement {
  return make('dl', { className: 'difference' }, ...changes.flatMap(changeOf));
}

function changeOf({ pointer, before, after }: ChangedLeaf): HTMLElement[] {
  const values = [valueOf('del', 'was', before), valueOf('ins', 'becomes', after)];

  return [
    make('dt', {}, make('code', {}, foreign(pointer))),
    make('dd', {}, ...values.filter((value) => value !== undefined)),
  ];
}

/** The words are for who cannot see the colours. */
function valueOf(name: 'del' | 'ins', word: string, value: unknown): HTMLElement | undefined {
  if (value === null) return undefined;

  return make(
    name,
    {},
    make('span', { className: 'hidden-label', textContent: `${word} ` }),
    foreign(typeof value === 'string' ? value : JSON.stringify(value)),
  );
}
