import type { Duty, End, Tenure } from './duty.ts';

/** The component that does a duty during one lease. */
interface Begun<Component> {
  readonly component: Component;
  readonly end: End;
}

/** A duty whose component is recreated for every lease, so it starts from database state only. */
export class LeasedTask<Component> implements Duty {
  readonly name: string;
  readonly #begin: (tenure: Tenure) => Begun<Component>;
  #component: Component | undefined;

  constructor(name: string, begin: (tenure: Tenure) => Begun<Component>) {
    this.name = name;
    this.#begin = begin;
  }

  /** The component of the present lease; undefined while another server holds it. */
  get component(): Component | undefined {
    return this.#component;
  }

  begin(tenure: Tenure): End {
    const { component, end } = this.#begin(tenure);
    this.#component = component;

    return async () => {
      if (this.#component === component) this.#component = undefined;
      await end();
    };
  }
}
