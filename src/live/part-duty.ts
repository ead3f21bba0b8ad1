import type { Duty, End, Tenure } from './leases.ts';

/** A part of the server that does a duty during one tenure. */
interface Begun<Part> {
  readonly part: Part;
  readonly end: End;
}

/** A duty that a part of the server does: a new one in each tenure, so that it knows nothing but what the database says. */
export class PartDuty<Part> implements Duty {
  readonly name: string;
  readonly #begin: (tenure: Tenure) => Begun<Part>;
  #part: Part | undefined;

  constructor(name: string, begin: (tenure: Tenure) => Begun<Part>) {
    this.name = name;
    this.#begin = begin;
  }

  /** The part that does the duty now; undefined while another server does it. */
  get part(): Part | undefined {
    return this.#part;
  }

  begin(tenure: Tenure): End {
    const { part, end } = this.#begin(tenure);
    this.#part = part;

    return async () => {
      if (this.#part === part) this.#part = undefined;
      await end();
    };
  }
}
