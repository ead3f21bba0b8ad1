import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { SqlProofLooks } from '../../../src/adapters/state/proof-looks.ts';
import type { ProofMethod } from '../../../src/domain/ownership/methods.ts';
import { CannotAsk } from '../../../src/domain/probe.ts';
import type { Look } from '../../../src/domain/ownership/method.ts';
import { ownerLine } from '../../../src/domain/proof.ts';
import { evidenceOf } from '../../fixtures/proofs.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import type { ProofPlaces } from '../../../src/live/ports.ts';
import { ProofRechecks } from '../../../src/live/proof-rechecks.ts';
import type { EndProofAct } from '../../../src/registration/act.ts';
import { aService, catalogVersion } from '../../fixtures/services.ts';
import { aLiveCatalog, type LiveCatalog } from '../../support/live-catalog.ts';
import { aStateDatabase } from '../../support/state-database.ts';
import { nextTurn } from '../../support/next-turn.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const found: Look = { result: 'found', seen: 'it is there' };
const missing: Look = { result: 'missing', seen: 'it answers 404' };
const unclear: Look = { result: 'unclear', seen: 'time ran out' };

/** A service that was proven when the clock of the tests began. */
function proven(name: string, method: ProofMethod, owner = 'acme'): DeclaredService {
  const service = aService({ name, endpoint: `https://${name}.example.com/v1`, owner });

  return {
    ...service,
    proof: { method, at: catalogVersion.changedAt, evidence: evidenceOf(method, service) ?? '' },
  };
}

const [file, record, wallet] = [proven('file', 'http'), proven('record', 'dns'), proven('wallet', 'wallet')];

let catalog: LiveCatalog;
let looks: SqlProofLooks;
let rechecks: ProofRechecks;
/** What a look finds, or the error that it ends with. */
let answer: Look | Error;
/** The places and lines looked for, with the hour since the start of the test. */
let asked: { readonly evidence: string; readonly line: string; readonly hour: number }[];
let ended: EndProofAct[];
/** Whether proofs can be ended. */
let isWritable: boolean;
let inFlight: number;
let maxInFlight: number;
/** Runs while a look is under way. */
let meanwhile: () => Promise<void>;

const place = {
  async look(evidence: string, line: string): Promise<Look> {
    const since = catalog.clock().getTime() - Date.parse(catalogVersion.changedAt);
    asked.push({ evidence, line, hour: since / hour });
    maxInFlight = Math.max(maxInFlight, (inFlight += 1));
    await meanwhile();
    inFlight -= 1;
    if (answer instanceof Error) throw answer;
    return answer;
  },
};
const places: ProofPlaces = { http: place, dns: place, repository: place };

function aRechecker(random = () => 0.5): ProofRechecks {
  return new ProofRechecks({
    store: catalog.store,
    looks,
    places,
    endProof: async (act) => {
      ended.push(act);
      if (isWritable) await withoutProof(act.id);
      return isWritable;
    },
    catalogHost: 'catalog.example.com',
    clock: catalog.clock,
    random,
    log: catalog.log,
  });
}

async function publish(...put: readonly DeclaredService[]): Promise<void> {
  await catalog.store.publish({ put, removed: [], buried: [] }, catalogVersion);
}

async function withoutProof(id: string): Promise<void> {
  const { proof: _proof, ...service } = catalog.store.snapshot.find(id)?.declared ?? file;
  await publish(service);
}

/** Running rechecks of these services. */
async function start(...services: readonly DeclaredService[]): Promise<void> {
  catalog = aLiveCatalog(services);
  await restart();
}

async function restart(random?: () => number): Promise<void> {
  rechecks = aRechecker(random);
  await rechecks.start();
  const started = rechecks;
  onTestFinished(() => started.stop());
}

/** Lets time pass in steps, as the timer does. */
async function pass(ms: number, step = 15 * minute): Promise<void> {
  for (let left = ms; left > 0; left -= step) {
    catalog.time.advance(step);
    rechecks.tick();
    await rechecks.settled();
  }
}

beforeEach(async () => {
  looks = new SqlProofLooks(await aStateDatabase());
  answer = found;
  [asked, ended, isWritable, inFlight, maxInFlight] = [[], [], true, 0, 0];
  meanwhile = () => Promise.resolve();
});

