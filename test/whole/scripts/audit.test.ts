import { describe, expect } from 'vitest';
import { AuditLineView } from '../../../src/views/audit.ts';
import { describePostgres, aPostgresUrl } from '../../support/state-database.ts';
import type { Workplace } from '../../support/running-server.ts';
import { inWorkplace as it } from '../../support/workplace.ts';

/** What `audit --json` prints. */
async function printed(
  workplace: Workplace,
  settings: NodeJS.ProcessEnv = {},
  ...args: readonly string[]
): Promise<AuditLineView[]> {
  const { code, stdout, stderr } = await workplace.attempt('audit.ts', ['--json', ...args], settings);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => AuditLineView.parse(JSON.parse(line)));
}

/** Does what the trail has to tell of. */
async function operate(workplace: Workplace, settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const { stdout } = await workplace.attempt('keys.ts', ['create', '--owner', 'ada', '--json'], settings);
  const { id } = JSON.parse(stdout) as { id: string };
  await workplace.attempt('keys.ts', ['revoke', id], settings);
  await workplace.attempt('keys.ts', ['revoke', id], settings);
  await workplace.attempt('keys.ts', ['block', 'evil.example', '--reason', 'Steals.'], settings);
  return id;
}

const told = (lines: readonly AuditLineView[]): unknown[] =>
  lines.map(({ act, owner, subject, client, outcome }) => [act, owner, subject, client, outcome]);

describe.concurrent('audit', () => {
  it('lists what the operator did, newest first', async ({ workplace }) => {
    const id = await operate(workplace);

    expect(told(await printed(workplace))).toEqual([
      ['block', null, 'evil.example', null, 'done'],
      ['revoke_key', 'ada', id, null, 'failed'],
      ['revoke_key', 'ada', id, null, 'done'],
      ['make_key', 'ada', id, null, 'done'],
    ]);
    expect(told(await printed(workplace, {}, '--owner', 'ada', '--limit', '1'))).toEqual([
      ['revoke_key', 'ada', id, null, 'failed'],
    ]);
    expect(await printed(workplace, {}, '--since', '2999-01-01')).toEqual([]);
    expect(await printed(workplace, {}, '--since', '1h', '--limit', '0')).toHaveLength(4);
  });

  it('prints a line each for people, and how to go on', async ({ workplace }) => {
    const id = await operate(workplace);
    const { stdout, stderr } = await workplace.attempt('audit.ts', ['--limit', '2']);
    const before = /--before (\d+)\n$/.exec(stderr)?.[1] ?? '';

    expect(stdout).toMatch(/command line {2}operator {2}block {2}evil\.example {2}done/);
    expect(stdout.split('\n')).toHaveLength(3);
    const rest = await workplace.attempt('audit.ts', ['--before', before]);
    expect(rest.stdout).toContain(`make_key  ${id} ada  done`);
    expect(rest.stdout.split('\n')).toHaveLength(3);
  });

  it.for([
    ['--since', 'soon'],
    ['--owner', 'a b'],
    ['--limit', '-1'],
    ['--before', 'x'],
  ])('refuses %s %s', async (args, { workplace }) => {
    const { code, stdout, stderr } = await workplace.attempt('audit.ts', args);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain(args[0]);
  });
});

describePostgres('audit of a state in PostgreSQL', () => {
  it('lists what the operator did', async ({ workplace }) => {
    const settings = { DATABASE_URL: await aPostgresUrl() };
    const id = await operate(workplace, settings);

    expect(told(await printed(workplace, settings, '--owner', 'ada'))).toEqual([
      ['revoke_key', 'ada', id, null, 'failed'],
      ['revoke_key', 'ada', id, null, 'done'],
      ['make_key', 'ada', id, null, 'done'],
    ]);
  });
});
