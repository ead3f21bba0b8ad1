/** Lets one piece of work at a time touch a host, in the order in which they came; hosts do not wait for each other. */
export class HostTurns {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<Result>(host: string, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(host);
    const { promise: mine, resolve: end } = Promise.withResolvers<undefined>();
    this.#last.set(host, mine);

    try {
      await before;
      return await work();
    } finally {
      if (this.#last.get(host) === mine) this.#last.delete(host);
      end(undefined);
    }
  }
}
