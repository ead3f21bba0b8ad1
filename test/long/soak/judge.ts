import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Cluster, Member } from './cluster.ts';
import type { Follower } from './follower.ts';
import type { Hook } from './hook.ts';
import type { Entry, Ledger } from './ledger.ts';

const Listed = z.object({
  id: z.string(),
  endpoint: z.string(),
  pricing: z.object({ pricePerRequest: z.string() }),
});
const Checks = z.object({ latest: z.array(z.object({ at: z.iso.datetime() })) });

/** How long after an act its check may come. */
const checkDelayMs = 10_000;

/** The price of each service by its id. */
type Prices = ReadonlyMap<string, string>;

/** Everything that has to agree once nothing changes any more. */
export interface Witnesses {
  readonly cluster: Cluster;
  readonly ledger: Ledger;
  readonly follower: Follower;
  readonly hook: Hook;
  readonly probeIntervalMs: number;
}

/** Sentences about what does not agree: acknowledgements, git, every server, the feed, webhooks and checks. None where all is well. */
export async function judge(witnesses: Witnesses): Promise<string[]> {
  const { cluster, ledger, follower, hook, probeIntervalMs } = witnesses;
  const inGit = await listedInGit(cluster);
  const prices: Prices = new Map(inGit.map(({ id, pricing }) => [id, pricing.pricePerRequest]));

  return [
    ...lostAndDoubled(ledger.entries, inGit),
    ...(await Promise.all(cluster.members.map((member) => unlikeGit(member, prices)))).flat(),
    ...toldWrong(follower, ledger.entries),
    ...deliveredWrong(hook, ledger.entries),
    ...(await checkedTooOften(cluster, ledger.entries, probeIntervalMs)),
    ...(await brokenGit(cluster)),
  ];
}

async function listedInGit({ remote }: Cluster): Promise<z.infer<typeof Listed>[]> {
  const paths = (await remote.files('main')).filter((path) => path.startsWith('catalog/services/'));
  const texts = await Promise.all(paths.map((path) => remote.file('main', path)));

  return texts.map((text) => Listed.parse(JSON.parse(text ?? '')));
}

function lostAndDoubled(entries: readonly Entry[], inGit: readonly z.infer<typeof Listed>[]): string[] {
  const byEndpoint = Map.groupBy(inGit, ({ endpoint }) => endpoint);

  return entries.flatMap(({ endpoint, id, price, isRemoved }) => {
    const found = byEndpoint.get(endpoint) ?? [];
    const wanted = isRemoved ? [] : [{ id, price }];
    const listed = found.map((service) => ({ id: service.id, price: service.pricing.pricePerRequest }));
    return isDeepStrictEqual(listed, wanted)
      ? []
      : [`${endpoint} was acknowledged as ${JSON.stringify(wanted)}, and git has ${JSON.stringify(listed)}`];
  });
}

async function unlikeGit({ number, url }: Member, inGit: Prices): Promise<string[]> {
  const text = await (await fetch(`${url}/api/export.ndjson`)).text();
  const lines = text.split('\n').filter((line) => line !== '');
  const shown: Prices = new Map(
    lines
      .map((line) => Listed.parse(JSON.parse(line)))
      .map(({ id, pricing }) => [id, pricing.pricePerRequest]),
  );
  const ids = [...new Set([...inGit.keys(), ...shown.keys()])];

  return ids
    .filter((id) => inGit.get(id) !== shown.get(id))
    .map(
      (id) =>
        `server ${String(number)} shows ${id} at ${String(shown.get(id))}, git has ${String(inGit.get(id))}`,
    );
}

/** Each listing has to be told as new once, and as deleted once if it is. */
function toldWrong({ told }: Follower, entries: readonly Entry[]): string[] {
  const cursors = new Set(told.map(({ cursor }) => cursor));
  const times = Map.groupBy(told, ({ kind, id }) => `${kind} ${id}`);
  const count = (kind: string, id = ''): number => times.get(`${kind} ${id}`)?.length ?? 0;

  return [
    ...(cursors.size === told.length ? [] : ['the feed told a change twice under one cursor']),
    ...entries.flatMap(({ id, isRemoved }) => [
      ...(count('created', id) === 1
        ? []
        : [`the feed told ${String(count('created', id))} times that ${String(id)} is new`]),
      ...(count('deleted', id) === Number(isRemoved)
        ? []
        : [`the feed told ${String(count('deleted', id))} times that ${String(id)} is deleted`]),
    ]),
  ];
}

function deliveredWrong({ messages }: Hook, entries: readonly Entry[]): string[] {
  const created = Map.groupBy(
    [...messages].filter(([change]) => change.startsWith('created ')),
    ([change]) => change.split(' ')[1] ?? '',
  );

  return [
    ...entries
      .filter(({ id }) => created.get(id ?? '')?.length !== 1)
      .map(
        ({ id }) =>
          `the webhook was told ${String(created.get(id ?? '')?.length ?? 0)} times that ${String(id)} is new`,
      ),
    ...[...messages]
      .filter(([, ids]) => ids.size > 1)
      .map(([change, ids]) => `the webhook was told as ${String(ids.size)} messages: ${change}`),
  ];
}

/** A service is checked after each act on it, and else once an interval, whichever server does it. */
async function checkedTooOften(
  { members }: Cluster,
  entries: readonly Entry[],
  intervalMs: number,
): Promise<string[]> {
  const [member] = members;
  const faults: string[] = [];
  for (const { id, isRemoved, acts } of entries) {
    if (id === undefined || isRemoved || !member) continue;
    const answer = await fetch(`${member.url}/api/services/${id}/checks`);
    const times = Checks.parse(await answer.json()).latest.map(({ at }) => Date.parse(at));
    const early = times.find((at, i) => {
      const before = times[i + 1] ?? Number.NEGATIVE_INFINITY;
      const isAsked = acts.some(([from, to]) => from <= at && to + checkDelayMs >= before);
      return at - before < intervalMs / 3 && !isAsked;
    });
    if (early !== undefined) faults.push(`${id} was checked too early, at ${new Date(early).toISOString()}`);
  }
  return faults;
}

async function brokenGit({ remote }: Cluster): Promise<string[]> {
  const said = await remote.git(['fsck', '--strict', '--no-dangling']);

  return said === '' ? [] : [`git fsck: ${said}`];
}
