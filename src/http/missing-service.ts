import type { Context } from './bindings.ts';
import type { RouteDependencies } from './dependencies.ts';

/** The answer where a path names no service: one that was removed is told from one that never was. */
export async function missingService(
  c: Context,
  id: string,
  { changeLog, refuse }: Pick<RouteDependencies, 'changeLog' | 'refuse'>,
): Promise<Response> {
  const tombstone = await changeLog.tombstone(id);

  return refuse(
    c,
    tombstone ? { code: 'service_deleted', members: { tombstone } } : { code: 'service_unknown' },
  );
}
