import type { Entry } from '../domain/snapshot.ts';
import { bodyOf } from './body.ts';
import { csvRecord } from './csv.ts';
import { serviceView } from './service.ts';
import { serviceCells, serviceColumns } from './service-columns.ts';

/** Every service with its twelve fields, a line for each: https://github.com/ndjson/ndjson-spec */
export function* ndjsonExport(services: Iterable<Entry>): Generator<string> {
  for (const entry of services) yield `${bodyOf(serviceView(entry))}\n`;
}

/** Every service as a record of a CSV file, after the names of the columns. */
export function* csvExport(services: Iterable<Entry>): Generator<string> {
  yield csvRecord(serviceColumns);

  for (const entry of services) yield csvRecord(serviceCells(serviceView(entry)));
}
