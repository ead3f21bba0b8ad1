import { SqliteDatabase } from '../../../src/adapters/sqlite/database.ts';
import { SqlKeys } from '../../../src/adapters/state/keys.ts';
import { makeKey } from '../../../src/registration/api-key.ts';

/** Opens the state database at a given time, so that several processes do so at once, and adds a key. */
const [path = '', moment = '0'] = process.argv.slice(2);
while (Date.now() < Number(moment));

await new SqlKeys(await SqliteDatabase.open(path)).add(
  makeKey({ owner: 'a program' }, new Date(), undefined).key,
);
