import { beforeEach, describe, expect, it } from 'vitest';
import { LogAudit } from '../../../src/mirror/log-audit.ts';
import type { LogVerifier } from '../../../src/mirror/log-verifier.ts';
import { serviceDigest, termsDigest } from '../../../src/transparency/entry.ts';
import type { Service } from '../../../src/views/service.ts';
import { served } from '../../support/mirror/fake-catalog.ts';

/** A log without proofs: entries that come with the next look. */
class FakeLog implements LogVerifier {
  readonly outcomes = new Map<string, string>();
  readonly state = undefined;
  readonly #last = new Map<string, string | null>();
  #fresh: (readonly [string, string | null])[] = [];

  /** The catalog logs a service; null when it is listed no more. */
  add(id: string, service: Service | null): void {
    this.#fresh.push([serviceDigest(id), service && termsDigest(service)]);
  }

  async advance(): Promise<Set<string>> {
    const fresh = this.#fresh;
    this.#fresh = [];
    for (const [id, terms] of fresh) this.#last.set(id, terms);
    return new Set(fresh.map(([id]) => id));
  }

  lastTerms(id: string): string | null | undefined {
    return this.#last.get(id);
  }

  ids(): Iterable<string> {
    return this.#last.keys();
  }
}

const [rain, snow] = [served('Rain'), served('Snow')];
const dearer = served('Rain', '0.002');

let log: FakeLog;
let audit: LogAudit;

async function begin(...services: readonly Service[]): Promise<void> {
  audit = await LogAudit.open(
    log,
    (async function* () {
      yield services;
    })(),
  );
}

/** Looks some seconds after the beginning. */
const look = async (second: number): Promise<number> => (await audit.look(new Date(second * 1000))).unsettled;

beforeEach(() => {
  log = new FakeLog();
});

describe('a copy beside the log', () => {
  beforeEach(async () => {
    for (const service of [rain, snow]) log.add(service.id, service);
    await begin(rain, snow);
  });

  it('agrees with it', async () => {
    expect(await look(0)).toBe(0);
    expect(await look(100)).toBe(0);
  });

  it('agrees when both change', async () => {
    audit.put(rain.id, dearer);
    log.add(rain.id, dearer);
    audit.put(snow.id, null);
    log.add(snow.id, null);

    expect(await look(0)).toBe(0);
  });

  it('may be ahead of it, or behind, for some seconds', async () => {
    audit.put(rain.id, dearer);
    log.add(snow.id, null);
    expect(await look(0)).toBe(2);
    expect(await look(29)).toBe(2);

    log.add(rain.id, dearer);
    audit.put(snow.id, null);
    expect(await look(40)).toBe(0);
  });

  it('may differ for as long as a service changes all the time', async () => {
    for (let i = 1; i < 20; i += 1) {
      audit.put(rain.id, served('Rain', `0.${String(i)}`));
      log.add(rain.id, served('Rain', `1.${String(i)}`));
      expect(await look(i * 29)).toBe(1);
    }
    log.add(rain.id, served('Rain', '0.19'));
    expect(await look(600)).toBe(0);
  });
});

describe('a difference that stays', () => {
  const fault = async (): Promise<string> => {
    expect(await look(0)).toBe(1);
    return look(30).catch(String) as Promise<string>;
  };

  it('is a service with other terms', async () => {
    log.add(rain.id, rain);
    await begin(dearer);

    expect(await fault()).toMatch(
      /^MirrorFault: the service rain-\w{8} has other terms .* in the log than in the catalog; do not pay by this copy/,
    );
  });

  it('is a service without an entry', async () => {
    await begin(rain);

    expect(await fault()).toContain(`the service ${rain.id} has no entry in the log`);
  });

  it('is a service that the log says is gone', async () => {
    log.add(rain.id, rain);
    log.add(rain.id, null);
    await begin(rain);

    expect(await fault()).toContain(`the service ${rain.id} is listed no more according to the log`);
  });

  it('is a service that the catalog leaves out', async () => {
    log.add(rain.id, rain);
    await begin();

    expect(await fault()).toContain(
      `the service whose id has the SHA-256 ${serviceDigest(rain.id)} is listed according to the log, but the catalog leaves it out`,
    );
  });

  it('is named by its id when the copy held it before', async () => {
    log.add(rain.id, rain);
    await begin(rain);
    expect(await look(0)).toBe(0);
    audit.put(rain.id, null);

    expect(await fault()).toContain(`the service ${rain.id} is listed according to the log`);
  });
});
