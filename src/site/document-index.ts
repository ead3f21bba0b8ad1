import { problemTexts } from '../texts/problem-texts.ts';
import { type ApiDocument, apiReference, operationHref, referencePath } from './api-reference.ts';
import { sectionsOf } from './document-html.ts';
import type { IndexedSection } from './document-search.ts';
import { documentAt, writtenPaths } from './documents.ts';
import { problemPath } from './links.ts';
import { localPath } from '../texts/local-path.ts';

/** Gives the HTML of a page of this site in the language of this bundle, given its plain path. */
export type ReadPage = (path: string) => Promise<string>;

const made = new WeakMap<ApiDocument, Promise<readonly IndexedSection[]>>();

/** Everything in the docs that can be searched for. Made once for an API document, because it renders many pages. */
export function documentIndex(api: ApiDocument, readPage: ReadPage): Promise<readonly IndexedSection[]> {
  const known = made.get(api);
  if (known) return known;

  const index = makeIndex(api, readPage);
  index.catch(() => made.delete(api));
  made.set(api, index);
  return index;
}

async function makeIndex(api: ApiDocument, readPage: ReadPage): Promise<readonly IndexedSection[]> {
  const written = await Promise.all(
    writtenPaths.map(async (path) => sectionsOfDocument(path, await readPage(path))),
  );

  return [...written.flat(), ...operationsOf(api), ...problemSections()];
}

function sectionsOfDocument(path: string, html: string): IndexedSection[] {
  const { title, description } = documentAt(path);
  const address = localPath(path);

  return sectionsOf(html).map(({ id, heading, text }) =>
    id === '' ? [address, title, '', text || description] : [`${address}#${id}`, title, heading, text],
  );
}

function operationsOf(api: ApiDocument): IndexedSection[] {
  const { title } = documentAt(referencePath);

  return apiReference(api).groups.flatMap((group) =>
    group.operations.map((operation): IndexedSection => [
      operationHref(group, operation),
      title,
      operation.title,
      plain(`${operation.method} ${operation.path}. ${operation.description}`),
    ]),
  );
}

function problemSections(): IndexedSection[] {
  const document = documentAt('/problems/');

  return Object.entries(problemTexts).map(([code, { title, cure }]) => [
    problemPath(code),
    document.title,
    title,
    plain(`${code}. ${cure}`),
  ]);
}

/** Our own texts mark code with backticks. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}
