/** What a document is called, and what a reader finds there. */
export interface DocumentWords {
  /** Its name in the navigation. */
  readonly name: string;
  /** Its heading. */
  readonly title: string;
  /** What a reader finds there, in one sentence. */
  readonly description: string;
}

export const groupTitles = {
  start: 'Start',
  owners: 'Owners',
  howItWorks: 'How it works',
  reference: 'Reference',
};

export const documentWords = {
  contents: {
    name: 'Contents',
    title: 'Docs',
    description:
      'Quick starts for buyers, owners, agents and scanners, how the catalog works, and the reference of its API.',
  },
  buyers: {
    name: 'Buyers: find and pay',
    title: 'Find an API and pay for it',
    description: 'Find a service, check its price and wallet, and pay for a request from a terminal.',
  },
  owners: {
    name: 'Owners: list a service',
    title: 'List your API',
    description: 'Get a key, list your API, prove that it is yours, and correct the listing.',
  },
  agents: {
    name: 'Agents: search and decide',
    title: 'Let an agent find and check services',
    description: 'Search with a sentence, decide by observed facts, and treat what owners write as data.',
  },
  scanners: {
    name: 'Scanners: mirror and verify',
    title: 'From zero to a verified mirror',
    description:
      'Copy the whole catalog with three commands, keep the copy up to date, and prove that nobody bent it.',
  },
  manage: {
    name: 'Manage a listing',
    title: 'Manage a listing',
    description:
      'Declare more routes, list many services, deprecate, withdraw, share or hand over a listing, and manage keys.',
  },
  workflow: {
    name: 'Update it from a repository',
    title: 'Keep a listing up to date from your repository',
    description:
      'A workflow for GitHub that keeps a listing in step with a file of your repository, without a stored secret.',
  },
  webhooks: {
    name: 'Get changes by webhook',
    title: 'Get every change by webhook',
    description:
      'Have changes of the catalog posted to your server: signatures, retries, replays, and when a webhook is switched off.',
  },
  probing: {
    name: 'Checks',
    title: 'How services are checked',
    description:
      'What Tollbook requests from a listed endpoint, how often, what each response means, and how to opt out.',
  },
  payments: {
    name: 'Payments',
    title: 'How payments are counted',
    description: 'Which transfers on chain count as x402 payments, and which service they belong to.',
  },
  trust: {
    name: 'Trust score',
    title: 'How the trust score is made',
    description: 'The rules of the score, who counts as a buyer, and what it costs to fake each ten points.',
  },
  security: {
    name: 'Security',
    title: 'Security',
    description: 'What the catalog protects against, what it does not, and how to report a vulnerability.',
  },
  api: {
    name: 'API',
    title: 'API reference',
    description: 'Every path of the Tollbook API with its parameters, bodies and responses.',
  },
  problems: {
    name: 'Problems',
    title: 'Problems',
    description: 'Every error of the API, and what to do about it.',
  },
} satisfies Readonly<Record<string, DocumentWords>>;
