import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { mergePatch } from '../../../src/registration/merge-patch.ts';

const json = (text: string): unknown => JSON.parse(text);

describe('a JSON Merge Patch', () => {
  // RFC 7396, appendix A.
  it.each([
    ['{"a":"b"}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"b"}', '{"b":"c"}', '{"a":"b","b":"c"}'],
    ['{"a":"b"}', '{"a":null}', '{}'],
    ['{"a":"b","b":"c"}', '{"a":null}', '{"b":"c"}'],
    ['{"a":["b"]}', '{"a":"c"}', '{"a":"c"}'],
    ['{"a":"c"}', '{"a":["b"]}', '{"a":["b"]}'],
    ['{"a":{"b":"c"}}', '{"a":{"b":"d","c":null}}', '{"a":{"b":"d"}}'],
    ['{"a":[{"b":"c"}]}', '{"a":[1]}', '{"a":[1]}'],
    ['["a","b"]', '["c","d"]', '["c","d"]'],
    ['{"a":"b"}', '["c"]', '["c"]'],
    ['{"a":"foo"}', 'null', 'null'],
    ['{"a":"foo"}', '"bar"', '"bar"'],
    ['{"e":null}', '{"a":1}', '{"e":null,"a":1}'],
    ['[1,2]', '{"a":"b","c":null}', '{"a":"b"}'],
    ['{}', '{"a":{"bb":{"ccc":null}}}', '{"a":{"bb":{}}}'],
  ])('of %s by %s is %s', (target, patch, result) => {
    expect(mergePatch(json(target), json(patch))).toEqual(json(result));
  });

  it('takes names of prototypes for names like others', () => {
    const merged = mergePatch(json('{"a":1}'), json('{"__proto__":{"b":2},"constructor":null}'));

    expect(JSON.stringify(merged)).toBe('{"a":1,"__proto__":{"b":2}}');
    expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
    expect({}).not.toHaveProperty('b');
  });

  it('changes neither of its values, and applied twice is as applied once', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (target, patch) => {
        const before = JSON.stringify([target, patch]);
        const once = mergePatch(target, patch);

        expect(mergePatch(once, patch)).toEqual(once);
        expect(JSON.stringify([target, patch])).toBe(before);
      }),
    );
  });
});
