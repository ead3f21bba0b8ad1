import {
  type CompiledMessage,
  compileMessage,
  MessageFault,
  type PlaceholderKind,
} from './compile-message.ts';
import type { LanguageFile, Table, Texts } from './language-file.ts';

/** Marks a table whose English stands in the code, so that only other languages have messages there; names their placeholders. */
const inCode = '@placeholders';

/** The module whose functions messages call. Those of the other imports are types. */
const formats = 'formats.ts';

const kinds: Readonly<Record<PlaceholderKind, string>> = {
  value: 'string | number',
  element: 'T',
  wrapper: '(words: string) => T',
};

/** Where a text stands, in both files. */
interface Place {
  readonly english: LanguageFile;
  readonly own: LanguageFile;
  readonly key: string;
  /** What the module imports, by file. */
  readonly imports: Map<string, Set<string>>;
}

/**
 * Writes the modules of a language, by their names such as `home`: what the English file has, in the words of this one, or else in English.
 * @throws {Error} that names file, key, rule and cure
 */
export function writeModules(own: LanguageFile, english: LanguageFile): Map<string, string> {
  const place = { english, own, key: '', imports: new Map<string, Set<string>>() };

  return new Map(
    membersOf(english.texts, own.texts, place).map(([name, exports, ownExports]) => [
      name,
      writeModule(exports, ownExports, { ...place, key: name, imports: new Map() }),
    ]),
  );
}

function writeModule(exports: Texts, own: Texts | undefined, place: Place): string {
  if (typeof exports === 'string') {
    throw faultIn(place.english, place.key, 'is no module; write a table of exports');
  }
  if (!/^[a-z-]+$/.test(place.key)) {
    throw faultIn(place.english, place.key, 'is no name of a module; use lower-case letters and hyphens');
  }

  const lines = membersOf(exports, own, place).map(([name, text, ownText]) => {
    if (!/^[a-z]\w*$/i.test(name)) {
      throw faultIn(place.english, below(place, name).key, 'is no name of an export; use letters and digits');
    }
    const code = codeOf(text, ownText, below(place, name));
    return `export const ${name}${annotationOf(text, code, place)} = ${code};`;
  });
  const imports = [...place.imports].map(
    ([file, names]) =>
      `import ${file === formats ? '' : 'type '}{ ${[...names].join(', ')} } from '../${file}';`,
  );

  return [`// Made from ${place.own.path} by "npm run texts".`, ...imports, ...lines, ''].join('\n');
}

/** The type of an export where the compiler would take it too narrowly. */
function annotationOf(text: Texts, code: string, place: Place): string {
  if (code.startsWith('`')) return ': string';

  const names = placeholdersInCode(text);
  if (names === undefined) return '';

  use('Translations', 'message.ts', place);
  return `: Translations<${names.map((name) => `'${name}'`).join(' | ') || 'never'}>`;
}

function placeholdersInCode(text: Texts): readonly string[] | undefined {
  const names = typeof text === 'string' ? undefined : text[inCode];

  return typeof names === 'string' ? names.split(' ').filter(Boolean) : undefined;
}

function codeOf(english: Texts, own: Texts | undefined, place: Place): string {
  if (typeof english === 'string') return messageOf(english, own, place);

  const names = placeholdersInCode(english);
  if (names !== undefined) return translationsOf(names, own, place);

  const members = membersOf(english, own, place).map(([name, text, ownText]) => {
    const code = codeOf(text, ownText, below(place, name));
    return Array.isArray(english) ? code : `${JSON.stringify(name)}: ${code}`;
  });
  return Array.isArray(english) ? `[${members.join(', ')}]` : `{ ${members.join(', ')} }`;
}

/** The members of an English table that are no notes, each with that of the other language. */
function membersOf(
  english: Table,
  own: Texts | undefined,
  place: Place,
): [string, Texts, Texts | undefined][] {
  if (typeof own === 'string') throw faultIn(place.own, place.key, 'is a table in English; write one');

  const members = Object.entries(english).filter(([name]) => !name.startsWith('@'));
  const names = new Set(members.map(([name]) => name));
  const unknown = Object.keys(own ?? {}).find((name) => !names.has(name) && !name.startsWith('@'));
  if (unknown !== undefined) {
    throw faultIn(
      place.own,
      below(place, unknown).key,
      `is not in ${place.english.path}; correct or remove it`,
    );
  }

  return members.map(([name, text]) => [name, text, own?.[name]]);
}

