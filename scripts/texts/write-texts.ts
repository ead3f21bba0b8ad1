import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type LanguageFile, readLanguageFile } from './language-file.ts';
import { writeModules } from './write-modules.ts';

const first = 'en';

/**
 * Makes the modules of every language from the files `<tag>.json` in a folder: `<tag>/<module>.ts` for each, and `language-list.ts`.
 * Writes only what changed.
 * @throws {Error} that names file, key, rule and cure
 */
export async function writeTexts(folder: string, shownAs = 'src/texts'): Promise<void> {
  const languages = await readLanguages(folder, shownAs);
  const [english] = languages;
  if (english?.tag !== first) throw new Error(`${shownAs}/${first}.json: is missing; restore it`);

  for (const language of languages) {
    const modules = writeModules(language, english).set('language', languageModule(language));
    await writeFolder(join(folder, language.tag), modules);
  }
  await removeOthers(folder, new Set(languages.map(({ tag }) => tag)));
  await writeChanged(join(folder, 'language-list.ts'), languageList(languages));
}

/** Removes the modules of languages that have no file any more. */
async function removeOthers(folder: string, tags: ReadonlySet<string>): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true });
  const gone = entries.filter((entry) => entry.isDirectory() && !tags.has(entry.name));
  for (const { name } of gone) await rm(join(folder, name), { recursive: true });
}

/** English first, then the others by their tags. */
async function readLanguages(folder: string, shownAs: string): Promise<LanguageFile[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
  const ordered = [`${first}.json`, ...names.filter((name) => name !== `${first}.json`)];

  return await Promise.all(
    ordered.map(async (name) =>
      readLanguageFile(`${shownAs}/${name}`, await readFile(join(folder, name), 'utf8')),
    ),
  );
}

/** What `Intl` knows of a language, so that no script of a page has to ask it. */
function languageModule({ path, tag, locale }: LanguageFile): string {
  const parts = new Intl.NumberFormat(locale).formatToParts(12_345.6);
  const separator = (type: 'group' | 'decimal'): string =>
    parts.find((part) => part.type === type)?.value ?? '';

  return [
    `// Made from ${path} by "npm run texts".`,
    "import type { Language } from '../languages.ts';",
    '',
    '/** The language of these texts. */',
    `export const language: Language = ${JSON.stringify(tag)};`,
    '/** For dates, as a BCP 47 tag. */',
    `export const locale: string = ${JSON.stringify(locale)};`,
    '/** Between thousands, and before the fraction of a number. */',
    `export const separators = ${JSON.stringify({ thousands: separator('group'), decimal: separator('decimal') })};`,
    '',
  ].join('\n');
}

function languageList(languages: readonly LanguageFile[]): string {
  const names = Object.fromEntries(languages.map(({ tag, name }) => [tag, name]));

  return [
    '// Made from the files of this folder by "npm run texts".',
    '/** Each language in itself, by its tag, the first one first. */',
    `export const languageNames = ${JSON.stringify(names)} as const;`,
    '',
  ].join('\n');
}

async function writeFolder(folder: string, modules: ReadonlyMap<string, string>): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [name, text] of modules) await writeChanged(join(folder, `${name}.ts`), text);
  for (const file of await readdir(folder)) {
    if (!modules.has(file.replace(/\.ts$/, ''))) await rm(join(folder, file));
  }
}

async function writeChanged(file: string, text: string): Promise<void> {
  if (text !== (await readFile(file, 'utf8').catch(() => ''))) await writeFile(file, text);
}
