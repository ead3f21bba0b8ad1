import { authorizationEvent, eventTopic, type EvmLog, isTransfer, type Transfer } from './evm-log.ts';

/**
 * The contracts that settle payments through Permit2, at the same address on every chain. They say only that they settled, in an event
 * right after the transfer.
 */
export const permit2Proxies: readonly string[] = [
  '0x402085c248eea27d92e8b30b2c58ed07f9e20001', // x402ExactPermit2Proxy
  '0x4020a4f3b7b90cca423b9fabcc0ce57c6c240002', // x402UptoPermit2Proxy
];
/** What they emit. */
export const settledEvents: readonly string[] = [eventTopic('Settled()'), eventTopic('SettledWithPermit()')];

/** What is known of one transaction without its receipt. */
export interface Evidence {
  /** Transfers to accounts, of which some may be payments. */
  readonly transfers: readonly Transfer[];
  /** EIP-3009 authorizations of their payers. */
  readonly authorizations: readonly EvmLog[];
  /** Events of the Permit2 proxies. */
  readonly settled: readonly EvmLog[];
}

/** The transfers right after their authorization: Circle's contract emits the two in this order. All are of one transaction. */
export function authorizedDirectly(
  transfers: readonly Transfer[],
  authorizations: readonly EvmLog[],
): Transfer[] {
  const keys = new Map(authorizations.map((log) => [log.index, payerKey(log)]));

  return transfers.filter(({ log }) => keys.get(log.index - 1) === payerKey(log));
}

/**
 * The payments among the transfers, where each stands beside the event that makes it one. Undefined when others are left, of transfers
 * and of events: then only the whole transaction can tell which belong together.
 */
export function clearPayments({ transfers, authorizations, settled }: Evidence): Transfer[] | undefined {
  const authorized = new Set(authorizedDirectly(transfers, authorizations));
  const others = transfers.filter((transfer) => !authorized.has(transfer));
  const events = new Set(settled.map(({ index }) => index));
  const proxied = others.filter(({ log }) => events.has(log.index + 1));

  const isClear =
    proxied.length === others.length ||
    (authorized.size === authorizations.length && proxied.length === settled.length);
  return isClear ? [...authorized, ...proxied] : undefined;
}

/**
 * The places of the payments among all logs of a transaction. An authorization belongs to the nearest following transfer of its
 * authorizer that has none yet, or else to the nearest preceding one. The event of a proxy belongs to the nearest preceding transfer
 * without an authorization, unless an earlier event stands between them.
 */
export function paymentsIn(logs: readonly EvmLog[]): ReadonlySet<number> {
  const authorizations = Map.groupBy(logs.filter(isAuthorization), payerKey);
  const authorized = [...Map.groupBy(logs.filter(isTransfer), payerKey)].flatMap(([key, transfers]) =>
    authorizedIn(transfers, authorizations.get(key) ?? []),
  );

  return new Set([...authorized, ...settledIn(logs, new Set(authorized))]);
}

/** The places of the transfers that are authorized, of one payer and token. */
function authorizedIn(transfers: readonly EvmLog[], authorizations: readonly EvmLog[]): number[] {
  const following = transfers.map(({ index }) => index).reverse();
  const preceding: number[] = [];
  const places: number[] = [];

  for (const { index } of authorizations) {
    while ((following.at(-1) ?? Infinity) < index) preceding.push(following.pop() ?? 0);
    const place = following.pop() ?? preceding.pop();
    if (place !== undefined) places.push(place);
  }
  return places;
}

function settledIn(logs: readonly EvmLog[], authorized: ReadonlySet<number>): number[] {
  const places: number[] = [];
  let last: number | undefined;

  for (const log of logs) {
    if (isTransfer(log) && !authorized.has(log.index)) last = log.index;
    if (!isSettled(log)) continue;
    if (last !== undefined) places.push(last);
    last = undefined;
  }
  return places;
}

function payerKey({ address, topics }: EvmLog): string {
  return `${address} ${topics[1] ?? ''}`;
}

function isAuthorization({ topics }: EvmLog): boolean {
  return topics[0] === authorizationEvent && topics.length === 3;
}

function isSettled({ address, topics }: EvmLog): boolean {
  return permit2Proxies.includes(address) && settledEvents.includes(topics[0] ?? '');
}
