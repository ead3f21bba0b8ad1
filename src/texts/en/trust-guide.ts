import { trustNumbers } from '../../views/trust-evidence.ts';
import { groupThousands } from '../formats.ts';

const { windowDays, quickMs, slowMs, settledAfterDays, manyBuyers } = trustNumbers;

/** The table of the parts of a trust score. */
export const partsTable = {
  name: 'Parts of the trust score',
  part: 'Part',
  points: 'Most points',
  rule: 'What gives them',
};

/** The rules of the parts. */
export const partRules = {
  terms: `The share of answered checks that showed the declared terms, in ${String(windowDays)} days.`,
  availability: `The share of checks that were answered, in ${String(windowDays)} days.`,
  latency: `All for an average answer within ${groupThousands(quickMs)} ms, none from ${groupThousands(slowMs)} ms on, by the logarithm in between.`,
  age: `The days for which the live 402 has asked for the declared wallet, network and token, of ${String(settledAfterDays)}, times the share of checks that were answered with the declared terms.`,
  buyers: `log(1 + W) / log(1 + ${String(manyBuyers)}), where W adds up what each buyer paid, but at most 1 USDC (or 1 EURC) of each.`,
};

/** The table of what it costs to fake a score. */
export const pricesTable = {
  name: 'What it costs to fake points',
  points: 'Points',
  attack: 'Cheapest attack',
  time: 'Time',
  money: 'Money',
};

/** The rows of that table. */
export const attackWords = {
  answer: {
    attack: 'A static page that answers 402 with the declared terms.',
    time: 'A day',
    money: 'None: free hosting will do.',
  },
  wait: (days: number) => ({
    attack: 'The same page, left alone.',
    time: `${String(days)} days`,
    money: 'None.',
  }),
  pay: (wallets: number) => ({
    attack: `${String(wallets)} wallets that pay the same USDC one after another, which returns through two more wallets or an exchange.`,
    time: 'An hour',
    money: '1 USDC that comes back, less the fees of the transfers: a few cents for each wallet.',
  }),
};

/** The table of trust scores by what was observed. */
export const casesTable = {
  name: 'Trust scores by what was observed',
  title: 'Service',
  evidence: 'Buyers',
  score: 'Score',
};

/** The cases of that table. */
export const caseWords = {
  firstDay: 'First day',
  thirdDay: 'Third day',
  month: '30 days',
  settled: '90 days',
  elsewhere: '90 days, then another wallet',
};
