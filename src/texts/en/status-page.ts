import type { Worded } from '../worded.ts';

/** The page about the catalog as a whole. */
export const statusPage = {
  title: 'Status of the catalog',
  description:
    'How much of the catalog is verified, how fresh its checks are, how many payments were counted, and from which commit this site was built.',
  lead: 'How many services match what their owners declare, and how recent the checks are.',
  noService: 'None',
  freshness: 'Freshness of the checks',
  newestCheck: 'Newest check',
  noneYet: 'None yet',
  payments: 'Payments',
  uncounted: 'Payments are not counted: this catalog has no RPC provider for any network.',
  howCounted: 'How payments are counted',
  paymentsCounted: 'Payments counted',
  eachOnce: 'Each counts once, even where services share a wallet.',
  revenue: 'Revenue',
  testRevenue: 'Revenue on test networks',
  worthNothing: 'tokens that are worth nothing',
  notCountedYet: 'not counted yet',
  countedTo: <T>(time: T): Worded<T> => ['counted up to ', time],
  otherNetworks: 'Other networks',
  noProvider: 'not counted, for lack of an RPC provider',
  site: 'This site',
  catalog: 'Catalog',
  lastChanged: <T>(time: T): Worded<T> => ['last changed on ', time],
  lastBuild: 'Last build of the pages',
  fromCommit: <T>(commit: T): Worded<T> => ['from commit ', commit],
  latency: 'API latency',
  answerTimes: (medianMs: string, p95Ms: string): string =>
    `median ${medianMs} ms, 95th percentile ${p95Ms} ms`,
  measured: (responses: string): string => `measured on this server over its last ${responses}`,
  notMeasured: 'Not measured yet',
  asJson: 'As JSON',
};

/** The services by the age of their last check. */
export const checkedWhen = {
  hour: 'Last checked within the last hour',
  day: 'Last checked 1 to 24 hours ago',
  longer: 'Last checked longer ago',
};
