import { CannotAsk } from '../../domain/cannot-ask.ts';
import { errorCode } from '../../domain/error-code.ts';
import { isOwnFault, noWayOut } from './own-faults.ts';
import type { Failed } from './outcome.ts';

/** What a request was waiting for. */
type Stage = 'connection' | 'handshake' | 'header' | 'body';

/** How far a request has come, and to whom. */
export interface Course {
  readonly host: string;
  readonly stage: Stage;
}

const waitedFor = {
  connection: 'the connection was not accepted',
  handshake: 'the TLS handshake did not end',
  header: 'the header of the answer did not come to its end',
  body: 'the body of the answer did not come to its end',
} as const satisfies Record<Stage, string>;

/**
 * Says what went wrong in the words of the person whose server it is: no addresses, no stack.
 * @throws {CannotAsk} when it is no fault of that server
 */
export function failureOf(error: unknown, { stage, host }: Course, signal: AbortSignal): Failed {
  const code = errorCode(error);
  if (signal.aborted || code === 'ETIMEDOUT') {
    return { failure: 'timed_out', detail: `time ran out: ${waitedFor[stage]}` };
  }
  if (code === undefined) throw error;
  if (stage === 'connection') return unconnected(host, code);
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

function unconnected(host: string, code: string): Failed {
  if (isOwnFault(code)) throw new CannotAsk(host, noWayOut(code));

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
