import { describe, expect, it } from 'vitest';
import { PrometheusMetrics } from '../../../src/adapters/prometheus.ts';

/** The lines about metrics whose names begin like this. */
async function linesOf(metrics: PrometheusMetrics, name: string): Promise<string[]> {
  return (await metrics.text()).split('\n').filter((line) => line.includes(name));
}

describe('the metrics', () => {
  it('have every result from the start, so that a first failure is an increase', async () => {
    const metrics = new PrometheusMetrics();

    expect(await linesOf(metrics, 'tollbook_builds_total{')).toEqual([
      'tollbook_builds_total{result="made"} 0',
      'tollbook_builds_total{result="failed"} 0',
    ]);
    expect(await linesOf(metrics, 'tollbook_commit_failures_total 0')).toHaveLength(1);
    expect(await linesOf(metrics, 'tollbook_checks_total{verdict="verified"} 0')).toHaveLength(1);
  });

  it('count what happens', async () => {
    const metrics = new PrometheusMetrics();
    metrics.committed(3, 0.02);
    metrics.commitFailed();
    metrics.checked('verified');
    metrics.built('failed', 2);
    metrics.attempted('accepted');
    metrics.answered({ method: 'GET', route: '/', status: '200' }, 0.7);

    const text = await metrics.text();
    for (const line of [
      'tollbook_commit_duration_seconds_count 1',
      'tollbook_commit_acts_sum 3',
      'tollbook_commit_failures_total 1',
      'tollbook_checks_total{verdict="verified"} 1',
      'tollbook_builds_total{result="failed"} 1',
      'tollbook_build_duration_seconds_sum 2',
      'tollbook_webhook_attempts_total{result="accepted"} 1',
      'tollbook_http_request_duration_seconds_bucket{le="1",method="GET",route="/",status="200"} 1',
    ]) {
      expect(text).toContain(`${line}\n`);
    }
  });

  it('read values each time, and drop those that are gone', async () => {
    const metrics = new PrometheusMetrics();
    let values: [Record<string, string>, number][] = [[{ part: 'a' }, 1]];
    const help = 'For this test.';
    metrics.addGauges(['part'], { name: 'own_parts', help, read: () => Promise.resolve(values) });
    metrics.addCounters(['part'], { name: 'own_total', help, read: () => values });
    await metrics.text();
    values = [[{ part: 'b' }, 2]];

    expect(await linesOf(metrics, 'own_parts{')).toEqual(['own_parts{part="b"} 2']);
    expect(await linesOf(metrics, 'own_total{')).toEqual(['own_total{part="b"} 2']);
  });
});
