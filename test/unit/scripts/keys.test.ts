import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect } from 'vitest';
import { z } from 'zod';
import { keysCommand } from '../../../scripts/keys.ts';
import { SqliteDatabase } from '../../../src/adapters/sqlite/database.ts';
import { SqlKeys } from '../../../src/adapters/state/keys.ts';
import { type ApiKey, opens, readToken } from '../../../src/registration/api-key.ts';
import { callCommand } from '../../support/call-command.ts';
import { inFolder } from '../../support/temporary-folder.ts';

const CreatedKey = z.strictObject({
  id: z.string(),
  key: z.string().regex(/^tbk_[0-9a-z]+_[0-9a-z]+$/),
  owner: z.string(),
  scope: z.enum(['write', 'operate']),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime().nullable(),
});
const ListedKeys = z.array(
  CreatedKey.omit({ key: true })
    .extend({ repository: z.string().nullable(), revokedAt: z.iso.datetime().nullable() })
    .strict(),
);

/** The command, in a folder of its own. */
const it = inFolder
  .extend('keys', ({ folder }) => {
    const env = { ...process.env, DATA_DIR: folder };
    return (...args: readonly string[]) => callCommand(keysCommand, args, { env });
  })
  .extend('created', ({ keys }) => async (...args: readonly string[]) => {
    return CreatedKey.parse(JSON.parse((await keys('create', '--json', ...args)).stdout));
  })
  .extend('listed', ({ keys }) => async () => {
    return ListedKeys.parse(JSON.parse((await keys('list', '--json')).stdout));
  })
  /** The stored keys, as a server reads them. */
  .extend('stored', ({ folder }) => async (): Promise<readonly ApiKey[]> => {
    const database = await SqliteDatabase.in(folder);
    const all = await new SqlKeys(database).list();
    await database.close();
    return all;
  });

