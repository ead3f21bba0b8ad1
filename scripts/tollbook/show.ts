import { printJson } from '../print-json.ts';
import { readAnswer, ShownService, ShownStatus } from './answers.ts';
import { type ApiOptions, clientFor, urlOf } from './api-command.ts';
import { oneLine, paint, rows, timeText, wrapped } from './layout.ts';

/** Prints what is declared of a service, and a summary of what was observed. */
export async function show(id: string, options: ApiOptions): Promise<void> {
  const client = clientFor(options);
  const [service, status] = await Promise.all([client.service(id), client.status(id)]);
  if (options.json) {
    printJson({ service, status });
    return;
  }

  const declared = readAnswer(ShownService, service, 'the service');
  const observed = readAnswer(ShownStatus, status, 'the status record');
  console.log(paint('bold', oneLine(declared.name)));
  console.log(`${wrapped(declared.description)}\n`);
  console.log(
    rows([
      ...declaredRows(declared),
      ...observedRows(observed),
      ['page', new URL(`services/${id}/`, `${urlOf(options).replace(/\/$/, '')}/`).href],
    ]),
  );
}

type Row = readonly [label: string, value: string | undefined];

function declaredRows(service: ShownService): Row[] {
  const { id, endpoint, category, pricing, x402Config, supportedChains } = service;
  const { currency, pricePerRequest, freeQuota } = pricing;

  return [
    ['id', id],
    ['endpoint', endpoint],
    ['category', category],
    ['price', `${pricePerRequest} ${currency} per request`],
    ['free', freeQuota === undefined ? undefined : `${String(freeQuota)} requests`],
    ['pays to', x402Config.paymentAddress],
    ['network', x402Config.network],
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
