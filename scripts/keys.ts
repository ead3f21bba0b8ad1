import { Command, InvalidArgumentError, Option } from 'commander';
import { readConfig } from '../src/config/config.ts';
import type { BegunAct } from '../src/domain/audit.ts';
import { type Block, type BlockKind, BlockReason, blockSubject } from '../src/domain/block.ts';
import { printable } from '../src/domain/plain-text.ts';
import { type ApiKey, isKeyId, makeKey, readToken } from '../src/registration/api-key.ts';
import { durationMs } from '../src/domain/duration.ts';
import { operatorGivenName } from '../src/domain/owner.ts';
import { type Scope, scopes } from '../src/domain/scope.ts';
import { readTime } from '../src/domain/timestamp.ts';
import { openState, type State } from '../src/open/state.ts';
import { operatorTrail } from './operator-trail.ts';
import { runCommand } from './run-command.ts';
import { UsageFault } from './usage-fault.ts';

interface NewKey {
  readonly owner: string;
  readonly scope: Scope;
  readonly expires?: Date;
  readonly json?: true;
}

/** The command line, at the time when it is called. */
function commandAt(now: Date): Command {
  const program = new Command('keys').description(
    'API keys of this catalog, and whom it keeps out. Both are kept in DATA_DIR; a running server sees every change at once.',
  );

  program
    .command('create')
    .description('create a key and print it; it cannot be shown again')
    .requiredOption('--owner <name>', 'name of its owner', ownerName)
    .addOption(
      new Option(
        '--scope <scope>',
        'what it may do: change the listings of its owner, or read the audit trail',
      )
        .choices(scopes)
        .default('write'),
    )
    .option(
      '--expires <end>',
      'lifetime, like 90d, 12h, 30m or 5s, or the day (UTC) or time when it ends; unlimited by default',
      endAfter(now),
    )
    .option('--json', 'print JSON')
    .action(async ({ owner, scope, expires: expiresAt, json }: NewKey) => {
      const { key, token } = makeKey({ owner, scope }, now, expiresAt);
      await inState(async (state) => {
        const block = await state.blocks.ownerBlock(owner);
        if (block) throw new Error(`${owner} is blocked (${block.reason}); unblock it first`);
        await operatorTrail(state).record({ act: 'make_key', owner, subject: key.id }, () =>
          state.keys.add(key),
        );
      });

      if (json) {
        print({
          id: key.id,
          key: token,
          owner,
          scope,
          createdAt: now.toISOString(),
          expiresAt: expiresAt?.toISOString() ?? null,
        });
      } else {
        console.log(token);
        console.error(
          `Key ${key.id} for ${owner} (${scope}), ${expiresAt ? `valid until ${expiresAt.toISOString()}` : 'without expiry'}. Store it now: it cannot be shown again.`,
        );
      }
    });

  program
    .command('list')
    .description('list all keys, without their secrets')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const keys = (await inState((state) => state.keys.list())).map(describe);

      if (json) print(keys);
      else if (keys.length === 0) {
        console.log('There are no keys yet; create one with: npm run keys -- create --owner NAME');
      } else console.table(keys);
    });

  program
    .command('revoke')
    .description('revoke a key for good')
    .argument('<id>', 'id of the key: the middle part of tbk_<id>_<secret>')
    .action(async (text: string) => {
      // Whoever pastes the whole key means its id. Its secret must get neither into the audit trail nor into a message.
      const id = readToken(text)?.id ?? text;
      if (!isKeyId(id)) throw new UsageFault('that is no id of a key; see: npm run keys -- list');
      await inState(async (state) => {
        const owner = (await state.keys.find(id))?.owner;
        await operatorTrail(state).record({ act: 'revoke_key', owner, subject: id }, async () => {
          const revoked = await state.keys.revoke(id, now);
          if (!revoked) throw new Error(`there is no live key "${id}"; see: npm run keys -- list`);
        });
      });

      console.log(`Key ${id} is revoked.`);
    });

  program
    .command('block')
    .description('keep out an owner, or a host with its subdomains: no new keys, no writes, no listings')
    .argument('<owner or host>', 'an owner, like github:9919, or a host, like example.com')
    .requiredOption('--reason <text>', 'why; a blocked owner reads it', reason)
    .addOption(asOption())
    .action(async (text: string, { reason, as }: { reason: string; as?: BlockKind }) => {
      const block = { ...subject(text, as), reason, at: now };
      await inState((state) =>
        operatorTrail(state).record({ act: 'block', ...concerned(block) }, () => state.blocks.add(block)),
      );

      console.log(`The ${block.kind} ${block.subject} is blocked.`);
    });

  program
    .command('unblock')
    .description('let an owner or a host in again')
    .argument('<owner or host>', 'as "blocks" lists it')
    .addOption(asOption())
    .action(async (text: string, { as }: { as?: BlockKind }) => {
      const blocked = subject(text, as);
      const name = `${blocked.kind} ${blocked.subject}`;
      await inState((state) =>
        operatorTrail(state).record({ act: 'unblock', ...concerned(blocked) }, async () => {
          const removed = await state.blocks.remove(blocked);
          if (!removed) throw new Error(`the ${name} is not blocked; see: npm run keys -- blocks`);
        }),
      );

      console.log(`The ${name} is no longer blocked.`);
    });

  program
    .command('blocks')
    .description('list whom this catalog keeps out')
    .option('--json', 'print JSON')
    .action(async ({ json }: { json?: true }) => {
      const blocks = (await inState((state) => state.blocks.list())).map(describeBlock);

      if (json) print(blocks);
      else if (blocks.length === 0) console.log('Nobody is blocked.');
      else console.table(blocks);
    });

  return program;
}

