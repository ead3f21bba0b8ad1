import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readTombstone } from '../../../src/domain/read-service-file.ts';
import { printTombstone, tombstoneFilePath } from '../../../src/domain/service-file.ts';
import { checkReason, restorableUntil } from '../../../src/domain/tombstone.ts';
import { services } from '../../fixtures/arbitraries.ts';
import { aService, tombstoneOf } from '../../fixtures/services.ts';

const rain = aService({ owner: 'acme' });
const grave = tombstoneOf(rain, { reason: 'Fraud.', byOperator: true });
const path = tombstoneFilePath(rain.id);
const whole = JSON.parse(printTombstone(grave)) as Record<string, unknown>;

/** What is read of a tombstone with these members in the place of its own. */
const readWith = (members: object) => readTombstone(path, JSON.stringify({ ...whole, ...members }));

/** The pointers and codes of the problems of a text. */
function faultsIn(text: string, at = path): string[] {
  const read = readTombstone(at, text);
  return 'problems' in read ? read.problems.map(({ pointer, code }) => `${pointer} ${code}`) : [];
}

describe('a removed service', () => {
  it('can be restored for 30 days', () => {
    expect(restorableUntil({ deletedAt: '2026-02-01T12:00:00.123Z' })).toEqual(
      new Date('2026-03-03T12:00:00.123Z'),
    );
  });

  it.each([
    [undefined, { value: undefined }],
    ['  Fraud.\n', { value: 'Fraud.' }],
    [' ', { problems: [{ pointer: '/reason', code: 'text_empty' }] }],
    ['a\u202eb', { problems: [{ code: 'text_hidden_character' }] }],
    ['a'.repeat(501), { problems: [{ detail: 'reason is longer than 500 characters; shorten it' }] }],
  ])('has as its reason a line of text, or none: %j', (reason, expected) => {
    expect(checkReason(reason)).toMatchObject(expected);
  });
});

describe('the file of a removed service', () => {
  it('reads back as it was printed, whatever was declared', () => {
    fc.assert(
      fc.property(services(), (service) => {
        const tombstone = tombstoneOf(service);
        const text = printTombstone(tombstone);
        const read = readTombstone(tombstoneFilePath(service.id), text);

        expect(read).toEqual({ value: tombstone });
        expect('value' in read && printTombstone(read.value)).toBe(text);
      }),
    );
  });

  it('lies in the folder of its id', () => {
    expect(path).toBe(`deleted/${rain.id.slice(-8, -6)}/${rain.id}.json`);
    expect(faultsIn(printTombstone(grave), `deleted/zz/${rain.id}.json`)).toEqual([' file_misplaced']);
  });

  it.each([
    ['with another id', { ...rain, id: 'other-00000000' }],
    ['that breaks a rule', { ...rain, name: '' }],
    ['with a member too many', { ...rain, status: 'verified' }],
    ['that is empty', {}],
  ])('holds no service %s', (_which, service) => {
    expect(readWith({ service })).toEqual({ value: { ...grave, service: undefined } });
  });

  it('may hold a service of a category that is gone, or on a private host', () => {
    const service = { ...rain, category: 'gone', endpoint: 'http://localhost:3000' };

    expect(readWith({ service })).toMatchObject({ value: { service } });
  });

  it.each<[string, object, string[]]>([
    ['no id', { id: undefined }, ['/id required']],
    ['an id that is none', { id: '../../etc' }, ['/id id_invalid']],
    ['no name', { name: undefined }, ['/name required']],
    ['an endpoint of another type', { endpoint: 7 }, ['/endpoint wrong_type']],
    ['an owner of bad form', { owner: 'Nobody!' }, ['/owner owner_invalid']],
    ['a time that is none', { deletedAt: 'yesterday' }, ['/deletedAt time_invalid']],
    ['a long reason', { reason: 'a'.repeat(501) }, ['/reason text_too_long']],
    ['an operator who did not', { byOperator: false }, ['/byOperator not_in_list']],
    ['a service of another type', { service: [] }, ['/service wrong_type']],
    ['a member too many', { restorable: true }, ['/restorable unknown_field']],
  ])('is refused with %s', (_what, members, faults) => {
    expect(faultsIn(JSON.stringify({ ...whole, ...members }))).toEqual(faults);
  });

  it.each(['', '[]', 'null', '7', '{', `${'['.repeat(40)}${']'.repeat(40)}`])(
    'is refused where it is no object: %j',
    (text) => {
      expect(faultsIn(text)).toMatchObject([expect.stringMatching(/wrong_type|file_not_json/)]);
    },
  );
});
