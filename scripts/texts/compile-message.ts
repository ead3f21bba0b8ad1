import {
  type MessageFormatElement,
  parse,
  type PluralElement,
  type SelectElement,
  TYPE,
} from '@formatjs/icu-messageformat-parser';

/** What a placeholder takes: a string or number (`{name}`), an element (`<time/>`), or what makes an element of words (`<link>…</link>`). */
export type PlaceholderKind = 'value' | 'element' | 'wrapper';

/** A message as an expression of TypeScript over `a`, the object of its arguments. */
export interface CompiledMessage {
  readonly code: string;
  readonly placeholders: ReadonlyMap<string, PlaceholderKind>;
  /** The cases of each `select`, by its placeholder. */
  readonly cases: ReadonlyMap<string, ReadonlySet<string>>;
  /** The functions of `formats.ts` that the expression calls. */
  readonly calls: ReadonlySet<string>;
}

/** What is wrong with a message: the rule and the cure. Whoever reads the file adds its name and the key. */
export class MessageFault extends Error {}

/** The functions of `formats.ts` behind the formats of values. */
const formats = { number: 'decimalText', 'number, percent': 'percentText', date: 'dayText' } as const;

interface Scope {
  readonly source: string;
  readonly categories: readonly string[];
  readonly placeholders: Map<string, PlaceholderKind>;
  readonly cases: Map<string, Set<string>>;
  readonly calls: Set<string>;
  /** The placeholder that `#` stands for. */
  readonly counted: string | undefined;
}

type Elements = readonly MessageFormatElement[];
type Choice = SelectElement | PluralElement;

/**
 * Compiles a message of ICU MessageFormat (https://unicode-org.github.io/icu/userguide/format_parse/messages/) with tags: plain text to a string,
 * what has values to a template, what has tags to an array of strings and elements.
 * @throws {MessageFault}
 */
export function compileMessage(source: string, tag: string): CompiledMessage {
  const { pluralCategories } = new Intl.PluralRules(tag).resolvedOptions();
  const scope: Scope = {
    source,
    categories: pluralCategories,
    placeholders: new Map(),
    cases: new Map(),
    calls: new Set(),
    counted: undefined,
  };
  const elements = parsed(source);
  const code = elements.some((element) => hasTag(element, source))
    ? partsOf(elements, scope)
    : templateOf(elements, scope);

  return { code, ...scope };
}

function parsed(source: string): Elements {
  try {
    return parse(source, { captureLocation: true, shouldParseSkeletons: false });
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;

    const { start } = (error as SyntaxError & { location: { start: { offset: number } } }).location;
    const rule = error.message.toLowerCase().replaceAll('_', ' ');
    throw new MessageFault(
      `is no ICU message: ${rule}, at character ${start.offset + 1}; close each brace and tag, and write '{' or '<' for the character itself`,
    );
  }
}

/** The parser reads `<time/>` as text, so its source tells it from the quoted one. */
function emptyTag(element: MessageFormatElement, source: string): string | undefined {
  if (element.type !== TYPE.literal || source[element.location?.start.offset ?? 0] !== '<') return undefined;

  return /^<([a-zA-Z]\w*)\/>$/.exec(element.value)?.[1];
}

function hasTag(element: MessageFormatElement, source: string): boolean {
  if (element.type === TYPE.tag || emptyTag(element, source) !== undefined) return true;
  if (!isChoice(element)) return false;

  return Object.values(element.options).some(({ value }) => value.some((each) => hasTag(each, source)));
}

function isChoice(element: MessageFormatElement): element is Choice {
  return element.type === TYPE.select || element.type === TYPE.plural;
}

/** An array of strings and elements. */
function partsOf(elements: Elements, scope: Scope): string {
  const parts: string[] = [];
  let texts: MessageFormatElement[] = [];
  const endText = (): void => {
    if (texts.length > 0) parts.push(templateOf(texts, scope));
    texts = [];
  };
  for (const element of elements) {
    if (!hasTag(element, scope.source)) texts.push(element);
    else {
      endText();
      parts.push(taggedPart(element, scope));
    }
  }
  endText();

  return `[${parts.join(', ')}]`;
}

