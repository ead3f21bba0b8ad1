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
