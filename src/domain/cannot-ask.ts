/** No request was sent, which says nothing about the endpoint: this machine is at fault, or too many requests are waiting. */
export class CannotAsk extends Error {
  override readonly name = 'CannotAsk';

  constructor(host: string, reason: string) {
    super(`${host} could not be asked: ${reason}`);
  }
}