/** The messages of a table whose English stands in the code. */
function translationsOf(names: readonly string[], own: Texts | undefined, place: Place): string {
  if (typeof own === 'string') throw faultIn(place.own, place.key, 'is a table in English; write one');

  const allowed = new Map(names.map((name) => [name, 'value'] as const));
  const messages = Object.entries(own ?? {}).filter(([name]) => !name.startsWith('@'));
  const members = messages.map(([name, text]) => {
    const at = below(place, name);
    const message = compileAt(place.own, at.key, text);
    refuseUnknown(message, allowed, at);
    return `${JSON.stringify(name)}: ${functionOf(message, message, place)}`;
  });

  return `{ ${members.join(', ')} }`;
}

function messageOf(english: string, own: Texts | undefined, place: Place): string {
  const first = compileAt(place.english, place.key, english);
  if (own === undefined) return functionOf(first, first, place);

  const message = compileAt(place.own, place.key, own);
  refuseUnknown(message, first.placeholders, place);
  refuseMissing(message, first, place);
  return functionOf(message, first, place);
}

/** A message without placeholders is its text; the others are functions of what the English one takes. */
function functionOf(
  { code, calls }: CompiledMessage,
  { placeholders }: CompiledMessage,
  place: Place,
): string {
  if (placeholders.size === 0) return code;

  for (const each of calls) use(each, formats, place);
  const members = [...placeholders].map(([name, kind]) => `readonly ${name}: ${kinds[kind]}`);
  const isWorded = [...placeholders.values()].some((kind) => kind !== 'value');
  if (isWorded) use('Worded', 'worded.ts', place);
  const [generic, result] = isWorded ? ['<T>', 'Worded<T>'] : ['', 'string'];
  return `${generic}(a: { ${members.join('; ')} }): ${result} => ${code}`;
}

function use(name: string, file: string, { imports }: Place): void {
  imports.set(file, (imports.get(file) ?? new Set()).add(name));
}

function compileAt(file: LanguageFile, key: string, text: Texts): CompiledMessage {
  if (typeof text !== 'string') throw faultIn(file, key, 'is a message in English; write a string');

  try {
    return compileMessage(text, file.tag);
  } catch (error) {
    throw error instanceof MessageFault ? faultIn(file, key, error.message) : error;
  }
}

function refuseUnknown(
  message: CompiledMessage,
  known: ReadonlyMap<string, PlaceholderKind>,
  place: Place,
): void {
  for (const [name, kind] of message.placeholders) {
    if (known.get(name) === kind) continue;

    const all = [...known].map(([each, itsKind]) => shown(each, itsKind)).join(', ') || 'none';
    throw faultIn(
      place.own,
      place.key,
      `has ${shown(name, kind)}, which the message cannot fill; it may have: ${all}`,
    );
  }
}

function refuseMissing(message: CompiledMessage, english: CompiledMessage, place: Place): void {
  for (const [name, kind] of english.placeholders) {
    if (message.placeholders.has(name)) continue;

    throw faultIn(
      place.own,
      place.key,
      `lacks ${shown(name, kind)}, which the English message has; ${cure(name, kind)}`,
    );
  }
  for (const [name, cases] of message.cases) {
    const known = english.cases.get(name);
    const unknown = known && [...cases].find((each) => !known.has(each));
    if (unknown === undefined) continue;

    throw faultIn(
      place.own,
      place.key,
      `selects "${unknown}" of ${name}, which never occurs; write one of ${[...(known ?? [])].join(', ')}`,
    );
  }
}

function cure(name: string, kind: PlaceholderKind): string {
  const place = 'put it where it belongs';

  return kind === 'value' ? `${place}, or leave it out with {${name}, select, other {}}` : place;
}

function shown(name: string, kind: PlaceholderKind): string {
  return { value: `{${name}}`, element: `<${name}/>`, wrapper: `<${name}>…</${name}>` }[kind];
}

function below(place: Place, name: string): Place {
  return { ...place, key: place.key === '' ? name : `${place.key}.${name}` };
}

function faultIn({ path }: LanguageFile, key: string, fault: string): Error {
  return new Error(`${path}: ${key}: ${fault}`);
}
