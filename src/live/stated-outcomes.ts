import type { OutcomeRecord, OutcomeSummary } from '../domain/outcome.ts';
import type { DeclaredService } from '../domain/service.ts';
import { type OutcomeStanding, standingOf } from '../outcomes/standing.ts';
import { type StatementView, statementView } from '../views/outcomes.ts';
import type { OutcomeStore } from './ports.ts';

/** Records read at once for a whole catalog. */
const portion = 1_000;

/** Tells what buyers say of services. */
export class StatedOutcomes {
  readonly #outcomes: Pick<OutcomeStore, 'of' | 'after' | 'services' | 'extent'>;

  constructor(outcomes: Pick<OutcomeStore, 'of' | 'after' | 'services' | 'extent'>) {
    this.#outcomes = outcomes;
  }

  async standing(service: DeclaredService): Promise<OutcomeStanding> {
    return standingOf(await this.#outcomes.of(service.id), service);
  }

  /** One statement as it is shown; undefined where there is none with this id. */
  async statement(service: DeclaredService, id: string): Promise<StatementView | undefined> {
    const { statements } = await this.standing(service);
    const found = statements.find(({ statement }) => statement.id === id);

    return found && statementView(found);
  }

  async ofAll(services: readonly DeclaredService[]): Promise<Map<string, OutcomeSummary>> {
    const byService = new Map<string, OutcomeRecord[]>();
    for await (const record of this.#records()) {
      const known = byService.get(record.service);
      if (known) known.push(record);
      else byService.set(record.service, [record]);
    }

    return new Map(
      services.flatMap((service) => {
        const records = byService.get(service.id);
        return records ? [[service.id, standingOf(records, service).summary]] : [];
      }),
    );
  }

  /** The records about each service in turn, those of services that left the catalog too. */
  async *byService(): AsyncGenerator<readonly [service: string, records: readonly OutcomeRecord[]]> {
    for (const service of (await this.#outcomes.services()).toSorted()) {
      yield [service, await this.#outcomes.of(service)];
    }
  }

  /** What the export is made from, beside the rules: equal while the record and the sellers that it is about are the same. */
  async origin(find: (id: string) => DeclaredService | undefined): Promise<object> {
    const extent = await this.#outcomes.extent();
    const services = (await this.#outcomes.services()).toSorted();
    const sellers = services.map((id) => {
      const { endpoint, x402Config } = find(id) ?? {};
      return [id, endpoint, x402Config];
    });

    return { ...extent, sellers };
  }

  /** The whole record, in its order. */
  async *#records(): AsyncGenerator<OutcomeRecord> {
    for (let last = 0; ;) {
      const page = await this.#outcomes.after(last, portion);
      for (const { record } of page) yield record;
      const end = page.at(-1);
      if (!end || page.length < portion) return;
      last = end.number;
    }
  }
}
