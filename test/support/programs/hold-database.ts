import Database from 'better-sqlite3';

/** Locks a SQLite file for all others, as `sqlite3 FILE 'BEGIN EXCLUSIVE'` does, says so, and holds it until it is killed. */
const [path = ''] = process.argv.slice(2);

const database = new Database(path);
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('held\n');
// A database that nobody refers to any more is closed by the garbage collector, and its lock is gone.
setInterval(() => database.open, 1000);
