import { z } from 'zod';
import type { FieldProblem } from '../../domain/field-problem.ts';
import { printable } from '../../domain/plain-text.ts';

/*
 * Arguments of tools have the names and the rules of the parameters of the HTTP API, in the types of JSON. Their schemas check types alone; what
 * a value may be is decided where the parameters are read, so that both refuse it in the same words.
 */

/** A text. */
export function textLike(parameter: z.ZodType) {
  return z.string().optional().meta(about(parameter));
}

/** Several texts; one of them may stand alone. */
export function listLike(parameter: z.ZodType) {
  return z
    .union([z.array(z.string()), z.string()])
    .optional()
    .meta(about(parameter));
}

/** A decimal as a text, which is exact, or as a number. */
export function decimalLike(parameter: z.ZodType) {
  return z.union([z.string(), z.number()]).optional().meta(about(parameter));
}

export function numberLike(parameter: z.ZodType) {
  return z.number().optional().meta(about(parameter));
}

export function flagLike(parameter: z.ZodType) {
  return z.boolean().optional().meta(about(parameter));
}

function about(parameter: z.ZodType): { readonly description?: string } {
  const description = parameter.description;

  return description === undefined ? {} : { description };
}

type Argument = string | number | boolean | readonly string[] | undefined;

/** Arguments as the query of a request. What is false or absent is left out. */
export function queryOf(given: Readonly<Record<string, Argument>>): URLSearchParams {
  return new URLSearchParams(
    Object.entries(given).flatMap(([name, value]) => valuesOf(value).map((each) => [name, each])),
  );
}

function valuesOf(value: Argument): readonly string[] {
  if (value === undefined || value === false) return [];

  return typeof value === 'object' ? value : [typeof value === 'number' ? plainText(value) : String(value)];
}

/** A number without an exponent, by which JavaScript writes those below a millionth. */
function plainText(value: number): string {
  return Math.abs(value) < 1e-6 ? value.toFixed(18).replace(/\.?0+$/, '') : String(value);
}

/** The faults of arguments, in one line. */
export function refusalOf(problems: readonly FieldProblem[]): { readonly refusal: string } {
  const sentences = problems.map(({ detail }) => `${detail}.`);

  return { refusal: printable(sentences.join(' '), 2000) };
}
