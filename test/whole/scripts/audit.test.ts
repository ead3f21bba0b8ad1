import { describe, expect } from 'vitest';
import { auditCommand } from '../../../scripts/audit.ts';
import { keysCommand } from '../../../scripts/keys.ts';
import { AuditLineView } from '../../../src/views/audit.ts';
import { type Called, callIn } from '../../support/call-command.ts';
import { describePostgres, aPostgresUrl } from '../../support/state-database.ts';
import type { Workplace } from '../../support/running-server.ts';
import { inWorkplace } from '../../support/workplace.ts';

const it = inWorkplace.extend('audit', ({ workplace }) => {
  return (args: readonly string[], settings: NodeJS.ProcessEnv = {}) =>
    callIn(workplace, auditCommand, args, settings);
});

type Audit = (args: readonly string[]) => Promise<Called>;

/** What `audit --json` prints. */
async function printed(audit: Audit, ...args: readonly string[]): Promise<AuditLineView[]> {
  const { code, stdout, stderr } = await audit(['--json', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });

  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => AuditLineView.parse(JSON.parse(line)));
}

/** Does what the trail has to tell of. */
async function operate(workplace: Workplace, settings: NodeJS.ProcessEnv = {}): Promise<string> {
  const keys = (...args: readonly string[]) => callIn(workplace, keysCommand, args, settings);
  const { stdout } = await keys('create', '--owner', 'ada', '--json');
  const { id } = JSON.parse(stdout) as { id: string };
  await keys('revoke', id);
  await keys('revoke', id);
  await keys('block', 'evil.example', '--reason', 'Steals.');
  return id;
}

const told = (lines: readonly AuditLineView[]): unknown[] =>
  lines.map(({ act, owner, subject, client, outcome }) => [act, owner, subject, client, outcome]);

describe('audit', () => {
  it('lists what the operator did, newest first', async ({ workplace, audit }) => {
    const id = await operate(workplace);

    expect(told(await printed(audit))).toEqual([
      ['block', null, 'evil.example', null, 'done'],
      ['revoke_key', 'ada', id, null, 'failed'],
      ['revoke_key', 'ada', id, null, 'done'],
      ['make_key', 'ada', id, null, 'done'],
    ]);
    expect(told(await printed(audit, '--owner', 'ada', '--limit', '1'))).toEqual([
      ['revoke_key', 'ada', id, null, 'failed'],
    ]);
    expect(await printed(audit, '--since', '2999-01-01')).toEqual([]);
    expect(await printed(audit, '--since', '1h', '--limit', '0')).toHaveLength(4);
  });

  it('prints a line each for people, and how to go on', async ({ workplace, audit }) => {
    const id = await operate(workplace);
    const { stdout, stderr } = await audit(['--limit', '2']);
    const before = /--before (\d+)\n$/.exec(stderr)?.[1] ?? '';

    expect(stdout).toMatch(/command line {2}operator {2}block {2}evil\.example {2}done/);
    expect(stdout.split('\n')).toHaveLength(3);
    const rest = await audit(['--before', before]);
    expect(rest.stdout).toContain(`make_key  ${id} ada  done`);
    expect(rest.stdout.split('\n')).toHaveLength(3);
  });

  it.for([
    ['--since', 'soon'],
    ['--owner', 'a b'],
    ['--limit', '-1'],
    ['--before', 'x'],
  ])('refuses %s %s', async (args, { audit }) => {
    const { code, stdout, stderr } = await audit(args);

    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(args[0]);
  });
});

describePostgres('audit of a state in PostgreSQL', () => {
  it('lists what the operator did', async ({ workplace, audit }) => {
    const settings = { DATABASE_URL: await aPostgresUrl() };
    const id = await operate(workplace, settings);

    expect(told(await printed((args) => audit(args, settings), '--owner', 'ada'))).toEqual([
      ['revoke_key', 'ada', id, null, 'failed'],
      ['revoke_key', 'ada', id, null, 'done'],
      ['make_key', 'ada', id, null, 'done'],
    ]);
  });
});
