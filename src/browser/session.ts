/*
 * Who is signed in. The key is stored for this tab alone, until it is closed, where scripts of other sites and later visitors cannot find it.
 */

/** A key and whose it is. */
export interface Session {
  readonly key: string;
  /** Id of the key. */
  readonly id: string;
  readonly owner: string;
  /** Null when the key never expires. */
  readonly expiresAt: string | null;
  /** Whether the key was made on this site, so that nothing else uses it. */
  readonly isOwnMade: boolean;
}

const sessionName = 'tollbook-session';
const withdrawnName = 'tollbook-withdrawn';

/** Used instead when the browser denies storage. */
const memory = new Map<string, string>();

export function savedSession(): Session | undefined {
  return read(sessionName) as Session | undefined;
}

export function saveSession(session: Session): void {
  write(sessionName, session);
}

export function endSession(): void {
  memory.delete(sessionName);
  try {
    sessionStorage.removeItem(sessionName);
  } catch {
    // Then there is nothing stored to remove.
  }
}

/** The ids of the services that an owner withdrew in this tab; the API has no list of them. */
export function withdrawnBy(owner: string): readonly string[] {
  return allWithdrawn()[owner] ?? [];
}

export function setWithdrawn(owner: string, ids: Iterable<string>): void {
  write(withdrawnName, { ...allWithdrawn(), [owner]: [...new Set(ids)] });
}

function allWithdrawn(): Readonly<Record<string, readonly string[]>> {
  return (read(withdrawnName) ?? {}) as Record<string, readonly string[]>;
}

/** Only this page writes there. */
function read(name: string): unknown {
  const text = memory.get(name) ?? stored(name);

  return text === null ? undefined : JSON.parse(text);
}

/** Browsers that block storage throw. */
function stored(name: string): string | null {
  try {
    return sessionStorage.getItem(name);
  } catch {
    return null;
  }
}

function write(name: string, value: unknown): void {
  const text = JSON.stringify(value);
  try {
    sessionStorage.setItem(name, text);
  } catch {
    memory.set(name, text);
  }
}
