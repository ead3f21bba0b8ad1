import type { CheckRecord } from '../src/domain/check.ts';
import { dayOf, hourMs } from '../src/domain/duration.ts';
import type { DeclaredService } from '../src/domain/service.ts';
import { unchecked } from '../src/domain/standing.ts';
import { subjectOf } from '../src/domain/subject.ts';
import { verdicts } from '../src/domain/verdict.ts';
import { readConfig } from '../src/config/config.ts';
import { readLocalCatalog } from '../src/open/catalog.ts';
import { openState } from '../src/open/state.ts';
import { advance } from '../src/verification/life-cycle.ts';
import { noTraits } from '../src/domain/payment-terms.ts';
import { emptyDay, sumWindow, windowDays } from '../src/verification/uptime.ts';
import type { Workplace } from '../test/support/running-server.ts';

const writtenAtOnce = 1_000;
const checksADay = 96;

/** Writes a good check of each service of a catalog, an hour ago and after a month of good ones, without asking anybody. */
export async function checkAllServices({ environment }: Workplace): Promise<void> {
  const config = readConfig(environment);
  const { services } = await readLocalCatalog(config);
  const state = await openState(config);
  const at = new Date(Date.now() - hourMs);

  for (let first = 0; first < services.length; first += writtenAtOnce) {
    await state.checks.append(
      services.slice(first, first + writtenAtOnce).map((service, i) => goodCheck(service, at, first + i)),
    );
  }
  await state.close();
}

/** The answer times differ, so that the services have different scores. */
function goodCheck(service: DeclaredService, at: Date, number: number): CheckRecord {
  const latencyMs = 20 + (number % 2_000);
  const check = {
    ...({ at, verdict: 'verified', detail: verdicts.verified, httpStatus: 402, latencyMs } as const),
    ...{ terms: [], fields: [], rails: [], remarks: [] },
  };
  const day = {
    ...emptyDay(dayOf(at)),
    ...{ checks: checksADay, ok: checksADay, verified: checksADay, latencyMs: checksADay * latencyMs },
  };

  return {
    id: service.id,
    subject: subjectOf(service),
    check,
    day,
    window: { ...sumWindow([day], at), days: windowDays },
    standing: advance(unchecked, check),
    offers: new Map(),
    furtherPayees: [],
    traits: noTraits,
    rails: [],
  };
}
