import { bodyOf } from '../views/body.ts';
import type { Service } from '../views/service.ts';
import { invalid } from './read-answer.ts';

/** Of the file of a service, and of its line in an export. */
export const maxServiceBytes = 64 * 1024;

/** The file of a service in a mirror: its members as the catalog sends them, to be read by people too. */
export function serviceFile(service: Service): string {
  return `${JSON.stringify(service, null, 2)}\n`;
}

/** The line of a service in an export, without its LF. */
export function serviceLine(service: Service): string {
  return bodyOf(service);
}

/** Refuses a service whose file could not be read again. `name` is that of the answer. @throws {MirrorFault} */
export function refuseLarge(service: Service, name: string): void {
  if (Buffer.byteLength(serviceFile(service)) > maxServiceBytes) {
    throw invalid(name, `the service ${service.id} has more than ${String(maxServiceBytes)} bytes`);
  }
}
