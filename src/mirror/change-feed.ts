import { z } from 'zod';
import { ServiceId } from '../domain/service-id.ts';
import { type CatalogClient, type Answer, nameOf } from './catalog-client.ts';
import { MirroredService, refuseLarge } from './mirrored-service.ts';
import { MirrorFault } from './mirror-fault.ts';
import { invalid, readText } from './read-answer.ts';

/** Opaque, but it travels in URLs and files, so its characters are limited. */
export const Cursor = z.string().regex(/^[\x21-\x7e]{1,500}$/);

/** A commit of the catalog. The form leaves room for other kinds of histories. */
export const Commit = z.string().regex(/^[\w.+-]{1,100}$/);

/** A change of a service. Further members, and kinds that are new, do not matter: what to do follows from `service`. */
const Change = z.object({
  cursor: Cursor,
  at: z.iso.datetime(),
  kind: z.string().regex(/^[a-z_]{1,40}$/),
  id: ServiceId,
  commit: Commit,
  /** The service as it is now, rather than as it was after the change; null where it is not listed now. */
  service: z.nullable(MirroredService),
  /** Untrusted text. */
  reason: z.string().max(10_000).nullable().optional(),
});

const Page = z.object({
  changes: z.array(Change).max(1000),
  next: Cursor,
  more: z.boolean(),
});
export type Page = z.infer<typeof Page>;

const Problem = z.object({ code: z.string() });

/** Changes that one request asks for, which is the most that it may. */
const pageSize = 1000;

/** A thousand services whose texts all have their greatest length need a third of this. */
const maxPageBytes = 64 * 1024 * 1024;

export class ChangeFeed {
  readonly #client: CatalogClient;
  readonly #name: string;
  /** The cursors that led here, since the last page that had no more after it. */
  readonly #passed = new Set<string>();

  constructor(client: CatalogClient, from: URL) {
    this.#client = client;
    this.#name = nameOf(new URL('api/changes', from));
  }

  /** Whether there is a feed at all. Hosts of static files have none. */
  async exists(): Promise<boolean> {
    const answer = await this.#get('?limit=1');

    return isFeed(answer);
  }

  /**
   * The changes after a cursor, at most 1,000. With `waitSeconds`, an answer that would be empty is held back until there is a change.
   * `expired`: the catalog does not know all changes since then, and a copy has to begin with an export.
   * @throws {MirrorFault}
   */
  async after(since: string, waitSeconds = 0): Promise<Page | 'expired'> {
    const wait = waitSeconds > 0 ? `&wait=${String(waitSeconds)}` : '';
    const answer = await this.#get(`?since=${encodeURIComponent(since)}&limit=${String(pageSize)}${wait}`);
    if (answer.status === 410 && codeOf(answer) === 'cursor_expired') return 'expired';
    if (!isFeed(answer)) throw invalid(this.#name, `it answers HTTP ${String(answer.status)}`);

    const page = readText(answer.bytes, Page, this.#name);
    for (const { id, service } of page.changes) {
      if (!service) continue;
      if (service.id !== id) {
        throw invalid(this.#name, `the change of ${id} holds another service, ${service.id}`);
      }
      refuseLarge(service, this.#name);
    }
    this.#passed.add(since);
    // Without this, a mirror would ask for pages for ever.
    if (page.more && (this.#passed.has(page.next) || page.changes.length === 0)) {
      throw invalid(this.#name, 'it promises more changes, but does not go on');
    }
    if (!page.more) this.#passed.clear();
    return page;
  }

  /** The ids of all services that changed after a cursor. */
  async idsAfter(since: string): Promise<ReadonlySet<string> | 'expired'> {
    const ids = new Set<string>();
    for (let cursor = since; ;) {
      const page = await this.after(cursor);
      if (page === 'expired') return page;

      for (const { id } of page.changes) ids.add(id);
      if (!page.more) return ids;
      cursor = page.next;
    }
  }

  #get(query: string): Promise<Answer> {
    return this.#client.get(`api/changes${query}`, {
      maxBytes: maxPageBytes,
      headers: { accept: 'application/json' },
    });
  }
}

/** Some static hosts answer every path with a page. */
function isFeed({ status, headers }: Answer): boolean {
  return status === 200 && /^application\/json\b/i.test(headers.get('content-type') ?? '');
}

function codeOf({ bytes }: Answer): string | undefined {
  try {
    return readText(bytes, Problem, 'the problem').code;
  } catch (error) {
    if (error instanceof MirrorFault) return undefined;
    throw error;
  }
}
