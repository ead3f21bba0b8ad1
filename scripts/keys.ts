import { Command, InvalidArgumentError } from 'commander';
import { readConfig } from '../src/config.ts';
import { type ApiKey, makeKey } from '../src/registration/api-key.ts';
import { durationMs } from '../src/domain/duration.ts';
import { operatorGivenName } from '../src/domain/owner.ts';
import { openState, type State } from '../src/open-state.ts';
import { runCommand } from './run-command.ts';

const program = new Command('keys').description(
  'API keys of this catalog, kept in DATA_DIR. A running server sees every change at once.',
);

program
  .command('create')
  .description('create a key and print it; it cannot be shown again')
  .requiredOption('--owner <name>', 'name of its owner', ownerName)
  .option('--expires <duration>', 'lifetime, like 90d, 12h, 30m or 5s; unlimited by default', duration)
  .option('--json', 'print JSON')
  .action(async ({ owner, expires, json }: { owner: string; expires?: number; json?: true }) => {
    const now = new Date();
    const expiresAt = expires === undefined ? undefined : new Date(now.getTime() + expires);
    const { key, token } = makeKey({ owner }, now, expiresAt);
    await (await openKeys()).add(key);

    if (json) {
      print({
        id: key.id,
        key: token,
        owner,
        createdAt: now.toISOString(),
        expiresAt: expiresAt?.toISOString() ?? null,
      });
    } else {
      console.log(token);
      console.error(
        `Key ${key.id} for ${owner}, ${expiresAt ? `valid until ${expiresAt.toISOString()}` : 'without expiry'}. Store it now: it cannot be shown again.`,
      );
    }
  });

program
  .command('list')
  .description('list all keys, without their secrets')
  .option('--json', 'print JSON')
  .action(async ({ json }: { json?: true }) => {
    const keys = (await (await openKeys()).list()).map(describe);

    if (json) print(keys);
    else if (keys.length === 0) {
      console.log('There are no keys yet; create one with: npm run keys -- create --owner NAME');
    } else console.table(keys);
  });

program
  .command('revoke')
  .description('revoke a key for good')
  .argument('<id>', 'id of the key: the middle part of tbk_<id>_<secret>')
  .action(async (id: string) => {
    const revoked = await (await openKeys()).revoke(id, new Date());
    if (!revoked) throw new Error(`there is no live key "${id}"; see: npm run keys -- list`);

    console.log(`Key ${id} is revoked.`);
  });

async function openKeys(): Promise<State['keys']> {
  return (await openState(readConfig(process.env))).keys;
}

function describe({ id, owner, createdAt, expiresAt, revokedAt }: ApiKey) {
  return {
    id,
    owner,
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

function duration(text: string): number {
  const ms = durationMs(text);
  if (ms !== undefined && ms > 0) return ms;

  throw new InvalidArgumentError('write a number and a unit: 90d, 12h, 30m or 5s.');
}

function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

await runCommand(program);
