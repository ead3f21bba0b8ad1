import * as translated from '#texts/trust.ts';
import {
  trustEvidence as englishEvidence,
  trustNumbers,
  trustStep as englishStep,
} from '../views/trust-evidence.ts';
import { amountIn } from './formats.ts';
import { filled } from './message.ts';

type Finding = Parameters<typeof englishEvidence>[0];
type Step = Parameters<typeof englishStep>[0];

const nothing = { verified: 0, ok: 0, checks: 0, days: 0, flaw: 'none', averageMs: 'none' };
const noBuyers = { wallets: 0, paid: 0, funded: 0, unknown: 0 };

/** What a part of a trust score is based on; in English as the API says it. Sums are in `currency`. */
export function trustEvidence(found: Finding, currency: string, { evidence } = translated): string {
  const message = evidence[caseOf(found)];
  if (message === undefined) return englishEvidence(found, currency);

  const buyers = (found.name === 'buyers' ? found.buyers : null) ?? noBuyers;
  const facts = Object.entries(found).filter(([, value]) => value !== null);
  return filled(message, {
    ...nothing,
    ...Object.fromEntries(facts),
    ...buyers,
    sum: amountIn(currency, String(buyers.paid)),
  });
}

/** The message about a finding. */
function caseOf(found: Finding): string {
  if (found.name === 'age' && found.checks === 0) return 'unchecked';
  if (found.name === 'age' && found.days === null) return 'otherWallet';
  if (found.name === 'buyers' && found.buyers === null) return found.isShared ? 'shared' : 'uncounted';

  return found.name;
}

/** What would raise a trust score; in English as the API says it. */
export function trustStep(step: Step, currency: string, { steps } = translated): string {
  const message = steps[step.flaw ?? step.name];

  return message === undefined ? englishStep(step, currency) : filled(message, { ...trustNumbers, currency });
}
