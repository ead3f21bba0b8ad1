import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { type AddressRange, isInRange, readAddress } from '../domain/address-range.ts';
import { type ForwardedHeaders, type Hops, hopsOf } from './forwarded.ts';
import { givenRequestId, newRequestId, traceOf } from './request-id.ts';

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
