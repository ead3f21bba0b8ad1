import type { FieldProblem } from '../domain/field-problem.ts';
import { isObject } from '../domain/json-object.ts';
import { listIn } from '../domain/plain-text.ts';
import { printPriceRange, readPriceRange } from '../domain/price-range.ts';
import type { JsonObject } from './declaration.ts';

/*
 * The form in which an owner edits a declaration: each field is named after its place there, like `pricing.currency`.
 */

export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What somebody wrote into the form: a declaration, unless some field cannot be read as its value. */
interface Reading {
  readonly value: JsonObject;
  readonly problems: readonly FieldProblem[];
}

/** How the text of a field stands for its value. `undefined` is a member that is not there. */
interface Writing {
  readonly write: (value: unknown) => string;
  /** @throws {SyntaxError} for a text that stands for no value; its message says what to do */
  readonly read: (text: string) => unknown;
}

const line = {
  write: String,
  // Texts in the catalog are single lines.
  read: (text: string) => text.replace(/\s*[\r\n]\s*/g, ' '),
} satisfies Writing;

const writings: Readonly<Record<string, Writing>> = {
  number: {
    write: String,
    read: (text) => {
      const count = countOf(text);
      if (!Number.isNaN(count)) return count;
      throw new SyntaxError('this is not a whole number');
    },
  },
  range: {
    write: (value) =>
      isObject(value)
        ? printPriceRange({ from: String(value['from']), to: String(value['to']) })
        : String(value),
    read: readPriceRange,
  },
  lines: {
    write: (value) => (Array.isArray(value) ? value.join('\n') : ''),
    read: listIn,
  },
  json: {
    write: (value) => JSON.stringify(value, null, 2),
    read: (text) => {
      const value: unknown = readJson(text);
      return Array.isArray(value) && value.length === 0 ? undefined : value;
    },
  },
};

/** The whole number that a text of digits stands for; NaN for any other text. */
export function countOf(text: string): number {
  return /^\d+$/.test(text) ? Number(text) : NaN;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = error instanceof SyntaxError ? error.message : '';
    throw new SyntaxError(fault, { cause: error });
  }
}

export function fieldsOf(form: HTMLFormElement): Field[] {
  return [...form.querySelectorAll<Field>('[data-field]')];
}

/** Puts a declaration into the form. */
export function fillForm(form: HTMLFormElement, declaration: JsonObject): void {
  for (const field of fieldsOf(form)) {
    const value = valueAt(declaration, pathOf(field));
    const text = value === undefined ? '' : writingOf(field).write(value);
    if (field instanceof HTMLSelectElement) offerChoice(field, text);
    field.value = text;
  }
}

/** A value that the site does not know, such as a network by its CAIP-2 id, must not get lost in a list. */
function offerChoice(field: HTMLSelectElement, value: string): void {
  if ([...field.options].some((option) => option.value === value)) return;

  field.append(new Option(value, value));
}

/** What the fields hold, by their names, each on one line. */
export function textsOf(form: HTMLFormElement): Readonly<Record<string, string>> {
  return Object.fromEntries(fieldsOf(form).map(({ name, value }) => [name, line.read(value.trim())]));
}

/** Reads the form as changes of the declaration that it was filled with: what has no field stays. */
export function readForm(form: HTMLFormElement, declaration: JsonObject): Reading {
  const problems: FieldProblem[] = [];
  let value = declaration;
  for (const field of fieldsOf(form)) {
    try {
      value = withValue(value, pathOf(field), readField(field));
    } catch (error) {
      if (!(error instanceof SyntaxError)) throw error;
      problems.push({ pointer: pointerOf(field), code: 'unreadable', detail: error.message });
    }
  }
  return { value, problems };
}

function readField(field: Field): unknown {
  const text = field.value.trim();

  return text === '' ? undefined : writingOf(field).read(text);
}

function writingOf(field: Field): Writing {
  return writings[field.dataset['writing'] ?? ''] ?? line;
}

function pathOf({ name }: Field): string[] {
  return name.split('.');
}

/** The place in a declaration that a field is named after, as an RFC 6901 pointer. */
export function pointerOf(field: Field): string {
  return `/${pathOf(field).join('/')}`;
}

function valueAt(declaration: JsonObject, path: readonly string[]): unknown {
  return path.reduce<unknown>((value, name) => (isObject(value) ? value[name] : undefined), declaration);
}

/** A declaration with one more value, or without it; an object that would be left without members goes too. */
export function withValue(
  declaration: JsonObject,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): JsonObject {
  const { [name]: was, ...others } = declaration;
  const inner = rest.length === 0 ? value : withValue(isObject(was) ? was : {}, rest, value);
  const isNothing =
    inner === undefined || (rest.length > 0 && isObject(inner) && Object.keys(inner).length === 0);
  if (isNothing) return others;

  return name in declaration ? { ...declaration, [name]: inner } : { ...others, [name]: inner };
}