describe('keys create', () => {
  it('prints the key alone on standard output, and the rest on standard error', async ({ keys }) => {
    const { code, stdout, stderr } = await keys('create', '--owner', 'ada.lovelace');

    expect(code).toBe(0);
    expect(stdout).toMatch(/^tbk_[0-9a-z]+_[0-9a-z]{52}\n$/);
    expect(stderr).toMatch(
      /^Key [0-9a-z]+ for ada\.lovelace \(write\), without expiry\. Store it now: it cannot be shown again\.\n$/,
    );
  });

  it('creates a valid key, and stores only its hash', async ({ folder, created, stored }) => {
    const { key: token, id } = await created('--owner', 'ada');
    const { secret = '' } = readToken(token) ?? {};
    const [key] = await stored();

    expect(key).toMatchObject({ id, owner: 'ada', expiresAt: undefined, revokedAt: undefined });
    expect(key && opens(key, secret, new Date())).toBe(true);
    for (const name of await readdir(folder)) {
      expect((await readFile(join(folder, name))).includes(secret)).toBe(false);
    }
  });

  it.for<readonly [duration: string, seconds: number]>([
    ['90d', 90 * 24 * 3600],
    ['12h', 12 * 3600],
    ['30m', 30 * 60],
    ['5s', 5],
  ])('creates a key that is valid for %s', async ([duration, seconds], { created, stored }) => {
    const { createdAt, expiresAt } = await created('--owner', 'ada', '--expires', duration);

    expect((Date.parse(expiresAt ?? '') - Date.parse(createdAt)) / 1000).toBe(seconds);
    const [key] = await stored();
    expect(key?.expiresAt?.toISOString()).toBe(expiresAt);
  });

  it('creates a key that is valid until a day or a time', async ({ created, stored }) => {
    const day = await created('--owner', 'ada', '--expires', '2999-01-31');
    const time = await created('--owner', 'ada', '--expires', '2999-01-31T12:00:00+02:00');

    expect(day.expiresAt).toBe('2999-01-31T00:00:00.000Z');
    expect(time.expiresAt).toBe('2999-01-31T10:00:00.000Z');
    expect((await stored()).map(({ expiresAt }) => expiresAt?.toISOString()).toSorted()).toEqual([
      day.expiresAt,
      time.expiresAt,
    ]);
  });

  it('creates keys that may write, and keys that may operate', async ({ created, stored }) => {
    const [ada, grace] = [
      await created('--owner', 'ada'),
      await created('--owner', 'grace', '--scope', 'operate'),
    ];

    expect([ada.scope, grace.scope]).toEqual(['write', 'operate']);
    expect((await stored()).map(({ owner, scope }) => [owner, scope]).toSorted()).toEqual([
      ['ada', 'write'],
      ['grace', 'operate'],
    ]);
  });

  it.for<readonly [what: string, args: readonly string[], said: string]>([
    ['no owner', [], '--owner'],
    ['an empty owner', ['--owner', '  '], '--owner'],
    ['an owner that is too long', ['--owner', 'x'.repeat(65)], 'write 1 to 64 small letters'],
    ['the form of an owner with a proof', ['--owner', 'github:1'], 'write 1 to 64 small letters'],
    ['an owner of two lines', ['--owner', 'ada\nlovelace'], 'write 1 to 64 small letters'],
    [
      'a word for a duration',
      ['--owner', 'ada', '--expires', 'soon'],
      'write a number and a unit, like 90d, 12h, 30m or 5s, or a time to come',
    ],
    ['a day that is over', ['--owner', 'ada', '--expires', '2020-01-31'], 'a time to come'],
    ['a day that is none', ['--owner', 'ada', '--expires', '2999-02-30'], 'a time to come'],
    ['a time without a zone', ['--owner', 'ada', '--expires', '2999-01-31T12:00:00'], 'a time to come'],
    ['a scope nobody knows', ['--owner', 'ada', '--scope', 'admin'], '--scope'],
    ['a duration without a unit', ['--owner', 'ada', '--expires', '90'], '--expires'],
    ['a duration of nothing', ['--owner', 'ada', '--expires', '0d'], '--expires'],
    ['a negative duration', ['--owner', 'ada', '--expires=-1d'], '--expires'],
    ['a fraction of a day', ['--owner', 'ada', '--expires', '1.5d'], '--expires'],
    ['an option nobody knows', ['--owner', 'ada', '--admin'], '--admin'],
    ['one word too many', ['ada', '--owner', 'ada'], 'too many arguments'],
  ])('refuses %s, and creates no key', async ([_what, args, said], { keys, stored }) => {
    const { code, stdout, stderr } = await keys('create', ...args);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(said);
    expect(stderr).not.toContain('    at ');
    expect(await stored()).toEqual([]);
  });
});

describe('keys list', () => {
  it('says how to create the first key', async ({ keys, listed }) => {
    expect((await keys('list')).stdout).toBe(
      'There are no keys yet; create one with: npm run keys -- create --owner NAME\n',
    );
    expect(await listed()).toEqual([]);
  });

  it('shows every key, but no secret', async ({ keys, created, listed }) => {
    const [ada, grace] = [
      await created('--owner', 'ada'),
      await created('--owner', 'grace', '--expires', '1d'),
    ];

    const { stdout } = await keys('list');
    for (const { id, owner, key } of [ada, grace]) {
      expect(stdout).toContain(id);
      expect(stdout).toContain(owner);
      expect(stdout).not.toContain(key.slice(-52));
    }
    expect(await listed()).toEqual(
      [ada, grace].map(({ key: _, ...rest }) => ({ ...rest, repository: null, revokedAt: null })),
    );
  });
});

describe('keys revoke', () => {
  it('revokes one key, only once, and no other', async ({ keys, created, listed }) => {
    const [ada, grace] = [await created('--owner', 'ada'), await created('--owner', 'grace')];

    expect(await keys('revoke', ada.id)).toMatchObject({ code: 0, stdout: `Key ${ada.id} is revoked.\n` });
    expect((await listed()).map(({ id, revokedAt }) => [id, revokedAt !== null])).toEqual([
      [ada.id, true],
      [grace.id, false],
    ]);
    expect(await keys('revoke', ada.id)).toMatchObject({
      code: 1,
      stderr: `keys: there is no live key "${ada.id}"; see: npm run keys -- list\n`,
    });
  });

  it('refuses an unknown id and a missing one', async ({ keys }) => {
    expect(await keys('revoke', 'none')).toMatchObject({ code: 2, stdout: '' });
    expect(await keys('revoke', 'tbk_cut-off_secret')).toMatchObject({
      code: 2,
      stdout: '',
      stderr: 'keys: that is no id of a key; see: npm run keys -- list\n',
    });
    expect(await keys('revoke')).toMatchObject({
      code: 2,
      stderr: "error: missing required argument 'id'\n",
    });
  });
});

