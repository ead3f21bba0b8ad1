import { readFileSync } from 'node:fs';
import { readSigningKey, type SigningKey, SigningKeyFault } from '../adapters/signing/ssh-key.ts';
import { errorCode } from '../domain/error-code.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';
import { readWitnesses } from './witness-config.ts';

/** A key proves one thing alone: what the operator published, or who sent a request. */
export function signingKeysOf(given: Pick<Environment, 'SIGNING_KEY' | 'PROBE_SIGNING_KEY'>) {
  const [signingKey, probeSigningKey] = [
    signingKeyOf('SIGNING_KEY', given.SIGNING_KEY),
    signingKeyOf('PROBE_SIGNING_KEY', given.PROBE_SIGNING_KEY),
  ];
  if (signingKey && probeSigningKey?.publicKey.equals(signingKey.publicKey)) {
    throw new ConfigError(
      'PROBE_SIGNING_KEY: write another key than SIGNING_KEY; make one with: ssh-keygen -t ed25519 -N "" -f probe-key',
    );
  }

  return { signingKey, probeSigningKey };
}

export function witnessesOf({ LOG_WITNESSES, SIGNING_KEY }: Environment) {
  const witnesses = readWitnesses(LOG_WITNESSES);
  if (witnesses.length === 0 || SIGNING_KEY !== undefined) return witnesses;

  throw new ConfigError(
    'LOG_WITNESSES: set SIGNING_KEY, too; without it, there is no log that a witness could cosign',
  );
}

/** Reads the key from its file, or from the variable itself. No message repeats either, since a key may stand in the wrong form. */
function signingKeyOf(variable: string, given: string | undefined): SigningKey | undefined {
  if (given === undefined) return undefined;

  try {
    // Some platforms allow only single-line variables, so `\n` may stand for a line break.
    const isText = given.includes('-----BEGIN');
    return readSigningKey(isText ? given.replaceAll('\\n', '\n') : readFileSync(given, 'utf8'));
  } catch (error) {
    const cause =
      error instanceof SigningKeyFault
        ? error.message
        : `the file cannot be read (${errorCode(error) ?? 'no reason given'})`;
    throw new ConfigError(`${variable}: write a private key of OpenSSH, or the path of its file; ${cause}`);
  }
}
