import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Declaration } from '../../../src/views/declaration.ts';
import { HistoryView } from '../../../src/views/history.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const owners = 20;
const pairsOfEach = 5;
const kills = 5;

let workplace: Workplace;
let server: RunningServer;

beforeEach(async () => {
  workplace = await Workplace.make();
  server = await startServer(workplace.environment);
});

afterEach(async () => {
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

  async listMany(services: readonly unknown[]): Promise<Response> {
    return fetch(`${server.url}/api/services/batch`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ services }),
    });
  }
}

const makeOwners = (count: number): Promise<Owner[]> =>
  Promise.all(Array.from({ length: count }, (_, number) => Owner.make(number)));

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
  it('are never lost or crossed, and each that came too late is told', async () => {
    const all = await makeOwners(owners);

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
  });

  it(`survive kill -9, ${String(kills)} times over`, async () => {
    const all = await makeOwners(owners);
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
      await server.stop('SIGKILL', kill % 2 === 1);
      await Promise.all(load);
      server = await startServer(workplace.environment);

      for (const { id } of all) {
        const prices = await pricesOf(id);
        expect(prices).toEqual(expect.arrayContaining(acknowledged.get(id) ?? []));
        expect(prices).toEqual(prices.toSorted());
        expect((await declarationOf(id)).price).toBe(prices.at(-1) ?? '0.001');
      }
    }
    expect(await workplace.git('status', '--porcelain')).toBe('');
  });
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

describe('a batch of 500', () => {
  it('is one commit, which stands whatever happens after the answer', async () => {
    const owner = await Owner.make(0);
    const before = Number(await workplace.git('rev-list', '--count', 'HEAD'));

    const answer = await owner.listMany(
      Array.from({ length: 500 }, (_, i) => aRegistration(`b-${String(i)}`)),
    );
    const { results } = z
      .object({
        results: z.array(z.object({ status: z.literal(201), service: z.object({ id: z.string() }) })),
      })
      .parse(await answer.json());
    await server.stop('SIGKILL', true);
    server = await startServer(workplace.environment);

    expect(Number(await workplace.git('rev-list', '--count', 'HEAD'))).toBe(before + 1);
    const statuses = await Promise.all(
      results.map(async ({ service }) => (await fetch(`${server.url}/api/services/${service.id}`)).status),
    );
    expect(statuses).toEqual(results.map(() => 200));
    expect(statuses).toHaveLength(500);
  });
});
