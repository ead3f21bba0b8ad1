import type { ChangedLeaf } from '../domain/leaves.ts';
import { excerpt } from '../texts/formats.ts';

/** A value of a declaration that changed, as pages show it. */
export interface ShownField {
  /** Path of the member, like `pricing.pricePerRequest`. */
  readonly name: string;
  /** Null where there was none. */
  readonly before: string | null;
  readonly after: string | null;
}

const maxShownLength = 2_500;

export function shownField({ pointer, before, after }: ChangedLeaf): ShownField {
  return { name: nameOf(pointer), before: textOf(before), after: textOf(after) };
}

/** The path that an RFC 6901 pointer stands for, with dots. */
export function nameOf(pointer: string): string {
  const parts = pointer.slice(1).split('/');

  return excerpt(parts.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~')).join('.'), 200);
}

function textOf(value: unknown): string | null {
  if (value === null || value === undefined) return null;

  return excerpt(typeof value === 'string' ? value : JSON.stringify(value), maxShownLength);
}
