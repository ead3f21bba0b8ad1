import { differenceWords as words } from '#texts/listings.ts';
import type { ChangedLeaf } from '../domain/leaves.ts';
import { type ShownField, shownField } from '../site/shown-field.ts';
import { foreign, make } from './elements.ts';

/** Shows which values change, as the history of the service will: see src/components/ChangedFields.astro. */
export function differenceList(changes: readonly ChangedLeaf[]): HTMLElement {
  return make('dl', { className: 'changed' }, ...changes.map(shownField).map(fieldPart));
}

function fieldPart({ name, before, after }: ShownField): HTMLElement {
  return make(
    'div',
    {},
    make('dt', {}, make('code', {}, foreign(name))),
    ...valuePart('del', after === null ? words.removed : words.before, before),
    ...valuePart('ins', before === null ? words.added : words.after, after),
  );
}

function valuePart(kind: 'del' | 'ins', label: string, value: string | null): HTMLElement[] {
  if (value === null) return [];

  return [make('dd', {}, make('small', { textContent: label }), make(kind, {}, foreign(value)))];
}
