import { z } from 'zod';
import { DatabaseFailure } from '../../domain/unavailable.ts';
import type { Entry, Snapshot } from '../../domain/snapshot.ts';
import type { Moment, OpenDatabase } from '../../live/ports.ts';
import { inSlices } from '../../live/turns.ts';
import { ExportDocument, exportDocument, exportedAt } from '../../views/export-document.ts';
import { csvExport, ndjsonExport } from '../../views/exports.ts';
import { csvRecord } from '../../views/csv.ts';
import type { Problem } from '../../views/problem.ts';
import type { Service } from '../../views/service.ts';
import { serviceCells, serviceColumns } from '../../views/service-columns.ts';
import { bodyOf } from '../../views/body.ts';
import { bodyTag } from '../body-tag.ts';
import type { Context } from '../bindings.ts';
import { byteRange } from '../byte-range.ts';
import type { RouteDependencies } from '../dependencies.ts';
import {
  binary,
  databaseHeaders,
  downloadHeaders,
  json,
  notModified,
  plain,
  strictRefusals,
} from '../describe.ts';
import { type Encoding, encodingFor, isKnownTag, tagOf } from '../encoding.ts';
import { exportHeaders } from '../export-headers.ts';
import { requestHeader } from '../headers.ts';
import type { Definition, Route } from '../route.ts';
import { sendExport, unchangedExport } from '../send-export.ts';

/** Part of every tag. Raise it when an export of the same services gets other bytes. */
const exportVersion = 1;

const databaseType = 'application/vnd.sqlite3';

/** The promises of all exports. */
const promises =
  'Send `If-None-Match` with the ETag of your copy: while what it shows is unchanged, the answer is an empty 304. The export and the changes after its `X-Catalog-Cursor` are the catalog.';

const example: Service = {
  id: 'rain-radar-7x3k9m2p',
  name: 'Rain Radar',
  description: 'Precipitation for the next two hours.',
  endpoint: 'https://api.example.com/rain',
  category: 'weather-environment',
  pricing: { currency: 'USDC', pricePerRequest: '0.001', freeQuota: 100 },
  x402Config: { paymentAddress: '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed', network: 'base-sepolia' },
  trustScore: 87,
  status: 'verified',
  supportedChains: ['base-sepolia'],
  createdAt: '2026-01-31T12:00:00.000Z',
  updatedAt: '2026-01-31T12:00:00.000Z',
};
const exampleCsv = csvRecord(serviceColumns) + csvRecord(serviceCells(example));

/** The answers to a request for an export that is text. */
const answersWith = (whole: ReturnType<typeof plain>): Definition['responses'] => ({
  200: whole,
  304: notModified(downloadHeaders),
  ...strictRefusals('too_many_requests', 'unavailable'),
});

const exportDefinition: Definition = {
  method: 'get',
  path: '/api/export',
  operationId: 'exportCatalog',
  tag: 'Catalog',
  summary: 'Export the whole catalog',
  description: `Returns the main fields of every service in one document, free of charge. ${promises}`,
  responses: answersWith(json(ExportDocument, 'The export document.', downloadHeaders)),
};

const ndjsonDefinition: Definition = {
  method: 'get',
  path: '/api/export.ndjson',
  operationId: 'exportNdjson',
  tag: 'Catalog',
  summary: 'Export the whole catalog, a service per line',
  description: `Returns every service with all fields, as \`GET /api/services/{id}\` does: one JSON object per line, sorted by id. ${promises}`,
  responses: answersWith(
    plain('application/x-ndjson', `${bodyOf(example)}\n`, 'A service per line.', downloadHeaders),
  ),
};

