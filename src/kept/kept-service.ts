import { type KeyHashes, keyHashesOf, type ListedService, type Outline } from '../domain/listed-service.ts';
import { digestOf } from '../domain/service-digest.ts';
import type { DeclaredService } from '../domain/service.ts';
import { subjectOf } from '../domain/subject.ts';
import type { KeptRow, KeptRows } from './kept-rows.ts';

/** Columns of a row. */
const column = { digest: 0, id: 1, endpoint: 2, host: 3, owner: 4, payee: 5 } as const;

/** Stands in place of a hash: of an owner where there is none, of a wallet where there are several. */
const none = -1;

/** How a service is kept. */
export function serviceRow(service: DeclaredService): KeptRow {
  const { id, endpoint, owner, proof, probing, x402Config, offers } = service;
  const outline: Outline = { id, endpoint, owner, proof, probing, x402Config, offers };
  const keys = keyHashesOf(outline);
  const payee = keys.payees.length === 1 ? keys.payees[0] : none;

  return {
    numbers: [digestOf(service), keys.id, keys.endpoint, keys.host, keys.owner ?? none, payee ?? none],
    id: Buffer.from(id),
    brief: Buffer.from(`${subjectOf(outline)}\n${JSON.stringify(outline)}`),
    text: Buffer.from(JSON.stringify(service)),
  };
}

/** Takes about 20 MB. Each is a dozen objects that every collection of the heap marks, while reads wait; to read one anew takes some 10 µs. */
const mostRead = 10_000;

/**
 * Declarations that stay in memory once they are read, so that small catalogs read each of them once. Beyond so many, they stay for as long as
 * somebody holds them.
 */
export class ReadServices {
  #room: number;
  readonly #texts = new Map<string, string>();

  constructor(room = mostRead) {
    this.#room = room;
  }

  /** Whether one more may stay. */
  mayKeep(): boolean {
    this.#room -= 1;
    return this.#room >= 0;
  }

  read(text: string): DeclaredService {
    return this.shared(JSON.parse(text) as DeclaredService);
  }

  /** The same service, with texts that many services have once in memory. A service that did not change since has one text for both times. */
  shared(service: DeclaredService): DeclaredService {
    const { category, pricing, x402Config, createdAt, updatedAt } = service;

    return Object.assign(service, {
      category: this.#once(category),
      pricing: Object.assign(pricing, { currency: this.#once(pricing.currency) }),
      x402Config: Object.assign(x402Config, { network: this.#once(x402Config.network) }),
      updatedAt: updatedAt === createdAt ? createdAt : updatedAt,
    });
  }

  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;

    this.#texts.set(text, text);
    return text;
  }
}

/** A service as it was kept. Only this program writes what is kept, after a check by the rules in its key, so nothing is checked again. */
export class KeptService implements ListedService {
  readonly #rows: KeptRows;
  readonly #place: number;
  readonly #read: ReadServices;
  #id: string | undefined;
  #declared: DeclaredService | WeakRef<DeclaredService> | undefined;

  constructor(rows: KeptRows, place: number, read: ReadServices) {
    this.#rows = rows;
    this.#place = place;
    this.#read = read;
  }

  /** Where it is kept: in which row of which table. */
  get row(): { readonly table: KeptRows; readonly place: number } {
    return { table: this.#rows, place: this.#place };
  }

  get id(): string {
    return (this.#id ??= this.#rows.id(this.#place));
  }

  get outline(): Outline {
    const brief = this.#rows.brief(this.#place);

    return JSON.parse(brief.slice(brief.indexOf('\n') + 1)) as Outline;
  }

  /** The first line of the brief: a start asks every service for it, and reading the outline takes four times as long. */
  get subject(): string {
    const brief = this.#rows.brief(this.#place);

    return brief.slice(0, brief.indexOf('\n'));
  }

  get keys(): KeyHashes {
    const payee = this.#number(column.payee);
    const owner = this.#number(column.owner);

    return {
      id: this.#number(column.id),
      endpoint: this.#number(column.endpoint),
      host: this.#number(column.host),
      owner: owner === none ? undefined : owner,
      payees: payee === none ? keyHashesOf(this.outline).payees : [payee],
    };
  }

  get digest(): number {
    return this.#number(column.digest);
  }

  get text(): string {
    return this.#rows.text(this.#place);
  }

  get declared(): DeclaredService {
    const known = this.#declared instanceof WeakRef ? this.#declared.deref() : this.#declared;
    if (known) return known;

    const read = this.#read.read(this.text);
    this.#declared = this.#read.mayKeep() ? read : new WeakRef(read);
    return read;
  }

  #number(at: number): number {
    return this.#rows.number(this.#place, at);
  }
}