/** What the audit trail says a block is about. */
function concerned({ kind, subject }: Pick<Block, 'kind' | 'subject'>): Pick<BegunAct, 'owner' | 'subject'> {
  return kind === 'owner' ? { owner: subject, subject } : { subject };
}

/** Only a name with a dot needs it. */
function asOption(): Option {
  return new Option('--as <kind>', 'what a name with a dot is; a host by default').choices(['owner', 'host']);
}

async function inState<Result>(
  act: (state: Pick<State, 'keys' | 'blocks' | 'audit'>) => Promise<Result>,
): Promise<Result> {
  const state = await openState(readConfig(process.env));
  try {
    return await act(state);
  } finally {
    await state.close();
  }
}

function describeBlock({ kind, subject, reason, at }: Block) {
  return { kind, subject, reason, at: at.toISOString() };
}

function subject(text: string, kind?: BlockKind): Pick<Block, 'kind' | 'subject'> {
  const named = blockSubject(text, kind);
  if (named) return named;

  throw new UsageFault(
    `"${printable(text, 80)}" is neither an owner nor a host; write it like github:9919, wallet:0x…, acme or example.com`,
  );
}

function reason(text: string): string {
  const { data } = BlockReason.safeParse(text);
  if (data !== undefined) return data;

  throw new InvalidArgumentError('write 1 to 500 characters on one line, without hidden ones.');
}

function describe({ id, owner, repository, scope, createdAt, expiresAt, revokedAt }: ApiKey) {
  return {
    id,
    owner,
    repository: repository ?? null,
    scope,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt?.toISOString() ?? null,
    revokedAt: revokedAt?.toISOString() ?? null,
  };
}

function ownerName(text: string): string {
  if (operatorGivenName.test(text)) return text;

  throw new InvalidArgumentError(
    'write 1 to 64 small letters, digits, ".", "_" or "-", beginning with a letter or digit. It is public.',
  );
}

function endAfter(now: Date): (text: string) => Date {
  return (text) => {
    const ms = durationMs(text);
    const at = ms === undefined ? readTime(text) : new Date(now.getTime() + ms);
    if (at && at > now) return at;

    throw new InvalidArgumentError(
      'write a number and a unit, like 90d, 12h, 30m or 5s, or a time to come, like 2030-01-31 or 2030-01-31T12:00:00Z.',
    );
  };
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

export function keysCommand(args?: readonly string[]): Promise<void> {
  return runCommand(commandAt(new Date()), args);
}

if (import.meta.main) await keysCommand();