const csvDefinition: Definition = {
  method: 'get',
  path: '/api/export.csv',
  operationId: 'exportCsv',
  tag: 'Catalog',
  summary: 'Export the whole catalog for spreadsheets',
  description: `Returns every service as a record of a CSV file (RFC 4180, UTF-8), sorted by id, after a header with names like \`pricing_currency\`. Chains are separated by spaces. No cell begins a formula: an apostrophe stands before one that would. ${promises}`,
  responses: answersWith(
    plain('text/csv', exampleCsv, 'A header, and a record for each service.', downloadHeaders),
  ),
};

const sqliteDefinition: Definition = {
  method: 'get',
  path: '/api/export.sqlite',
  operationId: 'exportSqlite',
  tag: 'Catalog',
  summary: 'Export the whole catalog as a database',
  description: `Returns an SQLite database to query offline: \`services\` has a row for each service, \`search\` is a full-text index (FTS5) with the weights of this catalog's own search, and \`meta\` says of which moment it is. The first request after a change waits until it is made, some seconds for a large catalog. ${promises}`,
  requestParams: {
    header: z.object({
      Range: z
        .string()
        .optional()
        .meta({ description: 'The part to send, as one range of bytes.', examples: ['bytes=0-99'] }),
    }),
  },
  responses: {
    200: binary(databaseType, 'The database.', databaseHeaders),
    206: binary(databaseType, 'The part of the database that `Range` names.', databaseHeaders),
    304: notModified(downloadHeaders),
    ...strictRefusals('range_not_satisfiable', 'too_many_requests', 'unavailable'),
  },
};

export const exportDefinitions = [exportDefinition, ndjsonDefinition, csvDefinition, sqliteDefinition];

/** The members of the export document that are not of a service. */
type Head = Parameters<typeof exportDocument>[1];

/** A format of the export that is text. */
interface TextFormat {
  readonly definition: Definition;
  readonly type: string;
  /** The rest that determines the text, beside the services. */
  readonly origin: (snapshot: Snapshot, head: Head) => unknown;
  /** The text in pieces. */
  readonly pieces: (services: Iterable<Entry>, snapshot: Snapshot, head: Head) => Iterable<string>;
}

const textFormats: readonly TextFormat[] = [
  {
    definition: exportDefinition,
    type: 'application/json; charset=utf-8',
    origin: ({ categories }, head) => [head, categories],
    pieces: (services, snapshot, head) => exportDocument(snapshot, head, services),
  },
  {
    definition: ndjsonDefinition,
    type: 'application/x-ndjson; charset=utf-8',
    origin: () => null,
    pieces: ndjsonExport,
  },
  {
    definition: csvDefinition,
    type: 'text/csv; charset=utf-8',
    origin: () => null,
    pieces: csvExport,
  },
];

const noDatabase: Problem = {
  code: 'unavailable',
  detail: 'The database cannot be made at the moment. Take /api/export.ndjson, or try again later.',
  retryAfterSeconds: 60,
};

/** The whole catalog in every format. Texts are made while they are sent, databases before. */
export function exportRoutes(dependencies: RouteDependencies): Route[] {
  return [...textFormats.map((format) => textRoute(format, dependencies)), databaseRoute(dependencies)];
}

function textRoute({ definition, type, origin, pieces }: TextFormat, dependencies: RouteDependencies): Route {
  const { contents, turns } = dependencies;

  return {
    definition,
    counted: true,
    async handle(c) {
      const { snapshot, moment, reportedAt } = present(dependencies);
      const { tag: tagOfServices, services, checkedAt } = await contents.of(snapshot);
      const head = {
        source: dependencies.catalogName,
        exportedAt: exportedAt({ changedAt: snapshot.version.changedAt, checkedAt, reportedAt }),
      };
      const tag = bodyTag(bodyOf([exportVersion, type, tagOfServices, origin(snapshot, head)]));
      const encoding = encodingOf(c);
      const headers = exportHeaders(c, { moment, tag, type, encoding }, dependencies);
      if (isKnown(c, tag)) return unchangedExport(headers);

      const make = (): AsyncIterable<Uint8Array> =>
        asBytes(inSlices(pieces(services(), snapshot, head), turns));
      return sendExport(c, { headers, encoding, make }, dependencies);
    },
  };
}

