import { expect, it, onTestFinished, vi } from 'vitest';
import { reviewChange } from '../../src/catalog-files/review-change.ts';
import { fieldProblem } from '../../src/domain/field-problem.ts';
import { serviceFilePath } from '../../src/domain/service-file.ts';
import { placementProblems } from '../../src/registration/placement-problems.ts';
import { aService } from '../fixtures/services.ts';
import { MemoryFiles } from '../support/memory-files.ts';

vi.mock('../../src/registration/placement-problems.ts', { spy: true });

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

it('a review applies rules about changes to services', async () => {
  vi.mocked(placementProblems).mockImplementation((is, catalog) => {
    const was = catalog.find(is.id)?.declared;
    return was && was.description !== is.description ? [fieldProblem('unknown_field', ['description'])] : [];
  });
  onTestFinished(() => vi.mocked(placementProblems).mockRestore());

  expect((await reviewChange(before, after, [path], policy)).faults.get(path)).toMatchObject([
    { pointer: '/description' },
  ]);
  expect((await reviewChange(after, after, [path], policy)).faults).toEqual(new Map());
});
