import { amountIn } from '../formats.ts';

/** The pictures in link previews of lists: drawn in English, in words in the language of the page. */
export const listPicture = {
  home: { title: 'Find an API that charges per request', summary: 'A public catalog of x402 services.' },
  all: { title: 'All services', summary: 'Every API in the catalog that charges per request.' },
  /** In place of a name that the font cannot write. */
  unnamed: 'Services',
  empty: 'No services yet',
  /** `services` is their number: `12 services`. */
  size: ({ services, percent }: { readonly services: string; readonly percent: number }): string =>
    `${services} · ${String(percent)} % verified`,
  someFree: 'Some are free of charge',
  from: ({ price, currency }: { readonly price: string; readonly currency: string }): string =>
    `From ${amountIn(currency, price)} per request`,
};