function databaseRoute(dependencies: RouteDependencies): Route {
  const { contents, databases, licence, siteUrl, refuse, log } = dependencies;

  return {
    definition: sqliteDefinition,
    counted: true,
    async handle(c) {
      const { snapshot, moment } = present(dependencies);
      const { tag: tagOfServices, services } = await contents.of(snapshot);
      const { commit, changedAt } = moment.version;
      const { categories } = snapshot;
      const others = [categories, commit, changedAt, moment.cursor, licence, siteUrl];
      const tag = bodyTag(bodyOf([exportVersion, databaseType, tagOfServices, others]));
      if (isKnown(c, tag)) {
        const exported = { moment, tag, type: databaseType, encoding: encodingOf(c) };
        return unchangedExport(exportHeaders(c, exported, dependencies));
      }

      try {
        const database = await databases.open({ tag, moment, categories, services });
        return sendDatabase(c, database, dependencies);
      } catch (error) {
        if (!(error instanceof DatabaseFailure)) throw error;

        log.error({ error }, 'a database of the catalog could not be made');
        return refuse(c, noDatabase);
      }
    },
  };
}

/** Everything about the catalog as it is, read in one turn of the event loop. */
function present({ store, feed }: RouteDependencies): {
  readonly snapshot: Snapshot;
  readonly moment: Moment;
  /** Of the last change in the feed, in milliseconds since 1970. */
  readonly reportedAt: number;
} {
  const { snapshot, shownAt } = store;
  const moment = { version: snapshot.version, cursor: feed.cursor(), shownAt };

  return { snapshot, moment, reportedAt: feed.position.at };
}

/** Sends a database, or the part of it that the client asks for. Parts are those of the plain file. */
function sendDatabase(c: Context, database: OpenDatabase, dependencies: RouteDependencies): Response {
  const { moment, tag, size } = database;
  const { refuse } = dependencies;
  const inEncoding = (encoding: Encoding | undefined): Record<string, string> =>
    exportHeaders(c, { moment, tag, type: databaseType, encoding }, dependencies);
  const ofFile = { ...inEncoding(undefined), 'Accept-Ranges': 'bytes' };
  const ended = (): void => void database.close();
  const part = isPartWanted(c, tag) ? byteRange(requestHeader(c, 'range'), size) : undefined;

  if (part === 'none') {
    ended();
    return refuse(c, { code: 'range_not_satisfiable' }, { 'Content-Range': `bytes */${size}` });
  }
  if (part) {
    const { start, end } = part;
    const range = {
      'Content-Range': `bytes ${start}-${end}/${size}`,
      'Content-Length': String(end - start + 1),
    };
    const make = (): AsyncIterable<Uint8Array> => database.read(start, end);
    return sendExport(c, { status: 206, headers: { ...ofFile, ...range }, make, ended }, dependencies);
  }

  const encoding = encodingOf(c);
  const headers = encoding ? inEncoding(encoding) : { ...ofFile, 'Content-Length': String(size) };
  return sendExport(c, { headers, encoding, make: () => database.read(0, size - 1), ended }, dependencies);
}

function encodingOf(c: Context): Encoding | undefined {
  return encodingFor(requestHeader(c, 'accept-encoding'));
}

function isKnown(c: Context, tag: string): boolean {
  return isKnownTag(tag, requestHeader(c, 'if-none-match'));
}

/** Whether `Range` counts: only in a GET, and only of the same file where `If-Range` names one (RFC 9110, section 13.1.5). */
function isPartWanted(c: Context, tag: string): boolean {
  const ifRange = requestHeader(c, 'if-range');

  return c.req.method === 'GET' && (ifRange === undefined || ifRange.trim() === tagOf(tag, undefined));
}

async function* asBytes(slices: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  for await (const slice of slices) yield Buffer.from(slice);
}
