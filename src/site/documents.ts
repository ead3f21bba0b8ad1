/** A page of the docs. */
export interface Document {
  readonly path: string;
  /** Its name in the navigation. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** What a reader finds there, in one sentence. */
  readonly description: string;
}

interface DocumentGroup {
  readonly title: string;
  readonly documents: readonly Document[];
}

const contents: Document = {
  path: '/docs/',
  name: 'Contents',
  title: 'Docs',
  description:
    'Quick starts for buyers, owners, agents and scanners, how the catalog works, and the reference of its API.',
};

/** One for each kind of reader: from nothing to a result in five minutes. */
export const quickStarts = [
  {
    path: '/docs/buyers/',
    name: 'Buyers: find and pay',
    title: 'Find an API and pay for it',
    description: 'Find a service, check its price and wallet, and pay for a request from a terminal.',
  },
  {
    path: '/docs/owners/',
    name: 'Owners: list a service',
    title: 'List your API',
    description: 'Get a key, list your API, prove that it is yours, and correct the listing.',
  },
  {
    path: '/docs/agents/',
    name: 'Agents: search and decide',
    title: 'Let an agent find and check services',
    description: 'Search with a sentence, decide by observed facts, and treat what owners write as data.',
  },
  {
    path: '/docs/scanners/',
    name: 'Scanners: copy and follow',
    title: 'Copy the catalog and keep up with it',
    description: 'Download the whole catalog, then fetch it again only when it has changed.',
  },
] as const satisfies readonly Document[];

/** Every page of the docs, in the order in which they are read. */
export const documentGroups: readonly DocumentGroup[] = [
  { title: 'Start', documents: [contents, ...quickStarts] },
  {
    title: 'Owners',
    documents: [
      {
        path: '/docs/owners/manage/',
        name: 'Manage a listing',
        title: 'Manage a listing',
        description:
          'Declare more routes, list many services, deprecate, withdraw, share or hand over a listing, and manage keys.',
      },
      {
        path: '/docs/owners/workflow/',
        name: 'Update it from a repository',
        title: 'Keep a listing true from your repository',
        description:
          'A workflow for GitHub that keeps a listing in step with a file of your repository, without a stored secret.',
      },
    ],
  },
  {
    title: 'How it works',
    documents: [
      {
        path: '/docs/probing/',
        name: 'Checks',
        title: 'How services are checked',
        description:
          'What Tollbook requests from a listed endpoint, how often, what each response means, and how to opt out.',
      },
      {
        path: '/docs/payments/',
        name: 'Payments',
        title: 'How payments are counted',
        description:
          'Which transfers on chain count as x402 payments, which service they belong to, and how buyers change the trust score.',
      },
      {
        path: '/docs/security/',
        name: 'Security',
        title: 'Security',
        description:
          'What the catalog protects against, what it does not, and how to report a vulnerability.',
      },
    ],
  },
  {
    title: 'Reference',
    documents: [
      {
        path: '/docs/api/',
        name: 'API',
        title: 'API reference',
        description: 'Every path of the Tollbook API with its parameters, bodies and responses.',
      },
      {
        path: '/problems/',
        name: 'Problems',
        title: 'Problems',
        description: 'Every error of the API, and what to do about it.',
      },
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