describe('keys block', () => {
  it('keeps out owners and hosts until they are unblocked', async ({ keys }) => {
    const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';

    expect((await keys('blocks')).stdout).toBe('Nobody is blocked.\n');
    expect(
      await keys('block', `wallet:${address.toLowerCase()}`, '--reason', 'Imitates others.'),
    ).toMatchObject({
      code: 0,
      stdout: `The owner wallet:${address} is blocked.\n`,
    });
    expect(await keys('block', 'EVIL.example', '--reason', 'Steals.')).toMatchObject({
      code: 0,
      stdout: 'The host evil.example is blocked.\n',
    });
    expect(JSON.parse((await keys('blocks', '--json')).stdout)).toEqual([
      { kind: 'host', subject: 'evil.example', reason: 'Steals.', at: expect.any(String) as string },
      {
        kind: 'owner',
        subject: `wallet:${address}`,
        reason: 'Imitates others.',
        at: expect.any(String) as string,
      },
    ]);
    expect((await keys('blocks')).stdout).toContain('Imitates others.');
    expect(await keys('unblock', 'evil.example')).toMatchObject({
      code: 0,
      stdout: 'The host evil.example is no longer blocked.\n',
    });
    expect(await keys('unblock', 'evil.example')).toMatchObject({
      code: 1,
      stderr: 'keys: the host evil.example is not blocked; see: npm run keys -- blocks\n',
    });
  });

  it('keeps an owner from getting new keys', async ({ keys, stored }) => {
    await keys('block', 'acme.team', '--as', 'owner', '--reason', 'Imitates others.');
    const { code, stdout, stderr } = await keys('create', '--owner', 'acme.team');

    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: 'keys: acme.team is blocked (Imitates others.); unblock it first\n',
    });
    expect(await stored()).toEqual([]);
  });

  it.for<readonly [what: string, args: readonly string[], said: string]>([
    ['no reason', ['acme'], '--reason'],
    ['an empty reason', ['acme', '--reason', ' '], 'write 1 to 500 characters'],
    ['a reason of two lines', ['acme', '--reason', 'a\nb'], 'write 1 to 500 characters'],
    ['a reason that hides', ['acme', '--reason', 'a\u202eb'], 'write 1 to 500 characters'],
    ['a URL', ['https://evil.example', '--reason', 'a'], 'is neither an owner nor a host'],
    ['a port', ['evil.example:8080', '--reason', 'a'], 'is neither an owner nor a host'],
    ['another kind', ['acme', '--reason', 'a', '--as', 'wallet'], '--as'],
  ])('refuses %s', async ([_what, args, said], { keys }) => {
    const { code, stdout, stderr } = await keys('block', ...args);

    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toContain(said);
    expect((await keys('blocks')).stdout).toBe('Nobody is blocked.\n');
  });
});

describe('keys', () => {
  it('reports a bad setting in one line, and exits with 2', async ({ folder }) => {
    const env = { ...process.env, DATA_DIR: folder, BUILD_INTERVAL: 'soon' };
    const { code, stderr } = await callCommand(keysCommand, ['list'], { env });

    expect(code).toBe(2);
    expect(stderr).toMatch(/^keys: BUILD_INTERVAL=soon: .*\n$/);
  });

  it('leaves a database of a newer Tollbook as it is', async ({ folder, keys }) => {
    const database = await SqliteDatabase.in(folder);
    await database.run('PRAGMA user_version = 999');
    await database.close();

    const { code, stderr } = await keys('create', '--owner', 'ada');
    expect(code).toBe(1);
    expect(stderr).toMatch(/^keys: the database has schema 999, .*DATA_DIR to another folder\n$/);
  });
});
