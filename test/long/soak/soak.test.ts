import { expect, it } from 'vitest';
import { describePostgres } from '../../support/state-database.ts';
import { soak } from './soak.ts';

describePostgres('three servers over one PostgreSQL and one git remote', () => {
  it('keep every promise while one after another is killed', { timeout: 600_000 }, async () => {
    const { faults, counts, complaints } = await soak({
      minutes: 0.5,
      servers: 3,
      killEveryMs: 4_000,
      pauseMs: 6_000,
      leaseSeconds: 3,
      writers: 4,
      readers: 2,
    });

    expect(faults, complaints.join('\n')).toEqual([]);
    expect(counts.registered).toBeGreaterThan(0);
    expect(counts.changed).toBeGreaterThan(0);
    expect(counts.kills + counts.pauses).toBeGreaterThan(0);
  });
});
