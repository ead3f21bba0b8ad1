import { quoted } from '../domain/plain-text.ts';
import { readWitness } from '../transparency/cosignature.ts';
import { mostSignatures, type NoteVerifier } from '../transparency/signed-note.ts';
import { ConfigError } from './config-error.ts';

/** A witness that is asked to cosign the log. */
export interface WitnessSetting {
  readonly key: NoteVerifier;
  /** What the paths of C2SP tlog-witness are appended to, without a slash at its end. */
  readonly url: string;
}

/** One signature of a checkpoint is that of the log. */
const mostWitnesses = mostSignatures - 1;

/** Reads `LOG_WITNESSES`: a key and a URL for each, on lines or with commas between them. @throws {ConfigError} */
export function readWitnesses(text = ''): WitnessSetting[] {
  const entries = text
    .split(/[,\n]/)
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
  const witnesses = entries.map(witnessIn);

  if (witnesses.length > mostWitnesses) {
    throw new ConfigError(
      `LOG_WITNESSES: write at most ${String(mostWitnesses)} witnesses; a checkpoint may have no more signatures`,
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
