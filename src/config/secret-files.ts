import { readFileSync, statSync } from 'node:fs';
import { ConfigError } from './config-error.ts';
import { fileFault } from '../domain/system-fault.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Variables whose values are secret: RPC providers put keys into their URLs. */
const secretFile =
  /^(GITHUB_TOKEN|GITHUB_APP_PRIVATE_KEY|SIGNING_KEY|PROBE_SIGNING_KEY|DATABASE_URL|RPC_URL_[A-Z\d_]+)_FILE$/;

const maxBytes = 64 * 1024;

/**
 * Puts secrets in the place of the variables `<NAME>_FILE`, which name the files that hold them, as orchestrators mount them. Line breaks at
 * the end of a file do not count. No message repeats a value, since a secret may stand where a path belongs. @throws {ConfigError}
 */
export function withSecretFiles(environment: Environment): Environment {
  return Object.fromEntries(
    Object.entries(environment).map(([variable, value = '']) => {
      const [, name] = secretFile.exec(variable) ?? [];
      if (name === undefined) return [variable, value];
      if (environment[name] !== undefined) {
        throw new ConfigError(`${name} and ${variable}: set only one of the two`);
      }

      return [name, secretIn(variable, value)];
    }),
  );
}

function secretIn(variable: string, path: string): string {
  const secret = textOf(variable, path).replace(/[\r\n]+$/, '');
  if (secret === '') throw new ConfigError(`${variable}: the file is empty; write the secret into it`);

  return secret;
}

function textOf(variable: string, path: string): string {
  try {
    const { size } = statSync(path);
    if (size <= maxBytes) return readFileSync(path, 'utf8');
  } catch (error) {
    throw new ConfigError(`${variable}: write the path of a file; it cannot be read: ${fileFault(error)}`);
  }
  throw new ConfigError(`${variable}: write the path of a file with the secret alone; this one is too large`);
}
