import { printable } from './plain-text.ts';
import type { FieldProblem } from './field-problem.ts';

/** What is wrong with a file, as one line to print: file, place, rule and cure. The names in it are those that strangers chose. */
export function problemLine(
  file: string,
  { pointer, detail }: Pick<FieldProblem, 'pointer' | 'detail'>,
): string {
  const place = pointer === '' ? '' : ` ${printable(pointer, 200)}`;

  return `${printable(file, 200)}${place}: ${printable(detail, 1000)}`;
}
