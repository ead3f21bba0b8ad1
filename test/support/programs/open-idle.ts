import { SqliteDatabase } from '../../../src/adapters/sqlite/database.ts';

/** Opens the state of a folder, runs a statement if one is given, prints a line, and keeps the state open until it is killed. */
const [folder = '', statement] = process.argv.slice(2);

const database = await SqliteDatabase.in(folder);
if (statement !== undefined) await database.run(statement);
process.stdout.write('open\n');
setInterval(() => database, 1000);
