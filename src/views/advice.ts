import { z } from 'zod';
import { dayMs, dayOf } from '../domain/duration.ts';
import type { OutcomeSummary } from '../domain/outcome.ts';
import { printable } from '../domain/plain-text.ts';
import type { DeclaredService } from '../domain/service.ts';
import type { Reason } from '../domain/state.ts';
import type { KnownService } from './known-service.ts';

/** Whether to pay a service, as far as this catalog can tell, and why not without a second look. */
export const Advice = z.object({
  verdict: z.enum(['allow', 'warn', 'block']).meta({
    description:
      '`allow`: its last check found the declared terms; `warn`: read the reasons before paying; `block`: do not pay.',
  }),
  reasons: z.array(z.string()).optional().meta({ description: 'Why it is not `allow`, the gravest first.' }),
});
export type Advice = z.infer<typeof Advice>;

/** What the advice is made from, beside what the catalog knows. */
interface Circumstances {
  readonly declared: Pick<DeclaredService, 'deprecated'>;
  /** Time of the last check; null before the first. */
  readonly checkedAt: Date | null;
  /** Whether paths that do not exist are answered with 402 too. */
  readonly isWildcard: boolean | null;
  readonly now: Date;
}

/** A check that is older says little about the present. */
const maxAgeMs = 7 * dayMs;

/** The advice to a buyer before paying, made from observations alone. */
export function adviceOf(known: KnownService, circumstances: Circumstances): Advice {
  const blocking = reasonsToBlock(known);
  const reasons = [...blocking, ...reasonsToWarn(known, circumstances)];
  if (reasons.length === 0) return { verdict: 'allow' };

  return { verdict: blocking.length > 0 ? 'block' : 'warn', reasons };
}

const unanswered = 'It is down: it did not answer its last check.';
const unreadForLong = 'It is down: it has sent no 402 that can be read for over a day.';

function reasonsToBlock({ state, reason, wallet, outcomes }: KnownService): string[] {
  const isToOther = wallet.agree === false || (state === 'terms_differ' && reason === 'wallet');

  return [
    ...(outcomes.verdict === 'fails' ? [outcomesText(outcomes)] : []),
    ...(state === 'down' ? [reason === 'unreachable' ? unanswered : unreadForLong] : []),
    ...(isToOther ? ['Its live 402 asks for payment to a different wallet than its owner declares.'] : []),
  ];
}

function reasonsToWarn(known: KnownService, circumstances: Circumstances): string[] {
  const { declared, checkedAt, isWildcard, now } = circumstances;
  const isOld = checkedAt !== null && now.getTime() - checkedAt.getTime() > maxAgeMs;

  return [
    ...differences(known),
    ...(known.state === 'unchecked' ? ['Not checked yet: its terms are only what its owner declares.'] : []),
    ...(known.state === 'varies' ? [known.reason === 'wallet' ? manyWallets : manyPrices] : []),
    ...(known.state === 'uncheckable' || known.reason === 'unread'
      ? [(known.reason && uncheckable[known.reason]) ?? unreadable]
      : []),
    ...(known.outcomes.verdict === 'mixed' ? [outcomesText(known.outcomes)] : []),
    ...(isOld ? [`Its last check was on ${dayOf(checkedAt)}.`] : []),
    ...(isWildcard === true ? ['It asks for payment on paths that do not exist, too.'] : []),
    ...(known.payments?.flags.includes('self_payments') ? ['Its own wallet is among its payers.'] : []),
    ...(declared.deprecated ? ['Its owner says that it is deprecated.'] : []),
  ];
}

/** What buyers say, in one sentence. */
function outcomesText({ results, payments, payers }: OutcomeSummary): string {
  const disputed = results.disputed === 0 ? '' : `, ${String(results.disputed)} disputed`;

  return `Buyers say that it delivered ${String(results.delivered)} of ${String(payments)} payments, by ${String(payers)} wallets${disputed}.`;
}

const manyWallets = 'Each request is asked to pay a different wallet.';
const manyPrices = 'Each request is asked a different price.';
const unreadable = 'Its last check found no 402 that x402 clients can read.';

const uncheckable: Readonly<Partial<Record<Reason, string>>> = {
  opted_out: 'Its owner opted out of checks: its terms are only what it declares.',
  blocked: 'It keeps checks away: its terms are only what its owner declares.',
  not_402: 'Its last check was not asked for a payment.',
  unread: 'Its last check met something that was not compared with what its owner declares.',
  other_rails: 'It asks for payment through a protocol other than x402.',
};

/** What differs from the declaration. Names of networks and tokens come from the seller. */
function differences({ network, token, price, asked }: KnownService): string[] {
  const differing = (name: string, { declared, observed, agree }: KnownService['network']): string[] =>
    agree === false && observed !== null
      ? [`Live ${name} is ${printable(observed, 80)}; listed ${printable(declared, 80)}.`]
      : [];
  if (token.observed !== null && asked === null) {
    return ['Its live 402 asks for a token that is not known here.'];
  }

  const listed = `${price.declared} ${token.declared}`;
  return [
    ...differing('network', network),
    ...(price.agree === false && asked
      ? [`Live price is ${asked.price} ${asked.currency}; listed ${listed}.`]
      : differing('token', token)),
  ];
}
