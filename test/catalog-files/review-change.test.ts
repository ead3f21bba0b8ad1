import { describe, expect, it } from 'vitest';
import { reviewChange } from '../../src/catalog-files/review-change.ts';
import { serviceFilePath } from '../../src/domain/service-file.ts';
import { aService } from '../fixtures/services.ts';
import { MemoryFiles } from '../support/memory-files.ts';

const policy = { allowInsecure: false };
const service = aService();
const path = serviceFilePath(service.id);
const [before, after] = [MemoryFiles.of([service]), MemoryFiles.of([{ ...service, description: 'Edited.' }])];

it('a review lists what a change does to each service', async () => {
  expect(await reviewChange(before, after, [path], policy)).toMatchObject({
    faults: new Map(),
    services: [{ kind: 'changed', service: { description: 'Edited.' }, was: service }],
  });
  expect(await reviewChange(before, MemoryFiles.of([]), [path], policy)).toMatchObject({
    services: [{ kind: 'removed', was: service }],
  });
});

describe('a review of who proposes a change', () => {
  const owned = { ...service, owner: 'github:1', maintainers: ['github:2'] };
  const ownedBefore = MemoryFiles.of([owned]);
  const edited = MemoryFiles.of([{ ...owned, description: 'Edited.' }]);
  const codes = async (after: MemoryFiles, author?: string): Promise<string[] | undefined> =>
    (await reviewChange(ownedBefore, after, [path], policy, author)).faults
      .get(path)
      ?.map(({ code }) => code);

  it.each([
    ['its owner', 'github:1', undefined],
    ['a maintainer', 'github:2', undefined],
    ['somebody else', 'github:3', ['not_its_owner']],
    ['nobody known', undefined, ['not_its_owner']],
  ])('tells a change by %s', async (_who, author, problems) => {
    expect(await codes(edited, author)).toEqual(problems);
  });

  it('tells a removal by somebody else', async () => {
    expect(await codes(MemoryFiles.of([]), 'github:3')).toEqual(['not_its_owner']);
    expect(await codes(MemoryFiles.of([]), 'github:1')).toBeUndefined();
  });

  it.each([
    ['owner', { owner: 'github:3' }],
    ['proof', { proof: { method: 'dns', at: service.createdAt, evidence: '_tollbook.api.example.com' } }],
    ['repository', { repository: '7' }],
    ['transfer', { transfer: { to: 'github:3', until: service.createdAt } }],
  ] as const)('refuses a %s that was written by hand', async (_member, change) => {
    expect(await codes(MemoryFiles.of([{ ...owned, ...change }]), 'github:1')).toEqual(['ownership_by_hand']);
  });

  it('lets the author of a new service own it, and nobody else', async () => {
    const own = async (author: string): Promise<unknown> =>
      (await reviewChange(MemoryFiles.of([]), ownedBefore, [path], policy, author)).faults.get(path);

    expect(await own('github:1')).toBeUndefined();
    expect(await own('github:3')).toMatchObject([{ code: 'ownership_by_hand' }]);
  });

  it('wants the id of a new service to follow from its endpoint, but not that of one that moved', async () => {
    const moved = MemoryFiles.of([{ ...service, endpoint: 'https://moved.example.com' }]);
    const review = async (was: MemoryFiles): Promise<unknown> =>
      (await reviewChange(was, moved, [path], policy)).faults.get(path);

    expect(await review(before)).toBeUndefined();
    expect(await review(MemoryFiles.of([]))).toMatchObject([{ code: 'id_not_of_endpoint' }]);
  });
});
