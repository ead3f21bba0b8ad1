/** An OpenAPI document with these path items. */
export function anOpenApi(
  paths: unknown,
  more: Readonly<Record<string, unknown>> = {},
): Record<string, unknown> {
  return {
    openapi: '3.1.0',
    info: { title: 'Weather', description: 'All about the weather.', version: '1' },
    paths,
    ...more,
  };
}

export const fixedPrice = {
  price: { mode: 'fixed', currency: 'USD', amount: '0.05' },
  protocols: [{ x402: {} }, { mpp: { method: 'tempo', intent: 'charge', currency: 'usd' } }],
};

export const mppOffers = {
  offers: [
    { intent: 'charge', method: 'tempo', amount: '50000', currency: '0x20c0', description: 'One call' },
    { intent: 'session', method: 'tempo', amount: null },
  ],
};

export const nothingSaid = { intent: null, network: null, asset: null, amountAtomic: null, payTo: null };

export const offersRead = [
  { ...nothingSaid, rail: 'mpp', method: 'tempo', intent: 'charge', asset: '0x20c0', amountAtomic: '50000' },
  { ...nothingSaid, rail: 'mpp', method: 'tempo', intent: 'session' },
];
