import { errorCode, messageOf } from '../../domain/error-code.ts';
import { type StateFault, StateUnavailable } from '../../domain/unavailable.ts';

/** The driver failed to connect, or to run a statement; `cause` says why. */
export class DriverFailure extends Error {
  override readonly name = 'DriverFailure';

  constructor(cause: unknown) {
    super(messageOf(cause), { cause });
  }
}

/** The fault of a database and its cure, as sentences that begin with its place. */
const sentences: Readonly<Record<StateFault, string>> = {
  busy: 'has no time for this; see what locks or loads it, then try again',
  damaged:
    'is damaged, or its tables are not those of Tollbook; restore a backup, or set DATABASE_URL to an empty database',
  full: 'cannot be written, because its disk is full; free some space',
  unreachable:
    'cannot be reached, read or written; see that it runs, and that DATABASE_URL names a user who may write it',
};

/** Prefixes of SQLSTATE codes (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const faults: readonly (readonly [code: string, fault: StateFault])[] = [
  ['40001', 'busy'],
  ['40P01', 'busy'],
  ['55P03', 'busy'],
  ['57014', 'busy'],
  ['53100', 'full'],
  ['XX001', 'damaged'],
  ['XX002', 'damaged'],
  ['42P01', 'damaged'],
  ['42703', 'damaged'],
  ['42883', 'damaged'],
  ['08', 'unreachable'],
  ['25006', 'unreachable'],
  ['25P03', 'unreachable'],
  ['28', 'unreachable'],
  ['3D000', 'unreachable'],
  ['42501', 'unreachable'],
  ['53', 'unreachable'],
  ['57P', 'unreachable'],
];

/** Form of SQLSTATE. Sockets and TLS have codes like ECONNREFUSED, and the driver's own errors have none. */
const sqlState = /^[\dA-Z]{5}$/;

/** What a failure means for the database; undefined for a statement that is wrong by itself. */
export function faultOf({ cause }: DriverFailure): StateFault | undefined {
  const code = errorCode(cause) ?? '';
  if (!isSqlState(code)) return 'unreachable';

  return faults.find(([prefix]) => code.startsWith(prefix))?.[1];
}

/** Codes of OpenSSL and Node for a certificate that is not accepted (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const certificateCode = /CERT|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA|INVALID_PURPOSE/;

const certificateCure =
  'its TLS certificate is refused; add sslrootcert=<file of the certificate that signed it> to DATABASE_URL, and use a host name that it holds';

/** Why a failure happened, as the driver says it, with the cure where DATABASE_URL asks for TLS. */
function reasonOf({ cause, message }: DriverFailure): string {
  return certificateCode.test(errorCode(cause) ?? '') ? `${certificateCure}: ${message}` : message;
}

/** Whether the server itself refused, so that the connection can be used again. */
export function isAnswered({ cause }: DriverFailure): boolean {
  return isSqlState(errorCode(cause) ?? '');
}

function isSqlState(code: string): boolean {
  // EPIPE has the same form.
  return sqlState.test(code) && code !== 'EPIPE';
}

/** Wraps failures of the database, naming it and the cure; never with the URL, which holds a password. Returns all other errors unchanged. */
export function asUnavailable(error: unknown, place: string): unknown {
  if (!(error instanceof DriverFailure)) return error;

  const fault = faultOf(error);
  return fault === undefined ? error.cause : unavailable(fault, place, reasonOf(error), error.cause);
}

export function unavailable(
  fault: StateFault,
  place: string,
  reason: string,
  cause?: unknown,
): StateUnavailable {
  return new StateUnavailable(fault, `the state database ${place} ${sentences[fault]} (${reason})`, {
    cause,
  });
}
