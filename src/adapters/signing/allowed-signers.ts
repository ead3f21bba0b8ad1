import { quoted } from '../../domain/plain-text.ts';
import { keyType } from './ssh-key.ts';
import { WireReader } from './ssh-wire.ts';

/** Somebody whose signatures are trusted: a line of `allowed_signers`. */
export interface AllowedSigner {
  readonly names: string;
  /** The 32 bytes of the Ed25519 key. */
  readonly publicKey: Buffer;
  /** A list of patterns; every namespace where there is none. */
  readonly namespaces: string | undefined;
  readonly validAfter: Date | undefined;
  readonly validBefore: Date | undefined;
}

/** A line of `allowed_signers` cannot be used; the message names its number, the fault and the cure. */
export class AllowedSignersFault extends Error {
  override readonly name = 'AllowedSignersFault';
}

const maxCharacters = 1_000_000;
const lineForm =
  /^(?<names>\S+)\s+(?:(?<options>(?:[^\s"]|"[^"]*")+)\s+)?(?<type>(?:ssh|ecdsa|sk)-\S+)\s+(?<key>\S+)/;
const optionForm = /^(?<name>[a-z-]+)(?:="(?<value>[^"]*)")?$/i;
const timeForm = /^(\d{4})(\d{2})(\d{2})(?:(\d{2})(\d{2})(\d{2})?)?(Z?)$/;

/**
 * Reads the form `allowed_signers` of ssh-keygen(1), as `/.well-known/tollbook-signers` has it. Lines with keys of other types than
 * Ed25519 are left out, because they sign no catalog. Certificate authorities are refused rather than left out, because their
 * signers would be missing.
 * @throws {AllowedSignersFault}
 */
export function readAllowedSigners(text: string): AllowedSigner[] {
  if (text.length > maxCharacters) {
    throw new AllowedSignersFault('the file is too long; keep the lines of this catalog only');
  }

  return text.split(/\r?\n/).flatMap((line, index) => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    try {
      return signerIn(trimmed);
    } catch (error) {
      if (error instanceof AllowedSignersFault) {
        throw new AllowedSignersFault(`line ${String(index + 1)}: ${error.message}`);
      }
      throw error;
    }
  });
}

function signerIn(line: string): AllowedSigner[] {
  const { names = '', options = '', type = '', key = '' } = lineForm.exec(line)?.groups ?? {};
  if (names === '') throw new AllowedSignersFault('it is not of the form "names [options] type key"');

  const read = optionsIn(options);
  if (type !== keyType) return [];
  return [{ names, publicKey: publicKeyIn(key), ...read }];
}

function optionsIn(text: string): Pick<AllowedSigner, 'namespaces' | 'validAfter' | 'validBefore'> {
  const found = new Map<string, string>();
  for (const part of text.match(/(?:[^,"]|"[^"]*")+/g) ?? []) {
    const { name = '', value = '' } = optionForm.exec(part)?.groups ?? {};
    const option = name.toLowerCase();
    if (option === 'cert-authority') {
      throw new AllowedSignersFault(
        'certificate authorities are not supported; write the key of the signer itself',
      );
    }
    if (
      !['namespaces', 'valid-after', 'valid-before'].includes(option) ||
      found.has(option) ||
      value === ''
    ) {
      throw new AllowedSignersFault(
        `the option ${quoted(part)} is unknown, empty or repeated; see ssh-keygen(1)`,
      );
    }
    found.set(option, value);
  }

  return {
    namespaces: found.get('namespaces'),
    validAfter: timeIn(found.get('valid-after')),
    validBefore: timeIn(found.get('valid-before')),
  };
}

/** A time of ssh-keygen(1): `YYYYMMDD` or `YYYYMMDDHHMM[SS]`, in local time unless it ends with `Z`. */
function timeIn(text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;

  const [, year, month, day, hour = '00', minute = '00', second = '00', zone] = timeForm.exec(text) ?? [];
  const time = new Date(
    `${String(year)}-${String(month)}-${String(day)}T${hour}:${minute}:${second}${zone ?? ''}`,
  );
  // A day that its month does not have would become one of the next month.
  if (year !== undefined && dayOf(time, zone === 'Z') === Number(day)) return time;
  throw new AllowedSignersFault(`${quoted(text)} is no time; write it like 20260131Z or 202601311200Z`);
}

function dayOf(time: Date, isUtc: boolean): number {
  return isUtc ? time.getUTCDate() : time.getDate();
}

function publicKeyIn(base64: string): Buffer {
  try {
    const fields = new WireReader(Buffer.from(base64, 'base64'));
    const type = fields.string().toString('latin1');
    const key = fields.string();
    if (type === keyType && key.length === 32 && fields.isAtEnd) return key;
  } catch {
    // Cut in the middle, which is a fault like any other.
  }
  throw new AllowedSignersFault('the key is damaged; copy the whole line');
}

/** Whether a list of patterns (ssh_config(5)) has a text: some pattern fits it, and none that begins with `!` does. */
export function fitsPatterns(text: string, list: string): boolean {
  const patterns = list.split(',').filter((pattern) => pattern !== '');
  const fits = (pattern: string): boolean => asExpression(pattern).test(text);

  return (
    patterns.some((pattern) => !pattern.startsWith('!') && fits(pattern)) &&
    !patterns.some((pattern) => pattern.startsWith('!') && fits(pattern.slice(1)))
  );
}

function asExpression(pattern: string): RegExp {
  const literal = pattern.replace(/[\\^$.+()[\]{}|]/g, '\\$&');

  return new RegExp(`^${literal.replace(/\*+/g, '.*').replaceAll('?', '.')}$`, 's');
}
