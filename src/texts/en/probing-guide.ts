import { type Verdict, verdicts } from '../../domain/verdict.ts';

/** What each response means; the API says the same. */
export const verdictMeanings: Readonly<Record<Verdict, string>> = verdicts;

/** The command that checks an endpoint, for its label. */
export const validateName: string = 'the command to check an endpoint';

/** The drawing of how a status changes. */
export const lifeCycle = {
  title: 'The life cycle of a service',
  description: (given: {
    readonly failures: number;
    readonly hoursUntilInactive: number;
    readonly hoursOfPriceGrace: number;
  }): string =>
    `A new service is unverified. Matching terms make it verified. Another wallet, network or token makes it unverified again at once, another price after ${String(given.hoursOfPriceGrace)} hours. ${String(given.failures)} failed checks in a row over at least ${String(given.hoursUntilInactive)} hours make either of them inactive. An inactive service is verified again when its terms match, and unverified when it answers with others.`,
  unverified: 'unverified',
  verified: 'verified',
  inactive: 'inactive',
  match: 'terms match',
  differ: 'terms differ',
  answers: ['answers again:', 'by its terms'],
  fails: (failures: number, hours: number): readonly string[] => [
    `${String(failures)} fail over`,
    `${String(hours)} hours`,
  ],
};