function taggedPart(element: MessageFormatElement, scope: Scope): string {
  if (isChoice(element)) return `...(${choiceOf(element, scope, partsOf)})`;

  const empty = emptyTag(element, scope.source);
  if (empty !== undefined) return placeholder(empty, 'element', scope);
  if (element.type !== TYPE.tag || element.children.some((child) => hasTag(child, scope.source))) {
    throw new MessageFault('has a tag within a tag; write one after the other');
  }

  return `${placeholder(element.value, 'wrapper', scope)}(${templateOf(element.children, scope)})`;
}

/** A string, or a template with values in it. */
function templateOf(elements: Elements, scope: Scope): string {
  const pieces = elements.map((element) =>
    element.type === TYPE.literal ? escaped(element.value) : `\${${valueOf(element, scope)}}`,
  );

  return `\`${pieces.join('')}\``;
}

function escaped(text: string): string {
  return text.replace(/[\\`]|\$(?=\{)/g, String.raw`\$&`);
}

function valueOf(element: MessageFormatElement, scope: Scope): string {
  switch (element.type) {
    case TYPE.argument:
      return placeholder(element.value, 'value', scope);
    case TYPE.number:
      return formatted(element.value, formatOf('number', element.style), scope);
    case TYPE.date:
      return formatted(element.value, formatOf('date', element.style), scope);
    case TYPE.pound:
      return formatted(scope.counted ?? '', formats.number, scope);
    case TYPE.select:
    case TYPE.plural:
      return choiceOf(element, scope, templateOf);
    default:
      throw unknownFormat();
  }
}

function formatOf(type: string, style: unknown = null): string {
  const name = style === null ? type : `${type}, ${typeof style === 'string' ? style : '::'}`;
  if (!Object.hasOwn(formats, name)) throw unknownFormat();

  return formats[name as keyof typeof formats];
}

function unknownFormat(): MessageFault {
  const known = Object.keys(formats).map((format) => `{x, ${format}}`);

  return new MessageFault(
    `has a format that is not known here; write {x}, ${known.join(', ')}, plural or select`,
  );
}

function formatted(name: string, format: string, scope: Scope): string {
  scope.calls.add(format);

  return `${format}(${placeholder(name, 'value', scope)})`;
}

function placeholder(name: string, kind: PlaceholderKind, scope: Scope): string {
  const before = scope.placeholders.get(name) ?? kind;
  if (before !== kind) throw new MessageFault(`uses "${name}" in two ways; give one of them another name`);
  if (!/^[a-zA-Z]\w*$/.test(name)) {
    throw new MessageFault(`has the placeholder "${name}"; write its name in letters and digits`);
  }
  scope.placeholders.set(name, kind);

  return `a.${name}`;
}

/** The case that fits, as a chain of conditions. */
function choiceOf(
  element: Choice,
  scope: Scope,
  render: (elements: Elements, scope: Scope) => string,
): string {
  const value = placeholder(element.value, 'value', scope);
  const inside = element.type === TYPE.plural ? { ...scope, counted: element.value } : scope;
  const { other, ...cases } = element.options;
  const conditions = Object.entries(cases).map(([name, { value: elements }]) => {
    const condition =
      element.type === TYPE.plural
        ? ofCount(element, name, value, scope)
        : ofCase(element, name, value, scope);
    return `${condition} ? ${render(elements, inside)} : `;
  });

  return conditions.join('') + render(other?.value ?? [], inside);
}

function ofCase({ value: name }: SelectElement, each: string, value: string, { cases }: Scope): string {
  cases.set(name, (cases.get(name) ?? new Set()).add(each));

  return `${value} === '${each}'`;
}

function ofCount({ pluralType, offset }: PluralElement, each: string, value: string, scope: Scope): string {
  if (pluralType === 'ordinal' || offset !== 0) {
    throw new MessageFault(
      'has selectordinal or an offset, which this site does not know; write plural without an offset',
    );
  }
  if (each.startsWith('=')) return `Number(${value}) === ${each.slice(1)}`;
  if (!scope.categories.includes(each)) {
    throw new MessageFault(
      `has the plural "${each}", which this language does not have; choose from ${scope.categories.join(', ')}`,
    );
  }
  scope.calls.add('pluralOf');

  return `pluralOf(${value}) === '${each}'`;
}
