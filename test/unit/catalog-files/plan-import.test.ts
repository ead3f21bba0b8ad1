import { describe, expect, it } from 'vitest';
import { serviceFilePath } from '../../../src/domain/service-file.ts';
import { unobserved } from '../../../src/domain/service.ts';
import { serviceView } from '../../../src/views/service.ts';
import { planImport, withoutCategory } from '../../../src/catalog-files/plan-import.ts';
import type { CatalogReading } from '../../../src/catalog-files/read-catalog.ts';
import { aRegistration } from '../../fixtures/registrations.ts';
import { aService, categories } from '../../fixtures/services.ts';

const policy = { allowInsecure: false };
const now = new Date('2026-02-03T04:05:06.789Z');
const empty: CatalogReading = { categories, services: [], tombstones: [], rejects: new Map() };
const [a, b] = [
  aService({ name: 'alpha' }),
  aService({ name: 'beta', endpoint: 'https://beta.example.com' }),
];

function recordOf(declared: typeof a, observed: Partial<typeof unobserved> = {}) {
  return serviceView({ declared, observed: { ...unobserved, ...observed } });
}

describe('an import', () => {
  it('accepts registration bodies, with the present time', () => {
    const { services, skipped } = planImport([aRegistration({ name: 'alpha' })], empty, policy, now);

    expect(services).toEqual([{ ...a, createdAt: now.toISOString(), updatedAt: now.toISOString() }]);
    expect(skipped).toEqual([]);
  });

  it('accepts whole services, and keeps their times', () => {
    const old = { ...a, createdAt: '2025-01-02T03:04:05.006Z', updatedAt: '2025-02-03T04:05:06.007Z' };

    expect(planImport([recordOf(old)], empty, policy, now).services).toEqual([old]);
  });

  it('uses the time of creation if there is no time of the last change', () => {
    const { updatedAt: _, ...record } = recordOf({ ...a, createdAt: '2025-01-02T03:04:05.006Z' });

    expect(planImport([record], empty, policy, now).services).toMatchObject([
      { createdAt: '2025-01-02T03:04:05.006Z', updatedAt: '2025-01-02T03:04:05.006Z' },
    ]);
  });

  it('ignores observations made elsewhere, and assigns its own id', () => {
    const record = {
      ...recordOf(a, { status: 'verified', trustScore: 99, chains: ['base'] }),
      id: 'their-own-id',
    };

    expect(planImport([record], empty, policy, now).services).toEqual([a]);
  });

  it.each([
    ['a record that breaks rules', aRegistration({ name: '', category: 'none' }), ['/name', '/category']],
    ['a record that is no object', 'alpha', ['']],
    ['a record that is an array', [], ['']],
    ['nothing', null, ['']],
    ['a record with a field nobody knows', aRegistration({ homepage: 'https://example.com' }), ['/homepage']],
  ])('skips %s, with its index and its problems', (_record, record, pointers) => {
    const { services, skipped } = planImport([recordOf(b), record], empty, policy, now);

    expect(services).toEqual([b]);
    expect(skipped.map(({ index }) => index)).toEqual([1]);
    expect(skipped[0]?.problems.map(({ pointer }) => pointer)).toEqual(pointers);
  });

  it('skips endpoints that are listed already, occur twice in the file, or belong to an unreadable file', () => {
    const reading = { ...empty, services: [a], rejects: new Map([[serviceFilePath(b.id), []]]) };
    const twice = aRegistration({ endpoint: 'https://twice.example.com' });

    const { services, skipped } = planImport(
      [recordOf(a), recordOf(b), twice, { ...twice, name: 'Again' }],
      reading,
      policy,
      now,
    );
    expect(services).toHaveLength(1);
    expect(skipped.map(({ index, problems }) => `${String(index)} ${problems[0]?.detail ?? ''}`)).toEqual([
      `0 this endpoint is already listed, as ${a.id}`,
      `1 this endpoint is already listed, as ${b.id}`,
      `3 this endpoint is already listed, as ${services[0]?.id ?? ''}`,
    ]);
  });

  it('converts any ISO 8601 time', () => {
    const times = { createdAt: '2025-01-02T03:04:05Z', updatedAt: '2025-01-02T05:04:05.5+01:00' };

    expect(planImport([{ ...recordOf(a), ...times }], empty, policy, now).services).toMatchObject([
      { createdAt: '2025-01-02T03:04:05.000Z', updatedAt: '2025-01-02T04:04:05.500Z' },
    ]);
  });

  it.each([
    ['/createdAt', { createdAt: 'yesterday' }],
    ['/createdAt', { createdAt: 1 }],
    ['/updatedAt', { createdAt: '2025-01-02T03:04:05.006Z', updatedAt: 'today' }],
    // In UTC, these are in years that no file can have.
    ['/createdAt', { createdAt: '0000-01-01T00:00:00+01:00' }],
    ['/createdAt', { createdAt: '9999-12-31T23:59:59-01:00' }],
  ])('skips a record whose %s is not a time, without a default: %j', (pointer, times) => {
    const { services, skipped } = planImport([{ ...recordOf(a), ...times }], empty, policy, now);

    expect(services).toEqual([]);
    expect(skipped).toMatchObject([{ index: 0, problems: [{ pointer }] }]);
  });
});

describe('new categories', () => {
  it('report the services that would be left without a category', () => {
    const fewer = categories.filter(({ id }) => id === 'ai-inference');

    expect(withoutCategory([a, { ...b, category: 'ai-inference' }], fewer)).toEqual([a.id]);
    expect(withoutCategory([a, b], categories)).toEqual([]);
  });
});
