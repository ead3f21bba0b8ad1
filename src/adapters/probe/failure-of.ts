import { CannotAsk } from '../../domain/probe.ts';
import { errorCode } from '../../domain/error-code.ts';
import type { Failed } from './probe-outcome.ts';

type Stage = 'connection' | 'handshake' | 'header' | 'body';

export interface Progress {
  readonly host: string;
  readonly stage: Stage;
}

const timeoutReasons = {
  connection: 'the connection was not accepted',
  handshake: 'the TLS handshake did not end',
  header: 'the header of the answer did not come to its end',
  body: 'the body of the answer did not come to its end',
} as const satisfies Record<Stage, string>;

/**
 * Turns the error of a request into a sentence for the owner of the server, without addresses or stack traces.
 * @throws {CannotAsk} when this machine is at fault
 */
export function failureOf(error: unknown, { stage, host }: Progress, signal: AbortSignal): Failed {
  const code = errorCode(error);
  if (signal.aborted || code === 'ETIMEDOUT') {
    return { failure: 'timed_out', detail: `time ran out: ${timeoutReasons[stage]}` };
  }
  if (code === undefined) throw error;
  if (stage === 'connection') return connectionFailure(host, code);
  if (stage === 'handshake' || code === 'EPROTO' || code.startsWith('ERR_SSL')) return tlsFailure(code);
  if (code === 'HPE_HEADER_OVERFLOW') {
    return { failure: 'headers_too_large', detail: 'the header of the answer is larger than 128 KB' };
  }
  if (code === 'HPE_NO_FINAL_ANSWER') {
    return { failure: 'not_http', detail: 'the server sent only interim answers (1xx), and no final one' };
  }
  if (code.startsWith('HPE_')) {
    return { failure: 'not_http', detail: `the answer is not HTTP/1.1 (${code.slice('HPE_'.length)})` };
  }
  const where = stage === 'header' ? 'before it answered' : 'in the middle of its answer';
  return { failure: 'connection_reset', detail: `the server closed the connection ${where} (${code})` };
}

/** For when this machine, not the host, is the reason that no connection can be made. */
export function noRouteTo(host: string, code: string): CannotAsk {
  return new CannotAsk(host, `this machine has no way to it (${code})`);
}

/** Errors of connecting that say something about this machine and nothing about the other one. */
const localErrors: ReadonlySet<string> = new Set([
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'EADDRNOTAVAIL',
  'ENETDOWN',
  'ENETUNREACH',
  'EACCES',
  'EPERM',
]);

function connectionFailure(host: string, code: string): Failed {
  if (localErrors.has(code)) throw noRouteTo(host, code);

  return { failure: 'connection_refused', detail: `the server could not be connected to (${code})` };
}

const tlsReasons: Readonly<Record<string, string>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is signed by itself',
  SELF_SIGNED_CERT_IN_CHAIN: 'the chain of certificates ends in one that nobody vouches for',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the chain of certificates is not complete',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'the chain of certificates is not complete',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  CERT_NOT_YET_VALID: 'the certificate is not valid yet',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is for another name',
  ERR_SSL_WRONG_VERSION_NUMBER: 'the server does not speak TLS on this port',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'the server does not speak TLS on this port',
  EPROTO: 'the server does not speak TLS on this port, or only a version that is no longer used',
  ECONNRESET: 'the server closed the connection during the TLS handshake',
};

function tlsFailure(code: string): Failed {
  return { failure: 'tls_failed', detail: `${tlsReasons[code] ?? 'the TLS handshake failed'} (${code})` };
}
