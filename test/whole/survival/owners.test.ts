import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { Declaration } from '../../../src/views/declaration.ts';
import { HistoryView } from '../../../src/views/history.ts';
import { caseCount, casesTimeoutMs } from '../../support/cases.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const owners = caseCount(4);
const pairsOfEach = 5;
const kills = caseCount(1);
const inBatch = caseCount(50);

const Batch = z.object({
  results: z.array(z.object({ status: z.literal(201), service: z.object({ id: z.string() }) })),
});

let workplace: Workplace;
let server: RunningServer;
let all: readonly Owner[];

beforeAll(async () => {
  workplace = await Workplace.make();
  server = await startServer(workplace.environment);
  all = await Promise.all(Array.from({ length: owners }, (_, number) => Owner.make(number)));
}, casesTimeoutMs);

afterAll(async () => {
  await server.stop('SIGKILL', true);
  await workplace.remove();
});

/** An owner with one service, which numbers the prices that it asks for. */
class Owner {
  readonly #key: string;
  readonly id: string;
  readonly #number: number;
  #edits = 0;

  private constructor(number: number, key: string, id: string) {
    this.#number = number;
    this.#key = key;
    this.id = id;
  }

  static async make(number: number): Promise<Owner> {
    const key = await workplace.key(`owner-${String(number)}`);
    const answer = await register(server.url, key, aRegistration(number));
    const { id } = z.object({ id: z.string() }).parse(await answer.json());

    return new Owner(number, key, id);
  }

  /** A price that nobody else asks for, higher than those before. */
  newPrice(): string {
    this.#edits += 1;
    return `${String(this.#number + 1)}.${String(this.#edits).padStart(6, '0')}1`;
  }

  async patch(id: string, pricePerRequest: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(`${server.url}/api/services/${id}`, {
      method: 'PATCH',
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify({ pricing: { pricePerRequest } }),
    });
  }

  /** Lists many services at once, and returns their ids. */
  async listMany(services: readonly unknown[]): Promise<string[]> {
    const answer = await fetch(`${server.url}/api/services/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ services }),
    });
    return Batch.parse(await answer.json()).results.map(({ service }) => service.id);
  }
}

async function declarationOf(id: string): Promise<{ price: string; tag: string }> {
  const answer = await fetch(`${server.url}/api/services/${id}/declaration`);
  const { pricing } = Declaration.parse(await answer.json());
  return { price: pricing.pricePerRequest, tag: answer.headers.get('etag') ?? '' };
}

/** Every price that a service was given since it was listed, oldest first. */
async function pricesOf(id: string): Promise<unknown[]> {
  const answer = await fetch(`${server.url}/api/services/${id}/history?limit=100`);
  const { changes } = HistoryView.parse(await answer.json());
  return changes
    .filter(({ kind }) => kind === 'updated')
    .map(({ fields }) => fields.find(({ pointer }) => pointer === '/pricing/pricePerRequest')?.after)
    .toReversed();
}

describe('edits of many owners at once', () => {
  it(
    'are never lost or crossed, and each that came too late is told',
    { timeout: casesTimeoutMs },
    async () => {
      await Promise.all(
        all.map(async (owner, i) => {
          const made: string[] = [];
          for (let pair = 0; pair < pairsOfEach; pair += 1) {
            const { tag } = await declarationOf(owner.id);
            const prices = [owner.newPrice(), owner.newPrice()];
            const answers = await Promise.all(
              prices.map((price) => owner.patch(owner.id, price, { 'If-Match': tag })),
            );
            expect(answers.map(({ status }) => status).sort()).toEqual([200, 412]);
            made.push(...prices.filter((_, at) => answers[at]?.status === 200));
          }
          const another = all[(i + 1) % all.length] ?? owner;
          expect((await owner.patch(another.id, '0.5')).status).toBe(403);

          expect(await pricesOf(owner.id)).toEqual(made);
          expect((await declarationOf(owner.id)).price).toBe(made.at(-1));
        }),
      );

      expect(await workplace.git('status', '--porcelain')).toBe('');
      expect(await workplace.git('fsck', '--strict', '--no-dangling')).toBe('');
    },
  );

  it(
    `survive kill -9 with a batch, which is one commit, ${String(kills)} times over`,
    { timeout: casesTimeoutMs },
    async () => {
      const lister = await Owner.make(owners);
      const acknowledged = new Map(all.map(({ id }) => [id, new Array<string>()]));

      for (let kill = 0; kill < kills; kill += 1) {
        const { promise: some, resolve } = Promise.withResolvers<undefined>();
        const load = all.map((owner) =>
          editUntilGone(owner, (price) => {
            acknowledged.get(owner.id)?.push(price);
            resolve(undefined);
          }),
        );
        await some;
        const batch = await lister.listMany(
          Array.from({ length: inBatch }, (_, i) => aRegistration(`batch-${String(kill)}-${String(i)}`)),
        );
        await server.stop('SIGKILL', kill % 2 === 0);
        await Promise.all(load);
        server = await startServer(workplace.environment);

        for (const { id } of all) {
          const prices = await pricesOf(id);
          expect(prices).toEqual(expect.arrayContaining(acknowledged.get(id) ?? []));
          expect(prices).toEqual(prices.toSorted());
          expect((await declarationOf(id)).price).toBe(prices.at(-1) ?? '0.001');
        }
        expect(batch).toHaveLength(inBatch);
        await Promise.all(batch.map((id) => declarationOf(id)));
        expect(new Set(await commitsOf(batch)).size).toBe(1);
      }
      expect(await workplace.git('status', '--porcelain')).toBe('');
    },
  );
});

async function editUntilGone(owner: Owner, acknowledge: (price: string) => void): Promise<void> {
  for (;;) {
    const price = owner.newPrice();
    try {
      const answer = await owner.patch(owner.id, price);
      if (answer.status === 200) acknowledge(price);
    } catch {
      return;
    }
  }
}

/** The commits that hold changes of the files of services. */
async function commitsOf(ids: readonly string[]): Promise<string[]> {
  const log = await workplace.git('log', '--format=%H', '--', ...ids.map((id) => serviceFilePath(id)));
  return log.split('\n').filter((commit) => commit !== '');
}
