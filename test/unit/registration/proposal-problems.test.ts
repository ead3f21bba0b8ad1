import { describe, expect, it } from 'vitest';
import { serviceId } from '../../../src/domain/service-id.ts';
import { proposalProblems } from '../../../src/registration/proposal-problems.ts';
import { aService } from '../../fixtures/services.ts';

// Who may change what is tested in test/catalog-files/review-change.test.ts.

describe('the id of a new service in a pull request', () => {
  const service = aService();
  const { name, endpoint } = service;
  const codes = (id: string): string[] =>
    proposalProblems({ kind: 'added', service: { ...service, id } }, undefined, {
      author: undefined,
      now: new Date(service.createdAt),
      tombstoneAt: () => undefined,
      find: () => undefined,
    }).map(({ code }) => code);

  it.each([1, 2, 100])('may be that of its endpoint in round %d', (round) => {
    expect(codes(serviceId(name, endpoint, round))).toEqual([]);
    expect(codes(serviceId('Other Name', endpoint, round))).toEqual([]);
  });

  it.each([serviceId(name, 'https://other.example.com'), serviceId(name, endpoint, 101)])(
    'may not be %s',
    (id) => {
      expect(codes(id)).toEqual(['id_not_of_endpoint']);
    },
  );
});
