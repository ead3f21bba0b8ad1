import { dayMs } from '../domain/duration.ts';
import { isObject, jsonOf } from '../domain/json-object.ts';

/*
 * The unsent input of a form, stored in this browser. It holds the fields of a listing, which become public anyway,
 * and never a key.
 */

export interface Draft {
  /** When it was typed. */
  readonly at: Date;
  /** What the fields hold, by their names. */
  readonly fields: Readonly<Record<string, string>>;
}

/** The form in which drafts are stored; one of another version is not read. */
const version = 1;

const maxAgeMs = 30 * dayMs;

/** More than any valid draft has. */
const maxLength = 64 * 1024;

/** Stores the draft of one form. Does nothing in a browser that denies storage or has no space. The tab that was typed into last wins. */
export class DraftStore {
  readonly #name: string;
  readonly #storage: () => Storage;
  /** The draft as this tab last read or wrote it. */
  #known: string | null = null;

  /** `storage` may throw: browsers that block storage do, already when it is looked at. */
  constructor(name: string, storage: () => Storage = () => localStorage) {
    this.#name = name;
    this.#storage = storage;
  }

  /** The draft, unless it is empty, damaged, of an old form, or older than 30 days. */
  read(now: Date): Draft | undefined {
    const text = this.#stored();
    this.#known = text;

    const draft = text === null || text.length > maxLength ? undefined : parseDraft(text);
    return draft && now.getTime() - draft.at.getTime() < maxAgeMs ? draft : undefined;
  }

  /** Saves the values of the fields, or removes the draft of an empty form. */
  write(fields: Readonly<Record<string, string>>, now: Date): void {
    const given = Object.entries(fields).filter(([, value]) => value !== '');
    if (given.length === 0) {
      this.remove();
      return;
    }

    const text = JSON.stringify({ version, at: now.toISOString(), fields: Object.fromEntries(given) });
    if (text.length > maxLength) return;
    this.#try((storage) => storage.setItem(this.#name, text));
    this.#known = text;
  }

  /** Forgets the draft, unless another tab wrote a newer one meanwhile. */
  remove(): void {
    if (this.#stored() === this.#known) this.#try((storage) => storage.removeItem(this.#name));
    this.#known = null;
  }

  #stored(): string | null {
    return this.#try((storage) => storage.getItem(this.#name)) ?? null;
  }

  #try<Result>(use: (storage: Storage) => Result): Result | undefined {
    try {
      return use(this.#storage());
    } catch {
      return undefined;
    }
  }
}

function parseDraft(text: string): Draft | undefined {
  const value = jsonOf(text);
  if (!isObject(value) || value['version'] !== version || !isObject(value['fields'])) return undefined;

  const at = new Date(typeof value['at'] === 'string' ? value['at'] : NaN);
  const fields = Object.entries(value['fields']).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1] !== '',
  );
  return Number.isNaN(at.getTime()) || fields.length === 0
    ? undefined
    : { at, fields: Object.fromEntries(fields) };
}
