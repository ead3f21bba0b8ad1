import { createHash } from 'node:crypto';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { type CatalogClient, nameOf, type OpenAnswer } from './catalog-client.ts';
import { Commit, Cursor } from './change-feed.ts';
import { linesOf } from './lines.ts';
import {
  maxServiceBytes,
  MirroredService,
  refuseLarge,
  serviceLine,
  type UnknownMembers,
} from './mirrored-service.ts';
import { invalid, readText } from './read-answer.ts';
import type { Notice } from './surroundings.ts';

export const exportPath = 'api/export.ndjson';

export interface TakenExport {
  readonly services: number;
  readonly bytes: number;
  /** Of the bytes as they came, in lowercase hex. */
  readonly sha256: string;
  /** Where the changes after the export begin; null on a host of static files. */
  readonly cursor: string | null;
  readonly commit: string | null;
  /** Of the data (SPDX), where the catalog names one. */
  readonly licence: string | null;
}

interface Options {
  readonly from: URL;
  /** The file to write: one service a line, sorted by id. */
  readonly to: string;
  readonly maxBytes: number;
  readonly notice: (notice: Notice) => void;
  readonly unknown: UnknownMembers;
}

/** Downloads the export of a catalog, checks every service, and writes them to a file that survives a power cut. @throws {MirrorFault} */
export async function takeExport(
  client: CatalogClient,
  { from, to, maxBytes, notice, unknown }: Options,
): Promise<TakenExport> {
  const name = nameOf(new URL(exportPath, from));

  return client.read(exportPath, { maxBytes }, async (answer) => {
    if (answer.status !== 200) throw invalid(name, `it answers HTTP ${String(answer.status)}`);

    await rm(to, { force: true });
    const file = await open(to, 'wx');
    try {
      const written = await writeServices(answer, file, { name, notice, unknown });
      await file.sync();
      return { ...written, ...placeOf(answer, name) };
    } finally {
      await file.close();
    }
  });
}

/** The header of an export says where the changes after it begin. */
function placeOf({ headers }: OpenAnswer, name: string): Pick<TakenExport, 'cursor' | 'commit' | 'licence'> {
  const [cursor, version] = [headers.get('x-catalog-cursor'), headers.get('x-catalog-version')];
  if (cursor !== null && !Cursor.safeParse(cursor).success) throw invalid(name, 'its cursor is no cursor');

  // A label such as `c0ffee+2` says that two changes are newer than the last build.
  const commit = version?.replace(/\+\d+$/, '') ?? null;
  const licence = licenceIn(headers.get('link') ?? '');
  return { cursor, commit: Commit.safeParse(commit).success ? commit : null, licence };
}

/** Reads the links of the relation `license` (RFC 8288), which lead to the list of SPDX. */
function licenceIn(links: string): string | null {
  const ids = links.matchAll(/<https:\/\/spdx\.org\/licenses\/([A-Za-z0-9.-]{1,60})>; rel="license"/g);
  const text = Array.from(ids, ([, id]) => id).join(', ');

  return text === '' ? null : text.slice(0, 200);
}

async function writeServices(
  { body }: OpenAnswer,
  file: FileHandle,
  { name, notice, unknown }: { readonly name: string } & Pick<Options, 'notice' | 'unknown'>,
): Promise<Pick<TakenExport, 'services' | 'bytes' | 'sha256'>> {
  const hash = createHash('sha256');
  let [services, bytes, last] = [0, 0, ''];

  for await (const lines of linesOf(counted(), maxServiceBytes, cut)) {
    const texts: string[] = [];
    for (const line of lines) {
      services += 1;
      const service = readText(line, MirroredService, `line ${String(services)} of ${name}`);
      if (service.id <= last) {
        throw invalid(`line ${String(services)} of ${name}`, 'it repeats an id, or is not sorted by id');
      }
      refuseLarge(service, name);
      unknown.see(service);
      texts.push(`${serviceLine(service)}\n`);
      last = service.id;
    }
    await file.writeFile(texts.join(''));
    notice({ level: 'progress', text: `${String(services)} services read` });
  }
  return { services, bytes, sha256: hash.digest('hex') };

  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      hash.update(chunk);
      bytes += chunk.length;
      yield chunk;
    }
  }

  function cut(what: 'too_long' | 'cut_off', line: number): Error {
    const fault = what === 'too_long' ? `it has more than ${String(maxServiceBytes)} bytes` : 'it is cut off';
    return invalid(`line ${String(line)} of ${name}`, fault);
  }
}
