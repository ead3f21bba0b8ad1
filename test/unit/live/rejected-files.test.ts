import { describe, expect, it } from 'vitest';
import { fieldProblem } from '../../../src/domain/field-problem.ts';
import { RejectedFiles } from '../../../src/live/rejected-files.ts';
import { MemoryLog } from '../../fixtures/memory-log.ts';

const path = 'services/ab/broken-abcdefgh.json';
const empty = fieldProblem('file_not_json', [], { expected: 'it is empty' });
const misplaced = fieldProblem('file_misplaced', []);

describe('files that were left out', () => {
  it('are logged when they are new, or rejected for a new reason', () => {
    const log = new MemoryLog();
    const rejected = new RejectedFiles(log);
    rejected.replace(new Map([[path, [empty]]]));
    rejected.replace(new Map([[path, [{ ...empty }]]]));
    expect(log.lines).toHaveLength(1);

    rejected.replace(new Map([[path, [misplaced]]]));
    expect(log.lines).toMatchObject([{ facts: { problems: [empty] } }, { facts: { problems: [misplaced] } }]);
    expect(rejected.files).toEqual(new Map([[path, [misplaced]]]));
  });

  it('are logged one by one up to a hundred, then only as a number', () => {
    const log = new MemoryLog();
    const names = Array.from({ length: 103 }, (_, i) => `services/ab/bad-${String(i)}.json`);
    new RejectedFiles(log).replace(new Map(names.map((name) => [name, []])));

    expect(log.lines).toHaveLength(101);
    expect(log.lines.at(-1)).toMatchObject({ facts: { more: 3 } });
  });
});
