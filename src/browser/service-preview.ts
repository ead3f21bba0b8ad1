import { isZero, plainDecimal } from '../domain/decimal.ts';
import { priceParts } from '../site/amount.ts';
import { excerpt, shortened, summaryLength } from '../texts/formats.ts';
import { networkGroups, previewWords, priceMeaning } from '#texts/preview.ts';
import { isPeg, peggedPrice } from '../site/pegged-price.ts';
import { find, findAs, foreign, make } from './elements.ts';

/*
 * A service as lists and its page will show it, while its owner types. Nothing here is announced: who wants to know reads it.
 */

/** What is shown of a service. An empty text is one that is still missing. */
export interface PreviewedService {
  readonly name: string;
  readonly description: string;
  readonly category: string;
  readonly pricing: { readonly currency: string; readonly pricePerRequest: string };
  readonly x402Config: { readonly paymentAddress: string; readonly network: string };
}

/** `state` is how the state of the service looks, and `deprecation` what its users should know. */
interface Standing {
  readonly state?: Node | undefined;
  readonly deprecation?: string | undefined;
}

/** Shows a service in the page's preview. */
export function showPreview(service: PreviewedService, { state, deprecation }: Standing = {}): void {
  const row = find('.preview .rows > li');
  const [whole, fraction] = priceParts(service.pricing.pricePerRequest || previewWords.price);
  const texts: Readonly<Record<string, string>> = {
    '.what a bdi': service.name || previewWords.name,
    '.what p bdi': excerpt(service.description, summaryLength) || previewWords.description,
    '.price .whole': whole,
    '.price .fraction': fraction,
    '.price .currency': service.pricing.currency || previewWords.currency,
    '.network .category': titleOf('category', service.category) || previewWords.category,
    '.network span': titleOf('x402Config.network', service.x402Config.network) || previewWords.network,
  };
  for (const [selector, text] of Object.entries(texts)) {
    const place = row.querySelector(selector);
    if (place) place.textContent = text;
  }
  // It leads nowhere yet.
  row.querySelector('a')?.removeAttribute('href');
  if (state) {
    row.querySelector('.status')?.replaceWith(state.cloneNode(true));
    // The page says "Not rated" for services that are new.
    row.querySelector('.trust-label')?.remove();
  }
  const tag = row.querySelector<HTMLElement>('.testnet');
  if (tag) tag.hidden = !isOnTestNetwork();

  showPage(service, row.querySelector('.standing')?.cloneNode(true), deprecation);
}

function showPage(
  { name, description, category, pricing, x402Config }: PreviewedService,
  standing: Node | undefined,
  deprecation: string | undefined,
): void {
  const { currency, pricePerRequest } = pricing;
  const { network, paymentAddress } = x402Config;
  const notice =
    deprecation === undefined
      ? []
      : [make('p', { className: 'notice wrong' }, previewWords.deprecated, ' ', foreign(deprecation))];

  find('#preview').replaceChildren(
    make('p', { className: 'preview-name' }, foreign(name || previewWords.name)),
    ...(standing ? [standing] : []),
    ...notice,
    make('p', {}, foreign(description || previewWords.description)),
    make(
      'p',
      { className: 'amount' },
      make('b', { textContent: pricePerRequest || previewWords.price }),
      ` ${currency || previewWords.currency}`,
      make('span', {
        className: 'unit',
        textContent: previewWords.perRequest(inWords(pricePerRequest, currency) ?? '…'),
      }),
    ),
    make(
      'dl',
      {},
      make('dt', { textContent: previewWords.network }),
      make('dd', { textContent: titleOf('x402Config.network', network) || '…' }),
      make('dt', { textContent: previewWords.paidTo }),
      make('dd', {}, foreign(shortened(paymentAddress) || '…')),
      make('dt', { textContent: previewWords.category }),
      make('dd', { textContent: titleOf('category', category) || '…' }),
    ),
  );
}

/** Says beside the field of the price what it means. */
export function showMeaning({ pricePerRequest, currency }: PreviewedService['pricing']): void {
  const said = inWords(pricePerRequest, currency);

  find('.meaning').textContent =
    said === undefined ? '' : priceMeaning(isZero(pricePerRequest) ? undefined : said);
}

/** A price as a person would say it; undefined for what is no price yet. */
function inWords(price: string, currency: string): string | undefined {
  if (!plainDecimal.test(price) || currency === '') return undefined;

  return peggedPrice(price, currency, pegOf(currency));
}

/** What the list of currencies says that one is pegged to. */
function pegOf(currency: string) {
  const known = document.querySelector<HTMLElement>(
    `#list-pricing-currency [value="${CSS.escape(currency)}"]`,
  );
  const peg = known?.dataset['peg'] ?? currency;

  return isPeg(peg) ? peg : undefined;
}

/** Whether the chosen network is in the group of test networks. */
function isOnTestNetwork(): boolean {
  const [chosen] = findAs(HTMLSelectElement, '[name="x402Config.network"]').selectedOptions;

  return chosen?.closest('optgroup')?.label === networkGroups.test;
}

/** The label of a value in the form's list. */
function titleOf(field: string, value: string): string {
  const { options } = findAs(HTMLSelectElement, `[name="${field}"]`);
  if (value === '') return '';

  return [...options].find((option) => option.value === value)?.textContent.trim() ?? value;
}
