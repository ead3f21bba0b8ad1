import { printJson } from '../print-json.ts';
import { ComparedFields, readAnswer, ShownService, ShownStatus } from './answers.ts';
import { type ApiOptions, clientFor, urlOf } from './api-command.ts';
import { oneLine, paint, rows, timeText, wrapped } from './layout.ts';
import { type ShownTerms, shownTerms } from './shown-terms.ts';

/** Prints what is declared of a service, its live terms where they differ, and a summary of what was observed. */
export async function show(id: string, options: ApiOptions): Promise<void> {
  const client = clientFor(options);
  const [service, status, observed] = await Promise.all([
    client.service(id),
    client.status(id),
    client.observed(id),
  ]);
  if (options.json) {
    printJson({ service, status, observed });
    return;
  }

  const declared = readAnswer(ShownService, service, 'the service');
  const terms = shownTerms(declared, readAnswer(ComparedFields, observed, 'what was observed'));
  console.log(paint('bold', oneLine(declared.name)));
  console.log(`${wrapped(declared.description)}\n`);
  console.log(
    rows([
      ...declaredRows(declared, terms),
      ...observedRows(readAnswer(ShownStatus, status, 'the status record')),
      ['page', new URL(`services/${id}/`, `${urlOf(options).replace(/\/$/, '')}/`).href],
    ]),
  );
}

type Row = readonly [label: string, value: string | undefined];

function declaredRows(service: ShownService, { price, wallet, network }: ShownTerms): Row[] {
  const { id, endpoint, category, supportedChains } = service;
  const { freeQuota } = service.pricing;

  return [
    ['id', id],
    ['endpoint', endpoint],
    ['category', category],
    ['price', price],
    ['free', freeQuota === undefined ? undefined : `${String(freeQuota)} requests`],
    ['pays to', wallet],
    ['network', network],
    ['chains', supportedChains.join(', ')],
    ['status', service.status],
    ['trust', `${String(service.trustScore)} of 100`],
    ['created', timeText(service.createdAt)],
    ['updated', timeText(service.updatedAt)],
  ];
}

function observedRows({ lastChecked, uptimeScore, txCount, totalRevenue }: ShownStatus): Row[] {
  return [
    ['checked', lastChecked === null ? 'not yet' : timeText(lastChecked)],
    ['uptime', lastChecked === null ? undefined : `${String(uptimeScore)} % over 30 days`],
    ['payments', txCount === 0 ? undefined : `${String(txCount)}, ${String(totalRevenue)} in all`],
  ];
}
