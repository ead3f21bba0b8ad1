import {
  outcomes as text,
  outcomeStates,
  outcomeWords,
  replyWords,
  statementClasses,
} from '#texts/outcomes.ts';
import type { OutcomeSummary } from '../domain/outcome.ts';
import type { Entry } from '../domain/snapshot.ts';
import { amountIn, percentText, shortened } from '../texts/formats.ts';
import type { StatementView } from '../views/outcomes.ts';
import { transactionPage } from './explorers.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** What buyers say of a service, as its page shows it. */
export interface ServiceOutcomes {
  readonly headline: string | null;
  readonly fails: boolean;
  readonly lastAt: string | null;
  /** What the numbers mean. */
  readonly meaning: string;
  /** The newest statements. */
  readonly statements: readonly ShownStatement[];
}

interface ShownStatement {
  readonly at: string;
  readonly outcome: string;
  /** What became of it, and what the owner answered. */
  readonly notes: readonly string[];
  readonly amount: string;
  readonly payer: string;
  readonly transaction: string;
  readonly page?: string | undefined;
  readonly source: string;
  readonly counted: boolean;
}

/** Statements on a page; all are in the API. */
const maxShown = 10;

export async function serviceOutcomes(entry: Entry, catalog: SiteCatalog): Promise<ServiceOutcomes> {
  const { summary, statements } = await catalog.history.outcomes(entry, maxShown);

  return {
    headline: deliveredText(summary),
    fails: summary.verdict === 'fails',
    lastAt: summary.lastAt,
    meaning: meaningOf(summary),
    statements: statements.map((statement) => shownStatement(statement, catalog)),
  };
}

/** "Delivered 41 of 43, by 12 buyers · 2 disputed"; null where nobody said anything that counts. */
export function deliveredText({ payments, payers, results }: OutcomeSummary): string | null {
  if (payments === 0) return null;

  const delivered = text.delivered({ delivered: results.delivered, payments, payers });
  return results.disputed === 0 ? delivered : `${delivered} · ${text.disputed({ count: results.disputed })}`;
}

function meaningOf({ payments, delivered }: OutcomeSummary): string {
  if (payments === 0) return text.none;
  if (delivered === null) return text.tooFew;

  return text.interval({ low: percentText(100 * delivered.low), high: percentText(100 * delivered.high) });
}

function shownStatement(statement: StatementView, catalog: SiteCatalog): ShownStatement {
  const { outcome, state, reply, settlement, counted, source } = statement;
  const { network, tx, payer, amount, currency, at } = settlement;

  return {
    at,
    outcome: outcomeWords[outcome],
    notes: [
      ...(state === 'stands' ? [] : [outcomeStates[state]]),
      ...(reply ? [replyWords[reply.reply]] : []),
    ],
    amount: amountIn(currency, amount),
    payer: shortened(payer),
    transaction: shortened(tx),
    page: transactionPage(network, tx, catalog),
    source: source ?? statementClasses[statement.class],
    counted,
  };
}
