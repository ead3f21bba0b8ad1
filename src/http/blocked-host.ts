import type { Blocks } from '../live/ports.ts';
import { isObject } from '../domain/json-object.ts';
import type { Problem } from '../views/problem.ts';

/** Why these declarations may not be listed: the host of one of their endpoints is blocked. Undefined when none is. */
export async function blockedHost(
  declarations: readonly unknown[],
  blocks: Pick<Blocks, 'hostBlock'>,
): Promise<Problem | undefined> {
  for (const host of new Set(declarations.flatMap(hostOf))) {
    const block = await blocks.hostBlock(host);
    if (!block) continue;

    const { subject, reason } = block;
    const detail = `The operator of this catalog blocked the host ${subject}: ${reason}`;
    return { code: 'host_blocked', detail, members: { reason } };
  }
  return undefined;
}

/** The rules judge an endpoint that is no URL. */
function hostOf(declaration: unknown): string[] {
  const endpoint = isObject(declaration) ? declaration['endpoint'] : undefined;
  const url = typeof endpoint === 'string' ? URL.parse(endpoint) : null;

  return url ? [url.hostname] : [];
}
