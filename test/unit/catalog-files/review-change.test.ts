import { describe, expect, it } from 'vitest';
import { reviewChange } from '../../../src/catalog-files/review-change.ts';
import { dayMs } from '../../../src/domain/duration.ts';
import type { DeclaredService } from '../../../src/domain/service.ts';
import { serviceFilePath, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import type { Tombstone } from '../../../src/domain/tombstone.ts';
import { aService, tombstoneOf } from '../../fixtures/services.ts';
import { MemoryFiles } from '../../support/memory-files.ts';

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
    ['somebody else', 'github:3', ['not_its_owner']],
    ['nobody known', undefined, ['not_its_owner']],
  ])('tells a change by %s', async (_who, author, problems) => {
    expect(await codes(edited, author)).toEqual(problems);
  });

  it('wants a change by a maintainer to say so, and that of anybody else not to', async () => {
    const by = (updatedBy: string) => MemoryFiles.of([{ ...owned, description: 'Edited.', updatedBy }]);

    expect(await codes(by('github:2'), 'github:2')).toBeUndefined();
    for (const wrong of [edited, by('github:1')]) {
      expect(await codes(wrong, 'github:2')).toEqual(['updated_by_wrong']);
    }
    expect(await codes(by('github:2'), 'github:1')).toEqual(['updated_by_wrong']);
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
    expect(await own('github:3')).toMatchObject([{ pointer: '/owner' }, { pointer: '/maintainers' }]);
  });

  it('wants the id of a new service to follow from its endpoint, but not that of one that moved', async () => {
    const moved = MemoryFiles.of([{ ...service, endpoint: 'https://moved.example.com' }]);
    const review = async (was: MemoryFiles): Promise<unknown> =>
      (await reviewChange(was, moved, [path], policy)).faults.get(path);

    expect(await review(before)).toBeUndefined();
    expect(await review(MemoryFiles.of([]))).toMatchObject([{ code: 'id_not_of_endpoint' }]);
  });

  it('lets a maintainer change what a service declares, but not who else may, and not remove it', async () => {
    const withFriend = { ...owned, maintainers: ['github:2', 'github:4'] };
    const byMaintainer = { ...withFriend, updatedBy: 'github:2' };
    const given = MemoryFiles.of([{ ...service, maintainers: ['github:2'], updatedBy: 'github:2' }]);

    expect(await codes(MemoryFiles.of([byMaintainer]), 'github:2')).toEqual(['ownership_by_hand']);
    expect(await codes(given, 'github:2')).toEqual(['ownership_by_hand']);
    expect(await codes(MemoryFiles.of([]), 'github:2')).toEqual(['not_its_owner']);
    expect(await codes(MemoryFiles.of([withFriend]), 'github:1')).toBeUndefined();
  });

  it('lets an owner give up what it has', async () => {
    expect(await codes(MemoryFiles.of([service]), 'github:1')).toBeUndefined();
  });

  it('lets a maintainer move the endpoint at its host, and to no other', async () => {
    const to = async (endpoint: string) => {
      const given = MemoryFiles.of([{ ...owned, endpoint, updatedBy: 'github:2' }]);
      return (await reviewChange(MemoryFiles.of([owned]), given, [path], policy, 'github:2')).faults;
    };

    expect(await to(`${service.endpoint}/v2`)).toEqual(new Map());
    expect((await to('https://elsewhere.example.com')).get(path)).toMatchObject([
      { code: 'ownership_by_hand', pointer: '/endpoint' },
    ]);
  });

  it('lets nobody become a maintainer of what nobody owns', async () => {
    const grabbed = MemoryFiles.of([{ ...service, maintainers: ['github:3'] }]);
    const review = await reviewChange(before, grabbed, [path], policy, 'github:3');

    expect(review.faults.get(path)).toMatchObject([{ code: 'ownership_by_hand', pointer: '/maintainers' }]);
  });
});

describe('a review of a removed service', () => {
  const owned = { ...service, owner: 'github:1' };
  const grave = tombstoneFilePath(owned.id);
  const removed = (overrides: Partial<Tombstone> = {}): MemoryFiles => {
    const files = MemoryFiles.of([]);
    files.bury(tombstoneOf(owned, overrides));
    return files;
  };
  const faults = async (was: MemoryFiles, is: MemoryFiles, author = 'github:1'): Promise<unknown> => {
    const review = await reviewChange(was, is, [path, grave], policy, author);
    return [...review.faults].map(([file, problems]) => [file, problems.map(({ code }) => code)]);
  };

  it('lets its owner list it again as it was, and nobody else', async () => {
    const restored = MemoryFiles.of([owned]);

    expect(await faults(removed(), restored)).toEqual([]);
    expect(await faults(removed(), restored, 'github:2')).toEqual([[path, ['not_its_owner']]]);
  });

  it('lets its owner add no proof to it', async () => {
    const proof = {
      method: 'dns',
      at: service.createdAt,
      evidence: '_tollbook.api.example.com',
    } as const;

    expect(await faults(removed(), MemoryFiles.of([{ ...owned, proof }]))).toEqual([
      [path, ['ownership_by_hand']],
    ]);
  });

  it('lets nobody list what the operator removed', async () => {
    expect(await faults(removed({ byOperator: true }), MemoryFiles.of([owned]))).toEqual([
      [path, ['removed_by_operator']],
    ]);
  });

  it('lets nobody write a tombstone, change one, or take one away', async () => {
    const wrong = [[grave, ['tombstone_by_hand']]];

    expect(await faults(MemoryFiles.of([]), removed())).toEqual(wrong);
    expect(await faults(removed(), removed({ owner: 'github:2' }), 'github:2')).toEqual(wrong);
    expect(await faults(removed(), MemoryFiles.of([]))).toEqual(wrong);
    expect(await faults(removed(), removed())).toEqual([]);
  });
});

