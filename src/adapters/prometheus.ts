import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { type Verdict, verdicts } from '../domain/verdict.ts';

type Labels = Readonly<Record<string, string>>;

type Value = readonly [labels: Labels, value: number];

interface Named<Read> {
  readonly name: string;
  readonly help: string;
  readonly read: Read;
}

/** Gauges of prom-client whose names end as only those of counters may. */
const misnamed = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** What happened since the start, and what is so at the moment, in the text format of Prometheus. Times are in seconds. */
export class PrometheusMetrics {
  readonly #registry = new Registry();
  readonly contentType = this.#registry.contentType;

  readonly #commitSeconds = this.#histogram(
    'tollbook_commit_duration_seconds',
    'How long commits of the catalog took, from the decision until readers see them.',
    [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  );
  readonly #commitActs = this.#histogram(
    'tollbook_commit_acts',
    'How many acts (registrations, changes, removals) shared a commit.',
    [1, 2, 4, 8, 16, 32, 64, 128, 256],
  );
  readonly #commitFailures = this.#counter(
    'tollbook_commit_failures_total',
    'Commits that could not be made; their acts were answered with 503.',
    [],
  );
  readonly #checks = this.#counter('tollbook_checks_total', 'Recorded checks of services, by verdict.', [
    'verdict',
  ]);
  readonly #builds = this.#counter('tollbook_builds_total', 'Builds of the site, by result.', ['result']);
  readonly #buildSeconds = this.#histogram(
    'tollbook_build_duration_seconds',
    'How long builds of the site took, failed ones included.',
    [1, 2.5, 5, 10, 30, 60, 120, 300, 600, 1800],
  );
  readonly #attempts = this.#counter(
    'tollbook_webhook_attempts_total',
    'Requests to the targets of webhooks, by result.',
    ['result'],
  );
  /** A held `GET /api/changes` takes up to a minute. */
  readonly #requestSeconds = this.#histogram(
    'tollbook_http_request_duration_seconds',
    'Requests by method, route and status, and how long they took until the last byte was sent.',
    [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60],
    ['method', 'route', 'status'],
  );

  constructor() {
    collectDefaultMetrics({ register: this.#registry });
    for (const name of misnamed) this.#registry.removeSingleMetric(name);
    this.#commitFailures.inc(0);
    for (const verdict of Object.keys(verdicts)) this.#checks.inc({ verdict }, 0);
    for (const result of ['made', 'failed']) this.#builds.inc({ result }, 0);
    for (const result of ['accepted', 'refused']) this.#attempts.inc({ result }, 0);
  }

  committed(acts: number, seconds: number): void {
    this.#commitActs.observe(acts);
    this.#commitSeconds.observe(seconds);
  }

  commitFailed(): void {
    this.#commitFailures.inc();
  }

  checked(verdict: Verdict): void {
    this.#checks.inc({ verdict });
  }

  built(result: 'made' | 'failed', seconds: number): void {
    this.#builds.inc({ result });
    this.#buildSeconds.observe(seconds);
  }

  attempted(result: 'accepted' | 'refused'): void {
    this.#attempts.inc({ result });
  }

  answered(labels: Labels, seconds: number): void {
    this.#requestSeconds.observe(labels, seconds);
  }

  /** Adds a gauge that is read for each answer. NaN where there is no value at the moment. */
  addGauge({ name, help, read }: Named<() => number>): void {
    new Gauge({
      ...{ name, help, registers: [this.#registry] },
      collect() {
        this.set(read());
      },
    });
  }

  /** Adds values with labels, which are read for each answer. */
  addGauges(
    labelNames: readonly string[],
    { name, help, read }: Named<() => Promise<Iterable<Value>>>,
  ): void {
    new Gauge({
      ...{ name, help, labelNames, registers: [this.#registry] },
      async collect() {
        const values = await read();
        this.reset();
        for (const [labels, value] of values) this.set(labels, value);
      },
    });
  }

  /** Adds counts with labels that are held elsewhere. */
  addCounters(labelNames: readonly string[], { name, help, read }: Named<() => Iterable<Value>>): void {
    new Counter({
      ...{ name, help, labelNames, registers: [this.#registry] },
      collect() {
        this.reset();
        for (const [labels, value] of read()) this.inc(labels, value);
      },
    });
  }

  text(): Promise<string> {
    return this.#registry.metrics();
  }

  #counter<Label extends string>(name: string, help: string, labelNames: readonly Label[]): Counter<Label> {
    return new Counter({ name, help, labelNames, registers: [this.#registry] });
  }

  #histogram<Label extends string = never>(
    name: string,
    help: string,
    buckets: readonly number[],
    labelNames: readonly Label[] = [],
  ): Histogram<Label> {
    return new Histogram({ name, help, buckets: [...buckets], labelNames, registers: [this.#registry] });
  }
}
