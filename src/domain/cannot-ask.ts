/** This machine itself is at fault: it has no files, ports or network left. Nothing can be told about the endpoint from that. */
export class CannotAsk extends Error {
  override readonly name = 'CannotAsk';

  constructor(host: string, code: string) {
    super(`${host} could not be asked: this machine has no way to it (${code})`);
  }
}