describe('rechecking of proofs', () => {
  it('looks at each proof by http and dns at least once a day, for the line of its owner', async () => {
    await start(file, record, wallet, aService({ owner: 'acme' }));
    await pass(4 * day);

    for (const { proof } of [file, record]) {
      const own = asked.filter(({ evidence }) => evidence === proof?.evidence);
      const times = [0, ...own.map((each) => each.hour)];
      expect(own[0]?.line).toBe(ownerLine('acme', 'catalog.example.com'));
      expect(own.length).toBeGreaterThanOrEqual(4);
      expect(Math.max(...times.slice(1).map((at, i) => at - (times[i] ?? 0)))).toBeLessThanOrEqual(24);
    }
    expect(asked.every(({ evidence }) => !evidence.startsWith('eip155'))).toBe(true);
    expect(ended).toEqual([]);
  });

  it('spreads the looks at proofs that were made together over half a day, a few at once', async () => {
    const services = Array.from({ length: 100 }, (_, i) => proven(`s${String(i)}`, 'dns'));
    let i = 0;
    catalog = aLiveCatalog(services);
    await restart(() => (i = (i + 37) % 100) / 100);
    meanwhile = nextTurn;
    await pass(day, 12 * hour);
    await pass(hour);

    expect(asked).toHaveLength(100);
    expect(maxInFlight).toBe(8);
    expect(Math.max(...asked.map((each) => each.hour))).toBeLessThanOrEqual(25);
  });

  it('remembers when a proof last held, also over a restart', async () => {
    await start(file);
    await pass(day);
    const { hour: at = 0 } = asked.at(-1) ?? {};
    const heldAt = new Date(Date.parse(catalogVersion.changedAt) + at * hour);
    expect(await looks.of(file.id)).toMatchObject({ heldAt, lookedAt: heldAt, misses: 0 });

    rechecks.stop();
    const before = asked.length;
    await restart();
    await pass(hour);
    expect(asked).toHaveLength(before);
    await pass(day);
    expect(asked.length).toBeGreaterThan(before);
  });

  it('looks soon after a long pause, spread over an hour', async () => {
    await start(file);
    rechecks.stop();
    catalog.time.advance(10 * day);
    await restart();
    await pass(hour);

    expect(asked).toHaveLength(1);
  });

  it('counts misses, and begins again when the proof is found', async () => {
    await start(file);
    answer = missing;
    await pass(2 * day);
    expect(await looks.of(file.id)).toMatchObject({
      heldAt: new Date(catalogVersion.changedAt),
      misses: asked.length,
    });

    answer = found;
    await pass(day);
    expect(await looks.of(file.id)).toMatchObject({ misses: 0 });
  });

  it('ends a proof that was missing for 30 days, and looks no more', async () => {
    await start(file, record);
    answer = missing;
    await pass(30 * day - hour, hour);
    expect(ended).toEqual([]);

    await pass(day, hour);
    const { evidence, at } = file.proof ?? { evidence: '', at: '' };
    expect(ended).toHaveLength(2);
    expect(ended).toContainEqual({ kind: 'end_proof', id: file.id, evidence, at });
    const count = asked.length;
    await pass(3 * day, hour);
    expect(asked).toHaveLength(count);
  });

  it('ends no proof for one miss, however long it was not looked at', async () => {
    await start(file);
    rechecks.stop();
    catalog.time.advance(90 * day);
    await restart();
    answer = missing;
    await pass(hour);
    expect([asked.length, ended.length]).toEqual([1, 0]);

    await pass(day);
    expect(ended).toHaveLength(1);
  });

  it('ends a proof later when it cannot be committed now', async () => {
    await start(file);
    answer = missing;
    isWritable = false;
    await pass(31 * day, hour);
    const tries = ended.length;
    expect(tries).toBeGreaterThan(1);

    isWritable = true;
    await pass(2 * hour);
    expect(ended).toHaveLength(tries + 1);
    await pass(2 * day);
    expect(ended).toHaveLength(tries + 1);
  });

  it('counts no miss when nobody answers, for however long', async () => {
    await start(file);
    answer = unclear;
    await pass(60 * day, hour);

    expect(asked.length).toBeGreaterThanOrEqual(60);
    expect(await looks.of(file.id)).toMatchObject({ heldAt: new Date(catalogVersion.changedAt), misses: 0 });
    expect(ended).toEqual([]);
  });

  it('asks again in an hour when this machine is at fault, and counts nothing', async () => {
    await start(file);
    answer = new CannotAsk('file.example.com', 'EMFILE');
    await pass(day);

    const { length } = asked;
    expect(length).toBeGreaterThan(3);
    expect(await looks.of(file.id)).toBeUndefined();
    expect(catalog.log.lines).toEqual([]);
  });

  it('logs errors of its own, and goes on', async () => {
    await start(file);
    answer = new Error('a bug');
    await pass(day);

    expect(asked.length).toBeGreaterThan(3);
    expect(catalog.log.lines[0]).toMatchObject({ level: 'error', facts: { id: file.id } });
  });

  it('starts even when the last looks cannot be read', async () => {
    catalog = aLiveCatalog([file]);
    looks = new SqlProofLooks(await aStateDatabase());
    looks.all = () => Promise.reject(new Error('the disk is full'));
    await restart();
    await pass(day);

    expect(asked.length).toBeGreaterThan(0);
    expect(catalog.log.lines[0]).toMatchObject({ message: 'the last looks at proofs could not be read' });
  });
});

