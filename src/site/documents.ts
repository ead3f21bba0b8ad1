import { documentWords, groupTitles } from '#texts/documents.ts';

/** A page of the docs. */
export interface Document {
  /** Its name in the navigation. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** What a reader finds there, in one sentence. */
  readonly description: string;
  /** Without a language: links go through `localPath`. */
  readonly path: string;
}

interface DocumentGroup {
  readonly title: string;
  readonly documents: readonly Document[];
}

const contents: Document = { path: '/docs/', ...documentWords.contents };

/** One for each kind of reader: from nothing to a result in five minutes. */
export const quickStarts: readonly Document[] = [
  { path: '/docs/buyers/', ...documentWords.buyers },
  { path: '/docs/owners/', ...documentWords.owners },
  { path: '/docs/agents/', ...documentWords.agents },
  { path: '/docs/scanners/', ...documentWords.scanners },
];

/** Every page of the docs, in the order in which they are read. */
export const documentGroups: readonly DocumentGroup[] = [
  { title: groupTitles.start, documents: [contents, ...quickStarts] },
  {
    title: groupTitles.owners,
    documents: [
      { path: '/docs/owners/manage/', ...documentWords.manage },
      { path: '/docs/owners/workflow/', ...documentWords.workflow },
      { path: '/docs/owners/webhooks/', ...documentWords.webhooks },
    ],
  },
  {
    title: groupTitles.howItWorks,
    documents: [
      { path: '/docs/probing/', ...documentWords.probing },
      { path: '/docs/payments/', ...documentWords.payments },
      { path: '/docs/trust/', ...documentWords.trust },
      { path: '/docs/security/', ...documentWords.security },
    ],
  },
  {
    title: groupTitles.reference,
    documents: [
      { path: '/docs/api/', ...documentWords.api },
      { path: '/problems/', ...documentWords.problems },
    ],
  },
];

const documents = documentGroups.flatMap((group) => group.documents);

export const documentPaths = documents.map(({ path }) => path);

/** The paths of documents whose text is written for its page, rather than made from the API or a table. */
export const writtenPaths = documentPaths.filter(
  (path) => path.startsWith('/docs/') && path !== contents.path && path !== '/docs/api/',
);

/** @throws where there is no document at the path. */
export function documentAt(path: string): Document {
  const document = documents.find((each) => each.path === path);
  if (document === undefined) throw new Error(`there is no document at ${path}`);

  return document;
}

/** The documents to read before and after this one; neither for a page that is not in the navigation. */
export function neighboursOf(path: string): {
  readonly previous: Document | undefined;
  readonly next: Document | undefined;
} {
  const place = documents.findIndex((each) => each.path === path);
  if (place === -1) return { previous: undefined, next: undefined };

  return { previous: documents[place - 1], next: documents[place + 1] };
}

/** The `aria-current` of a link in the navigation: to this page, or to the document that this page belongs to. */
export function currentOf(link: string, path: string): 'page' | 'true' | undefined {
  if (link === path) return 'page';
  return documents.every((each) => each.path !== path) && isUnder(path, link) ? 'true' : undefined;
}

function isUnder(path: string, link: string): boolean {
  return link !== contents.path && path.startsWith(link);
}
