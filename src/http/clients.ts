import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { randomBytes } from 'node:crypto';
import { type AddressRange, isInRange, readAddress } from '../domain/address-range.ts';
import { type ForwardedHeaders, type Hops, hopsOf } from './forwarded.ts';

const processId = randomBytes(4).toString('hex');
let requests = 0;

/** An id that is unique across restarts. Hono's `request-id` sees no request for a page, and takes none of the traces below. */
function newRequestId(): string {
  requests += 1;
  return `${processId}-${requests.toString(36)}`;
}

/** The id in `X-Request-Id`, where it is harmless. */
function givenRequestId({ 'x-request-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && /^[\w.-]{1,64}$/.test(id) ? id : undefined;
}

/**
 * The trace in `traceparent` (W3C Trace Context); undefined where it, the parent or the version is one that cannot be. Later versions may
 * add fields at the end.
 */
function traceOf({ traceparent = '' }: IncomingHttpHeaders): string | undefined {
  const [, version, trace, parent, more] =
    /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(-.*)?$/.exec(String(traceparent)) ?? [];
  const isInvalid = version === 'ff' || /^0*$/.test(trace ?? '') || /^0*$/.test(parent ?? '');

  return isInvalid || (version === '00' && more !== undefined) ? undefined : trace;
}

/** A request as it comes in; tests have only the part that is read here. */
type Incoming = Pick<IncomingMessage, 'headers'> & {
  readonly socket: Pick<IncomingMessage['socket'], 'remoteAddress'>;
};

type Connection = Incoming['socket'];

type Address = NonNullable<ReturnType<typeof readAddress>>;

/** The other end of a connection. */
interface Peer {
  /** As limits count it. */
  readonly client: string;
  /** Undefined for a peer whose headers are not believed. */
  readonly proxy: Address | undefined;
}

/**
 * Tells clients apart, for limits. A client is the address of its connection, or, where that is a trusted proxy, the address that the proxy
 * names; for IPv6 the /64, since one client usually owns all of that.
 */
export class Clients {
  readonly #proxies: readonly AddressRange[];
  /** By connection, since reading an address takes a noticeable share of the time of a response. */
  readonly #peers = new WeakMap<object, Peer>();

  /** `proxies`: those whose headers are believed. */
  constructor(proxies: readonly AddressRange[] = []) {
    this.#proxies = proxies;
  }

  /** The client that sent a request. */
  of(incoming: Incoming | undefined): string {
    if (!incoming) return 'unknown';

    const { client, proxy } = this.#peerOf(incoming.socket);
    return proxy ? this.#clientIn(proxy, forwardedIn(incoming.headers)) : client;
  }

  /** The client that opened a connection; undefined for a trusted proxy, behind which there may be many. */
  ofConnection(socket: Connection): string | undefined {
    const { client, proxy } = this.#peerOf(socket);

    return proxy ? undefined : client;
  }

  /** The id that a request brings, or the trace that a trusted proxy puts it in, or else a new one. */
  requestIdOf(incoming: Incoming): string {
    const { headers, socket } = incoming;

    return givenRequestId(headers) ?? (this.#peerOf(socket).proxy && traceOf(headers)) ?? newRequestId();
  }

  #peerOf(socket: Connection): Peer {
    const known = this.#peers.get(socket);
    if (known) return known;

    const address = readAddress(withoutZone(socket.remoteAddress));
    const proxy = address && this.#isTrusted(address) ? address : undefined;
    const peer = { client: address ? keyOf(address) : 'unknown', proxy };
    this.#peers.set(socket, peer);
    return peer;
  }

  /** Where the two headers name different clients, a client wrote one of them, so neither is believed. */
  #clientIn(proxy: Address, given: ForwardedHeaders): string {
    const [client, ...others] = hopsOf(given).map((hops) => keyOf(this.#walk(proxy, hops)));

    return client === undefined || others.some((other) => other !== client) ? keyOf(proxy) : client;
  }

  /** The first hop that is not a trusted proxy; the last proxy before a hop that is no address, or before the end. */
  #walk(proxy: Address, hops: Hops): Address {
    let last = proxy;
    for (const hop of hops) {
      const address = readAddress(hop ?? '');
      if (!address) return last;
      if (!this.#isTrusted(address)) return address;
      last = address;
    }
    return last;
  }

  #isTrusted(address: Address): boolean {
    return this.#proxies.some((range) => isInRange(address, range));
  }
}

/** The system names the interface of a link-local client. A connection that is closed already has no address. */
function withoutZone(address = ''): string {
  return address.replace(/%.*$/, '');
}

/** Node types headers that it does not know as lists, too, but joins repeated ones with commas. */
function forwardedIn({ 'x-forwarded-for': list, forwarded }: IncomingHttpHeaders): ForwardedHeaders {
  return { 'x-forwarded-for': Array.isArray(list) ? list.join() : list, forwarded };
}

function keyOf(address: Address): string {
  return address.kind() === 'ipv6' ? address.toByteArray().slice(0, 8).join('.') : address.toString();
}
