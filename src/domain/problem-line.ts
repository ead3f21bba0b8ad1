import { printable } from './plain-text.ts';
import type { FieldProblem } from './field-problem.ts';

/** Formats a problem of a file as one printable line: file, place, rule and cure. File names and keys are untrusted. */
export function problemLine(
  file: string,
  { pointer, detail }: Pick<FieldProblem, 'pointer' | 'detail'>,
): string {
  const place = pointer === '' ? '' : ` ${printable(pointer, 200)}`;

  return `${printable(file, 200)}${place}: ${printable(detail, 1000)}`;
}
