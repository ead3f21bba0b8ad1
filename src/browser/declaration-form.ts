import type { FieldProblem } from '../domain/field-problem.ts';
import { isObject } from '../registration/merge-patch.ts';
import type { JsonObject } from './declaration.ts';

/*
 * The form in which an owner edits a declaration: each field is named after its place there, like `pricing.currency`.
 */

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** What somebody wrote into the form: a declaration, unless some field cannot be read as its value. */
interface Reading {
  readonly value: JsonObject;
  readonly problems: readonly FieldProblem[];
}

/** How the text of a field stands for its value. `undefined` is a member that is not there. */
interface Writing {
  readonly write: (value: unknown) => string;
  /** @throws {SyntaxError} for a text that stands for no value; its message says what to do */
  readonly read: (text: string, field: Field) => unknown;
}

const line: Writing = {
  write: String,
  // Texts in the catalog are single lines.
  read: (text) => text.replace(/\s*[\r\n]\s*/g, ' '),
};

const writings: Readonly<Record<string, Writing>> = {
  number: {
    write: String,
    read: (text) => {
      const number = Number(text);
      if (Number.isFinite(number)) return number;
      throw new SyntaxError('this is not a number; write digits, like 100');
    },
  },
  lines: {
    write: (value) => (Array.isArray(value) ? value.join('\n') : ''),
    read: (text) => {
      const lines = text.split('\n').map((each) => each.trim());
      return lines.filter((each) => each !== '');
    },
  },
  json: {
    write: (value) => JSON.stringify(value, null, 2),
    read: (text) => {
      const value: unknown = readJson(text);
      return Array.isArray(value) && value.length === 0 ? undefined : value;
    },
  },
};

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    const fault = error instanceof SyntaxError ? error.message : '';
    throw new SyntaxError(`this is not JSON: ${fault}`, { cause: error });
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
  // Browsers return an empty value for input that is not a number, so it is not simply missing.
  if (field.validity.badInput) return writingOf(field).read('?', field);

  const text = field.value.trim();
  return text === '' ? undefined : writingOf(field).read(text, field);
}

function writingOf(field: Field): Writing {
  return writings[field.dataset['writing'] ?? ''] ?? line;
}

/** Shows the problems of each field beside it, and returns those that belong to none. A problem deep inside a value belongs to its field. */
export function showProblems(form: HTMLFormElement, problems: readonly FieldProblem[]): FieldProblem[] {
  const byField = Map.groupBy(problems, ({ pointer }) => ownerOf(form, pointer));
  for (const field of fieldsOf(form)) {
    const own = byField.get(field) ?? [];
    field.setAttribute('aria-invalid', String(own.length > 0));
    const place = document.getElementById(`fault-${field.id}`);
    if (place) place.textContent = own.map((problem) => textOf(problem, field)).join('; ');
  }

  return byField.get(undefined) ?? [];
}

function ownerOf(form: HTMLFormElement, pointer: string): Field | undefined {
  return fieldsOf(form).find((field) => `${pointer}/`.startsWith(`${pointerOf(field)}/`));
}

/** In a field that holds several values, the place inside it says which one is meant. */
function textOf({ pointer, detail }: FieldProblem, field: Field): string {
  const inner = pointer.slice(pointerOf(field).length);

  return inner === '' ? detail : `${inner}: ${detail}`;
}

function pathOf({ name }: Field): string[] {
  return name.split('.');
}

function pointerOf(field: Field): string {
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
