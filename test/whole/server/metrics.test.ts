import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { serviceNamed, writeCatalog } from '../../support/catalog-on-disk.ts';
import { aRegistration, register } from '../../support/registration.ts';
import { runProcess } from '../../support/run-process.ts';
import { type RunningServer, startServer, Workplace } from '../../support/running-server.ts';

const ops = fileURLToPath(new URL('../../../ops/', import.meta.url));
/** Debian has it in the package `prometheus`. */
const hasPromtool = await runProcess('promtool', ['--version']).then(
  ({ code }) => code === 0,
  () => false,
);

let workplace: Workplace;
let server: RunningServer;
let key: string;

beforeAll(async () => {
  workplace = await Workplace.make();
  await writeCatalog(workplace.catalog, serviceNamed('alpha'));
  key = await workplace.key();
  server = await startServer({ ...workplace.environment, METRICS: '1' });
});

afterAll(async () => {
  await server.stop('SIGTERM');
  await workplace.remove();
});

async function metrics(): Promise<string> {
  const answer = await fetch(`${server.url}/metrics`);

  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return answer.text();
}

/** The value of a series, written as the server writes it. */
async function valueOf(series: string): Promise<number> {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${series} `));

  return Number(line?.slice(series.length + 1));
}

/** The names of all series, `_bucket` and the like included. */
async function seriesNames(): Promise<ReadonlySet<string>> {
  return new Set((await metrics()).match(/^[a-z]\w*/gm));
}

/** The names of metrics in an expression; functions, labels and what stands in quotes are none. */
function namesIn(expression: string): string[] {
  return expression.replaceAll(/"[^"]*"/g, '').match(/\b(?:tollbook|nodejs|process)_\w+/g) ?? [];
}

describe('the metrics of a server', () => {
  it('count a registration, its commit and the change in the feed', async () => {
    const [commits, position] = ['tollbook_commit_duration_seconds_count', 'tollbook_feed_position'];
    const before = [await valueOf(commits), await valueOf('tollbook_services')];
    expect(
      (
        await register(server.url, key, {
          ...aRegistration('gamma'),
          category: serviceNamed('alpha').category,
        })
      ).status,
    ).toBe(201);

    expect([await valueOf(commits), await valueOf('tollbook_services')]).toEqual(
      before.map((value) => value + 1),
    );
    expect(await valueOf('tollbook_commit_acts_sum')).toBeGreaterThan(0);
    await expect.poll(() => valueOf(position)).toBeGreaterThan(0);
    expect(
      await valueOf(
        'tollbook_http_request_duration_seconds_count{method="POST",route="/api/services",status="201"}',
      ),
    ).toBe(1);
  });

  it('hold nothing that a client sent', async () => {
    const secrets = ['1nput', 'tbk_'];
    await fetch(`${server.url}/api/services/1nput?query=1nput`, { headers: { 'X-Request-Id': '1nput' } });
    await fetch(`${server.url}/1nput`);
    await fetch(`${server.url}/api/1nput`, { method: 'PUT' });
    const text = await metrics();

    for (const secret of secrets) expect(text).not.toContain(secret);
  });

  it.skipIf(!hasPromtool)('follow the conventions of Prometheus (skipped without promtool)', async () => {
    const { code, stdout, stderr } = await runProcess('promtool', ['check', 'metrics'], {
      input: await metrics(),
    });

    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});

describe('the files for Prometheus and Grafana', () => {
  it.skipIf(!hasPromtool)('hold rules that fire when they should (skipped without promtool)', async () => {
    const tested = await runProcess('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: ops });
    const checked = await runProcess('promtool', ['check', 'config', 'prometheus.yml'], { cwd: ops });

    expect(tested).toMatchObject({ code: 0 });
    expect(checked).toMatchObject({ code: 0 });
  });

  it('test each rule', async () => {
    const [rules, tests] = await Promise.all(
      ['alerts.yml', 'alerts.test.yml'].map((file) => readFile(join(ops, file), 'utf8')),
    );
    const names = [...(rules ?? '').matchAll(/- alert: (\w+)/g)].map(([, name]) => name);

    expect(names.length).toBeGreaterThan(5);
    expect(names.filter((name) => !tests?.includes(`name: ${String(name)} fires`))).toEqual([]);
  });

  it('name only metrics that the server has', async () => {
    const Dashboard = z.object({
      panels: z.array(z.object({ targets: z.array(z.object({ expr: z.string() })) })),
    });
    const { panels } = Dashboard.parse(JSON.parse(await readFile(join(ops, 'dashboard.json'), 'utf8')));
    const expressions = panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
    const rules = await readFile(join(ops, 'alerts.yml'), 'utf8');
    const known = await seriesNames();

    const named = [...expressions, rules].flatMap(namesIn);
    expect(named.length).toBeGreaterThan(30);
    // Only a server among several follows others.
    const ofSeveral = ['tollbook_following_lag_seconds'];
    expect(named.filter((name) => !known.has(name) && !ofSeveral.includes(name))).toEqual([]);
  });
});