describe('when the catalog changes, rechecking of proofs', () => {
  it('follows new proofs, and leaves those of removed services', async () => {
    await start(file);
    await publish(record);
    await catalog.store.publish({ put: [], removed: [file.id], buried: [] }, catalogVersion);
    await pass(day);

    expect(new Set(asked.map(({ evidence }) => evidence))).toEqual(new Set([record.proof?.evidence]));
  });

  it('looks no sooner because something else of the service changed', async () => {
    await start(file);
    for (let i = 0; i < 36; i += 1) {
      await pass(hour);
      await publish({ ...file, description: `Version ${String(i)}.` });
    }

    expect(asked.length).toBeGreaterThan(0);
  });

  it('drops a look that was under way when another owner proved the service', async () => {
    await start(file);
    answer = missing;
    const { evidence = '' } = file.proof ?? {};
    meanwhile = async () => {
      meanwhile = () => Promise.resolve();
      const proof = { method: 'http', at: catalog.clock().toISOString(), evidence } as const;
      await publish({ ...file, owner: 'next', proof });
      answer = found;
    };
    await pass(18 * hour);

    expect(asked).toHaveLength(1);
    expect(await looks.of(file.id)).toBeUndefined();
    await pass(day);
    expect(asked.at(-1)?.line).toBe(ownerLine('next', 'catalog.example.com'));
    expect(await looks.of(file.id)).toMatchObject({ misses: 0 });
  });

  it.each([
    ['http', { endpoint: 'https://elsewhere.example.com/v1' }],
    ['dns', { endpoint: 'https://elsewhere.example.com/v1' }],
    ['wallet', { x402Config: { network: 'base-sepolia', paymentAddress: `0x${'1'.repeat(40)}` } }],
  ] as const)(
    'ends one by %s at once that is about another host or wallet, without a look',
    async (method, changes) => {
      const service = proven('moved', method);
      await start(service);
      await publish({ ...service, ...changes });
      await pass(2 * minute, minute);

      expect(ended).toMatchObject([{ id: service.id, evidence: service.proof?.evidence }]);
      expect(asked).toEqual([]);
    },
  );

  it('finds such a proof at the start too', async () => {
    await start({ ...file, endpoint: 'https://elsewhere.example.com' });
    await pass(minute, minute);

    expect(ended).toHaveLength(1);
  });

  it('forgets at the start the looks at proofs that are gone', async () => {
    await start(file);
    const seen = { evidence: 'x', heldAt: new Date(0), lookedAt: new Date(0), misses: 1 };
    await looks.record('gone', seen);
    await looks.record(file.id, seen);
    rechecks.stop();
    await restart();

    expect([...(await looks.all()).keys()]).toEqual([file.id]);
  });
});

describe('once it is stopped, rechecking of proofs', () => {
  it('records and ends nothing', async () => {
    await start(file);
    answer = missing;
    meanwhile = () => {
      rechecks.stop();
      return Promise.resolve();
    };
    await pass(2 * day);

    expect(asked).toHaveLength(1);
    expect(await looks.of(file.id)).toBeUndefined();
  });
});
