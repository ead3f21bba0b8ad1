import { groupThousands, percentText } from '../formats.ts';

/** The uptime of a service in a list: `99.5 % in 30 days`; null where nothing was measured. */
export function uptimeInMonth(percent: number | null): string {
  return percent === null ? 'Uptime not measured' : `${percentText(percent)} in 30 days`;
}

/** A service in a list. */
export const listRow = {
  /** Before its name, at the checkbox that picks it. */
  compare: 'Compare',
  testNetwork: 'Test network',
  deprecated: 'Deprecated',
  perRequest: 'per request',
  furtherOfHost: (count: number): string => `${groupThousands(count)} more from this host`,
  furtherNetworks: (count: number): string => `and ${String(count)} more`,
};

/** The links to the pages of a list. */
export const pager = {
  label: 'Pages',
  previous: '← Previous',
  next: 'Next →',
  place: ({ number, last }: { readonly number: number; readonly last: number }): string =>
    `Page ${String(number)} of ${String(last)}`,
};
