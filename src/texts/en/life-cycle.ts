interface Numbers {
  readonly failures: number;
  readonly hoursUntilInactive: number;
  readonly hoursOfPriceGrace: number;
}

/** The drawing of how the status of a service changes. Its labels have room for about 18 characters, those of `fails` for 10. */
export const lifeCycle = {
  title: 'The life cycle of a service',
  description: ({ failures, hoursUntilInactive, hoursOfPriceGrace }: Numbers): string =>
    `A new service is unverified. Matching terms make it verified. Another wallet, network or token makes it unverified again at once, another price after ${String(hoursOfPriceGrace)} hours. ${String(failures)} failed checks in a row over at least ${String(hoursUntilInactive)} hours make either of them inactive. An inactive service is verified again when its terms match, and unverified when it answers with others.`,
  unverified: 'unverified',
  verified: 'verified',
  inactive: 'inactive',
  termsMatch: 'terms match',
  termsDiffer: 'terms differ',
  answersAgain: ['answers again:', 'by its terms'],
  fails: (failures: number, hours: number): readonly string[] => [
    `${String(failures)} fail over`,
    `${String(hours)} hours`,
  ],
};
