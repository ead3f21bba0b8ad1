import type { Entry } from '../domain/snapshot.ts';
import type { ChecksView } from '../views/checks.ts';
import type { ObservedView } from '../views/observed-terms.ts';
import type { DayCount, SiteHistory } from '../site/history.ts';
import { LastAnswers } from '../site/last-answers.ts';

/** Answers that are kept: enough for the services that are made at a time, and those that their pages show as similar. */
const mostKept = 64;

/**
 * The history in a build, which reads nothing that changes meanwhile. It remembers its last answers, since the key of a service, its pages and
 * its row in lists ask the same.
 */
export function rememberingHistory(history: SiteHistory): SiteHistory {
  const observed = new LastAnswers<Entry, Promise<ObservedView>>(mostKept);
  const checks = new LastAnswers<string, Promise<ChecksView>>(mostKept);
  const dayCounts = new LastAnswers<string, Promise<readonly DayCount[]>>(mostKept);

  return {
    countedNetworks: history.countedNetworks,
    catalogPayments: () => history.catalogPayments(),
    payments: (entry, days) => history.payments(entry, days),
    paymentsTo: (services) => history.paymentsTo(services),
    observed: (entry) => observed.get(entry, () => history.observed(entry)),
    checks: (entry, days, upTo) =>
      checks.get([entry.declared.id, days, upTo?.toISOString()].join(), () =>
        history.checks(entry, days, upTo),
      ),
    dayCounts: (entry, days) =>
      dayCounts.get([entry.declared.id, days].join(), () => history.dayCounts(entry, days)),
  };
}
