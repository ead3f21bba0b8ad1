import Database from 'better-sqlite3';

/** Locks a SQLite file exclusively, as `sqlite3 FILE 'BEGIN EXCLUSIVE'` does, prints a line, and holds the lock until it is killed. */
const [path = ''] = process.argv.slice(2);

const database = new Database(path);
database.exec('BEGIN EXCLUSIVE');
process.stdout.write('held\n');
// Without this reference, the garbage collector would close the database and release its lock.
setInterval(() => database.open, 1000);