describe('a review of what only the server decides', () => {
  const owned = { ...service, owner: 'github:1' };
  const now = new Date(service.createdAt);
  const review = async (was: MemoryFiles, is: DeclaredService, author = 'github:1'): Promise<unknown> => {
    const after = MemoryFiles.of([], new Map(was.texts));
    const own = after.put(is);
    after.texts.delete(tombstoneFilePath(is.id));
    const { faults } = await reviewChange(was, after, [own], policy, author, now);
    return [...faults].flatMap(([, problems]) => problems.map(({ code, pointer }) => `${pointer} ${code}`));
  };
  const later = (days: number): string => new Date(now.getTime() + days * dayMs).toISOString();
  const changed = (was: DeclaredService, change: Partial<DeclaredService>): Promise<unknown> =>
    review(MemoryFiles.of([was]), { ...was, ...change });

  describe('the endpoint of a removed service', () => {
    const elsewhere = aService({ owner: 'github:1', endpoint: 'https://elsewhere.example.com' });
    const [added, moved] = [aService({ name: 'Other Name' }), { ...elsewhere, endpoint: service.endpoint }];
    const removed = (daysAgo: number, more: Partial<Tombstone> = {}): MemoryFiles => {
      const files = MemoryFiles.of([elsewhere]);
      const deletedAt = later(-daysAgo);
      files.bury(tombstoneOf({ ...owned, owner: 'github:2' }, { deletedAt, ...more }));
      return files;
    };

    it('is kept from others for 30 days', async () => {
      for (const is of [added, moved]) {
        expect(await review(removed(30), is)).toEqual(['/endpoint endpoint_reserved']);
        expect(await review(removed(31), is)).toEqual([]);
      }
    });

    it('is not kept from its owner, unless the operator removed the service', async () => {
      expect(await review(removed(1), added, 'github:2')).toEqual([]);
      expect(await review(removed(1, { byOperator: true }), added, 'github:2')).toEqual([
        '/endpoint endpoint_reserved',
      ]);
    });
  });

  it('lets nobody restore a service at an endpoint where the operator removed another since', async () => {
    const was = MemoryFiles.of([]);
    was.bury(tombstoneOf(owned));
    const heir = aService({ name: 'Heir', owner: 'github:1' });
    was.bury(tombstoneOf(heir, { deletedAt: later(1), byOperator: true }));

    expect(await review(was, owned)).toEqual(['/endpoint endpoint_reserved']);
  });

  it('has a proof end with the host that it was about', async () => {
    const evidence = 'https://github.com/acme/rain/blob/0/.well-known/tollbook.txt';
    const proven = { ...owned, proof: { method: 'repository', at: service.createdAt, evidence } } as const;
    const endpoint = 'https://elsewhere.example.com';

    expect(await changed(proven, { description: 'Edited.' })).toEqual([]);
    expect(await changed(proven, { endpoint })).toEqual(['/proof proof_ended']);
    expect(await changed(proven, { endpoint, proof: undefined })).toEqual([]);
  });

  it('has a service replaced only by another one of its owner', async () => {
    const own = aService({ owner: 'github:1', endpoint: 'https://new.example.com' });
    const other = aService({ owner: 'github:2', endpoint: 'https://other.example.com' });
    const was = MemoryFiles.of([owned, own, other]);
    const replacedBy = (replacement: string): Promise<unknown> => {
      const deprecated = { message: 'Use the new one.', replacement, since: service.createdAt };
      return review(was, { ...owned, deprecated });
    };

    expect(await replacedBy(own.id)).toEqual([]);
    for (const wrong of [owned.id, other.id, 'unknown-qgwe8aaf']) {
      expect(await replacedBy(wrong)).toEqual(['/deprecated/replacement replacement_unknown']);
    }
  });

  it('lets nobody change when a service was listed', async () => {
    expect(await changed(owned, { createdAt: '2020-01-01T00:00:00.000Z' })).toEqual([
      '/createdAt created_at_changed',
    ]);
  });

  it('takes no time that is far ahead, as every later change would be dated after it', async () => {
    const [soon, far] = [later(1), later(2)];

    expect(await changed(owned, { updatedAt: soon })).toEqual([]);
    expect(await changed(owned, { updatedAt: far })).toEqual(['/updatedAt time_ahead']);
    expect(await review(MemoryFiles.of([]), { ...owned, updatedAt: far })).toEqual(['/updatedAt time_ahead']);
  });
});

it('a review refuses files with names that the server may write under', async () => {
  const strays = [`${path}.tmp`, `${path}.spare`, `${path}.tmp/inner.json`, 'deleted/ab/x.json.tmp'];
  const added = ['README.md', 'services/.gitkeep', 'services/ab/README', ...strays];
  const is = MemoryFiles.of([service], new Map(added.map((name) => [name, ''])));
  const { faults } = await reviewChange(before, is, added, policy);

  expect([...faults].map(([name, problems]) => [name, problems.map(({ code }) => code)])).toEqual(
    strays.map((name) => [name, ['file_name_reserved']]),
  );
  expect((await reviewChange(is, before, added, policy)).faults).toEqual(new Map());
});
