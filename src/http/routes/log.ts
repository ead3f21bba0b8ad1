import { z } from 'zod';
import { printEntries, readTilePath, tileWidth } from '../../transparency/tiles.ts';
import { makeAnswer, send } from '../answer.ts';
import type { Context } from '../bindings.ts';
import type { RouteDependencies } from '../dependencies.ts';
import { binary, notModified, plain, readHeaders, strictRefusals } from '../describe.ts';
import type { Definition, Route } from '../route.ts';

const keyExample = 'tollbook.example/log+a8428a1a+AYqI4910CfGV/VLbLTy6XXLKZwm/HZQSG/N0iAG0D29c\n';

const checkpointExample =
  'tollbook.example/log\n3\nNmQuc8JUCrEh46a/lUWwokmCzYMOsT080Z3jzmwCHsE=\n\n— tollbook.example/log qEKKGqET…\n— witness.example/w1 3xwKNQAA…\n';

const checkpointDefinition: Definition = {
  method: 'get',
  path: '/log/checkpoint',
  operationId: 'getCheckpoint',
  tag: 'Mirrors',
  summary: 'Get the signed size of the log of who is paid',
  description:
    'Returns how many entries the log has and the root of their Merkle tree, signed: a checkpoint of C2SP tlog-tiles. The log has one entry for each change of the wallet, network, price or endpoint of a listing. It only grows, so whoever keeps a checkpoint notices a changed past. Witnesses of the log add their cosignatures (C2SP tlog-cosignature) as further lines within a second; a verifier ignores those of keys that it does not know.',
  responses: {
    200: plain('text/plain', checkpointExample, 'The checkpoint.', readHeaders),
    304: notModified(readHeaders),
    ...strictRefusals('log_absent', 'too_many_requests', 'unavailable'),
  },
};

const keyDefinition: Definition = {
  method: 'get',
  path: '/log/vkey',
  operationId: 'getLogKey',
  tag: 'Mirrors',
  summary: 'Get the key of the log',
  description:
    'Returns the key that verifies checkpoints, in the form of C2SP signed-note. Keep it: a key that is fetched together with what it verifies proves nothing.',
  responses: {
    200: plain('text/plain', keyExample, 'The key.', readHeaders),
    304: notModified(readHeaders),
    ...strictRefusals('log_absent', 'too_many_requests'),
  },
};

const tileDefinition: Definition = {
  method: 'get',
  path: '/log/tile/{level}/{tile}',
  operationId: 'getLogTile',
  tag: 'Mirrors',
  summary: 'Get a tile of the log',
  description:
    'Returns 256 hashes of one level of the Merkle tree, or, at the level `entries`, 256 entries, each after its length in two bytes. `{tile}` is the number of the tile in groups of three digits, all but the last after an x, like `x001/x234/067`; the last tile of a level is incomplete, and named with its width, like `000.p/17`.',
  requestParams: {
    path: z.object({
      level: z.string().meta({ description: '0 to 5, or `entries`.', examples: ['0'] }),
      tile: z.string().meta({ description: 'The number of the tile.', examples: ['000.p/1'] }),
    }),
  },
  responses: {
    200: binary('application/octet-stream', 'The tile.', readHeaders),
    304: notModified(readHeaders),
    ...strictRefusals('log_absent', 'tile_unknown', 'too_many_requests', 'unavailable'),
  },
};

export const logDefinitions = [checkpointDefinition, keyDefinition, tileDefinition];

const text = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'public, max-age=5' };

/** A tile never changes; its name holds its width. */
const tileHeaders = {
  'Content-Type': 'application/octet-stream',
  'Cache-Control': 'public, max-age=31536000, immutable',
};

/** When to try again while the log has a fault. */
const retryAfterSeconds = 60;

/** The log of who is paid, as C2SP tlog-tiles. */
export function logRoutes({ transparency, store, current, refuse }: RouteDependencies): Route[] {
  type Opened = NonNullable<typeof transparency>;
  type Handler = (c: Context, opened: Opened) => Response | Promise<Response>;
  const withLog =
    (handle: Handler): Route['handle'] =>
    (c) =>
      transparency ? handle(c, transparency) : refuse(c, { code: 'log_absent' });

  const answer = (c: Context, ...made: Parameters<typeof makeAnswer>): Response | Promise<Response> =>
    send(c, makeAnswer(...made), store.snapshot.version);

  const checkpoint: Handler = async (c, { checkpoints }) => {
    const note = await checkpoints.newest();
    if (note === undefined) return refuse(c, { code: 'unavailable', retryAfterSeconds });
    return answer(c, note, text);
  };
  const key: Handler = (c, { checkpoints }) => answer(c, `${checkpoints.verifier}\n`, text);
  const tile: Handler = async (c, { log, checkpoints }) => {
    // Caches would hold the tiles of another past for a year.
    if (checkpoints.fault !== undefined) return refuse(c, { code: 'unavailable', retryAfterSeconds });
    // Clients made from the OpenAPI document encode the slashes of a tile.
    const wanted = readTilePath(`tile/${c.req.param('level') ?? ''}/${c.req.param('tile') ?? ''}`);
    const find = async () => wanted && tileOf(wanted, log);
    // Another server may have signed entries that this one has not read.
    const bytes = (await find()) ?? ((await current?.()) ? await find() : undefined);
    if (!bytes) return refuse(c, { code: 'tile_unknown' });
    return answer(c, Buffer.from(bytes), tileHeaders);
  };

  return [
    { definition: checkpointDefinition, counted: true, handle: withLog(checkpoint) },
    { definition: keyDefinition, counted: true, handle: withLog(key) },
    {
      definition: tileDefinition,
      counted: true,
      handle: withLog(tile),
      pattern: '/log/tile/:level/:tile{.+}',
    },
  ];
}

async function tileOf(
  wanted: NonNullable<ReturnType<typeof readTilePath>>,
  log: NonNullable<RouteDependencies['transparency']>['log'],
): Promise<Buffer | undefined> {
  if (wanted.width > tileWidth) return undefined;
  if (wanted.level !== 'entries') return log.tree.tile(wanted);

  const entries = await log.entries(wanted);
  return entries && printEntries(entries);
}
