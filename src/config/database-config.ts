import { ConfigError } from './config-error.ts';

/** Checks the URL of a PostgreSQL database. No message repeats it, since it holds a password. @throws {ConfigError} */
export function readDatabaseUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^postgres(ql)?:$/.test(URL.parse(text)?.protocol ?? '')) return text;

  throw new ConfigError(
    'DATABASE_URL: write a URL like postgres://user:password@host/database; encode other characters than letters and digits in the password, as %40 for @',
  );
}
