import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { readJson } from '../domain/strict-json.ts';
import type { Service } from '../views/service.ts';
import { linesOf } from './lines.ts';
import { maxServiceBytes, MirroredService } from './mirrored-service.ts';
import { damaged } from './own-folder.ts';

/** Large pieces, since a file may hold 100,000 services. */
const pieceBytes = 1024 * 1024;

/** A line of a file of services, without its LF, and the id that it begins with. */
export interface ServiceLine {
  readonly id: string;
  readonly line: Buffer;
}

const opening = '{"id":"';
const quote = 34;

/** The lines of a file with one service a line, in groups, without following a link. Only the ids are read. @throws {MirrorFault} */
export async function* serviceLines(path: string): AsyncGenerator<ServiceLine[]> {
  const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
  const chunks = file.createReadStream({ highWaterMark: pieceBytes });

  for await (const lines of linesOf(chunks, maxServiceBytes, () => damaged(path))) {
    yield lines.map((line) => ({ id: idOf(line, path), line }));
  }
}

/** The services of such a file, in groups. @throws {MirrorFault} */
export async function* servicesIn(path: string): AsyncGenerator<Service[]> {
  for await (const lines of serviceLines(path)) yield lines.map(({ line }) => readLine(line, path));
}

function readLine(line: Buffer, path: string): Service {
  const json = readJson(line.toString());
  const read = 'value' in json ? MirroredService.safeParse(json.value) : undefined;
  if (read?.success) return read.data;

  throw damaged(path);
}

function idOf(line: Buffer, path: string): string {
  if (line.toString('latin1', 0, opening.length) !== opening) throw damaged(path);

  return line.toString('latin1', opening.length, line.indexOf(quote, opening.length));
}
