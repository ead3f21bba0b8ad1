import { readFileSync } from 'node:fs';
import { readSigningKey, type SigningKey, SigningKeyFault } from '../adapters/signing/ssh-key.ts';
import { fileFault } from '../domain/system-fault.ts';
import { maxSignatures, type NoteVerifier } from '../transparency/signed-note.ts';
import { readWitness } from '../transparency/cosignature.ts';
import { quoted } from '../domain/plain-text.ts';
import { ConfigError } from './config-error.ts';
import type { Environment } from './environment.ts';

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
      error instanceof SigningKeyFault ? error.message : `the file cannot be read: ${fileFault(error)}`;
    throw new ConfigError(`${variable}: write a private key of OpenSSH, or the path of its file; ${cause}`);
  }
}

/** A witness that is asked to cosign the log. */
interface WitnessSetting {
  readonly key: NoteVerifier;
  /** What the paths of C2SP tlog-witness are appended to, without a slash at its end. */
  readonly url: string;
}

/** One signature of a checkpoint is that of the log. */
const maxWitnesses = maxSignatures - 1;

/** Reads `LOG_WITNESSES`: a key and a URL for each, on lines or with commas between them. @throws {ConfigError} */
export function readWitnesses(text = ''): WitnessSetting[] {
  const entries = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const witnesses = entries.map(witnessIn);

  if (witnesses.length > maxWitnesses) {
    throw new ConfigError(
      `LOG_WITNESSES: write at most ${String(maxWitnesses)} witnesses; a checkpoint may have no more signatures`,
    );
  }
  if (new Set(witnesses.map(({ key }) => key.publicKey.toString('hex'))).size < witnesses.length) {
    throw new ConfigError('LOG_WITNESSES: write each key once; one witness counts once');
  }
  return witnesses;
}

/** Repeats the key at most, since somebody may have put a password into the URL. */
function witnessIn(entry: string): WitnessSetting {
  const [name = '', address = '', ...rest] = entry.split(/\s+/);
  const key = readWitness(name);
  if (!key) {
    throw new ConfigError(
      `LOG_WITNESSES: ${quoted(name)} is no key of a witness; write the key and the URL that the witness prints, like witness.example/w1+df1c0a35+BIE5… https://witness.example`,
    );
  }
  const url = URL.parse(address);
  const isPlain = url?.username === '' && url.password === '' && url.search === '' && url.hash === '';
  if (!isPlain || !/^https?:$/.test(url.protocol) || rest.length > 0) {
    throw new ConfigError(
      `LOG_WITNESSES: write one http(s) URL after the key of ${quoted(key.name)}, without password and query, like https://witness.example`,
    );
  }

  return { key, url: url.href.replace(/\/+$/, '') };
}
