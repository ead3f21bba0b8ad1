import { versionLabel } from '../domain/snapshot.ts';
import type { Clock, Moment } from '../live/ports.ts';
import type { Context } from './bindings.ts';
import { type Encoding, tagOf } from './encoding.ts';
import { baseHeaders } from './headers.ts';

/** An export without its body. */
interface Exported {
  /** Without a time where the export also shows what the time of the catalog says nothing about. */
  readonly moment: Omit<Moment, 'shownAt'> & Partial<Pick<Moment, 'shownAt'>>;
  readonly tag: string;
  readonly type: string;
  readonly encoding: Encoding | undefined;
}

interface Settings {
  readonly licence: string | undefined;
  readonly clock: Clock;
}

export function exportHeaders(
  c: Context,
  { moment, tag, type, encoding }: Exported,
  { licence, clock }: Settings,
): Record<string, string> {
  const { version, cursor, shownAt } = moment;
  const link = licence === undefined ? undefined : licenceLinks(licence);

  return {
    ...baseHeaders(c),
    'Content-Type': type,
    'Cache-Control': 'public, max-age=0, must-revalidate',
    Vary: 'Accept-Encoding',
    ETag: tagOf(tag, encoding),
    ...(shownAt === undefined ? {} : { 'Last-Modified': lastModified(shownAt, clock()) }),
    'X-Catalog-Version': versionLabel(version),
    ...(cursor === null ? {} : { 'X-Catalog-Cursor': cursor }),
    ...(link === undefined ? {} : { Link: link }),
    ...(encoding ? { 'Content-Encoding': encoding } : {}),
  };
}

/** The headers of a 304, which has no body to describe: RFC 9110, section 15.4.5. */
export function withoutBody(headers: Readonly<Record<string, string>>): Record<string, string> {
  const { 'Content-Type': _type, 'Content-Encoding': _encoding, ...others } = headers;

  return others;
}

/**
 * The time of a change, in whole seconds. It is rounded up, so that a copy fetched in the second of a change never has the time of the
 * next one; and never in the future: RFC 9110, section 8.8.2.1. `If-Modified-Since` is not read, since servers that share a catalog see
 * changes at different times.
 */
function lastModified(shownAt: Date, now: Date): string {
  const seconds = Math.min(Math.ceil(shownAt.getTime() / 1000), Math.floor(now.getTime() / 1000));

  return new Date(seconds * 1000).toUTCString();
}

/** The words of an SPDX expression that are no ids of licences: https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/ */
const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'WITH']);

/** The value of a `Link` header (RFC 8288) that leads to the licences of an SPDX expression; undefined when it names none that is published. */
export function licenceLinks(expression: string): string | undefined {
  const ids = expression.split(/[\s()]+/).filter((word) => /^[A-Za-z0-9.-]+\+?$/.test(word));
  const published = ids.filter((id) => !operators.has(id) && !id.startsWith('LicenseRef-'));
  const links = published.map((id) => `<https://spdx.org/licenses/${id.replace(/\+$/, '')}>; rel="license"`);

  return links.length > 0 ? links.join(', ') : undefined;
}
