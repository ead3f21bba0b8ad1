import { jsonOf } from '../domain/json-object.ts';
import { maxCompared } from '../site/links.ts';

/*
 * The services that a visitor picked to compare. They are stored for all tabs of this browser, because people open services in tabs of
 * their own; where nothing can be stored, this page alone remembers them.
 */

/** A picked service, with the name that it had then: it may be gone by now. */
export interface Picked {
  readonly id: string;
  readonly name: string;
}

export const pickedName = 'tollbook-compare';

/** Used instead when the browser denies storage. */
let memory: string | null = null;

export function picked(): readonly Picked[] {
  return parsePicked(memory ?? stored());
}

export function savePicked(services: readonly Picked[]): void {
  const text = JSON.stringify(services);
  try {
    localStorage.setItem(pickedName, text);
    memory = null;
  } catch {
    memory = text;
  }
}

/** Takes services out of the picked ones, for example those that are gone. */
export function unpick(ids: readonly string[]): void {
  const services = picked();
  const left = services.filter(({ id }) => !ids.includes(id));

  if (left.length < services.length) savePicked(left);
}

/** Reads what is stored. Anything may lie there: an older version of this site may have written it. */
export function parsePicked(text: string | null): readonly Picked[] {
  if (text === null) return [];

  const services = jsonOf(text);
  return Array.isArray(services) ? services.filter(isPicked).slice(0, maxCompared) : [];
}

function isPicked(value: unknown): value is Picked {
  const { id, name } = (value ?? {}) as Partial<Record<keyof Picked, unknown>>;

  return typeof id === 'string' && /^[a-z0-9-]+$/.test(id) && typeof name === 'string';
}

/** Browsers that block storage throw. */
function stored(): string | null {
  try {
    return localStorage.getItem(pickedName);
  } catch {
    return null;
  }
}
