import type { PaymentFlag } from '../../domain/facts.ts';

/** The table of the parts of a trust score. */
export const weightsTable = {
  name: 'Weights of the trust score',
  part: 'Part',
  formerHtml: 'Weight in <code>trust/1</code>',
  presentHtml: 'Weight in <code>trust/2</code>',
};

/** The table of trust scores by payments. */
export const casesTable = {
  name: 'Trust scores by payments',
  title: 'Case',
  payments: 'Payments',
  evidence: 'Evidence',
};

/** The cases of that table. */
export const caseWords = {
  notCounted: { title: 'Not counted', payments: 'unknown' },
  nobody: { title: 'Nobody paid', payments: 'none' },
  itself: { title: 'Paid only by itself', payments: '500, all by its own wallet' },
  onePayer: { title: 'Only one payer', payments: '500 by one wallet' },
  mainPayer: { title: 'One main payer, a few buyers', payments: '950 by one wallet, 10 each by 5 others' },
  few: { title: 'A few buyers', payments: '100 each by 5 wallets' },
  some: { title: 'Some buyers', payments: '25 each by 20 wallets' },
  many: { title: 'Many buyers', payments: '10 each by 50 wallets' },
};

/** What the part of buyers in a trust score is based on, as the API says it; `buyers` is null where payments are not counted. */
export function buyersEvidence(given: {
  readonly buyers: number | null;
  readonly flags: readonly PaymentFlag[];
}): string {
  const { buyers, flags } = given;
  if (buyers === null) return 'payments are not counted';

  const leftOut = flags.map((flag) => doubtful[flag]).join(' and ');
  return `${String(buyers)} ${buyers === 1 ? 'wallet' : 'wallets'} paid${leftOut && `, not counting ${leftOut}`}`;
}

const doubtful: Readonly<Record<PaymentFlag, string>> = {
  self_payments: 'its own',
  single_payer: 'one that made more than 90 % of the payments',
};
