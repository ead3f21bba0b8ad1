import { z } from 'zod';
import { isObject } from '../../src/domain/json-object.ts';
import { readJson } from '../../src/domain/strict-json.ts';

/** The texts of a language as its file nests them: messages, and tables or lists of them. A key that begins with `@` is a note to translators. */
export type Texts = string | Table;
export interface Table {
  readonly [key: string]: Texts;
}

const About = z.strictObject({
  /** Its name in itself, for the language switch. */
  name: z.string().min(1),
  /** Whose dates and numbers it writes, as a BCP 47 tag: `en-GB`. */
  locale: z.string().refine(isLocale),
});

/** A file of messages. */
export interface LanguageFile extends z.infer<typeof About> {
  /** The path to name in problems: `src/texts/de.json`. */
  readonly path: string;
  /** The name of the file, and the beginning of addresses: `de`. */
  readonly tag: string;
  /** By module and export. */
  readonly texts: Table;
}

/**
 * Reads the file of a language from its text.
 * @throws {Error} that names file, key, rule and cure
 */
export function readLanguageFile(path: string, text: string): LanguageFile {
  const tag = /(?:^|\/)([a-z]{2,3})\.json$/.exec(path)?.[1];
  if (tag === undefined) {
    throw new Error(`${path}: is not named after a language; name it by its tag, such as fr.json`);
  }
  const json = readJson(text);
  if ('fault' in json) throw new Error(`${path}: is not JSON: ${json.fault}; correct it there`);
  if (!isTable(json.value)) {
    throw new Error(`${path}: holds more than objects, lists and strings; write nothing but texts`);
  }
  const { language, ...texts } = json.value;
  const about = About.safeParse(language);
  if (!about.success) {
    throw new Error(
      `${path}: language: needs the name and a known locale; write it like {"name": "English", "locale": "en-GB"}`,
    );
  }

  return { path, tag, ...about.data, texts };
}

function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length === 1;
  } catch {
    return false;
  }
}

/** A list counts as a table with its places as keys. */
function isTable(value: unknown): value is Table {
  return (isObject(value) || Array.isArray(value)) && Object.values(value).every(isTexts);
}

function isTexts(value: unknown): value is Texts {
  return typeof value === 'string' || isTable(value);
}
