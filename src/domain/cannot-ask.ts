/** Nothing was asked, and nothing can be told about the endpoint from that: the fault is with this machine, or too many wait already. */
export class CannotAsk extends Error {
  override readonly name = 'CannotAsk';

  constructor(host: string, reason: string) {
    super(`${host} could not be asked: ${reason}`);
  }
}
