import { isZero, plainDecimal } from '../domain/decimal.ts';
import { highestPrice, type PriceRange } from '../domain/price-range.ts';
import { priceParts } from '../site/amount.ts';
import { faceOf } from '../site/face.ts';
import { decimalText, excerpt, shortened, shownAddress, summaryLength } from '../texts/formats.ts';
import { networkGroups, previewWords, priceMeaning } from '#texts/preview.ts';
import { isPeg, peggedPrice } from '../site/pegged-price.ts';
import { find, findAs } from './elements.ts';
import { showFace } from './show-face.ts';

/*
 * A service as lists and its page will show it, while its owner types: fills in `ServicePreview.astro`. Nothing here is announced: who wants to
 * know reads it.
 */

/** What is shown of a service. An empty text is one that is still missing. */
export interface PreviewedService {
  readonly name: string;
  readonly endpoint: string;
  readonly description: string;
  readonly category: string;
  readonly pricing: { readonly currency: string; readonly pricePerRequest: string };
  /** How the price varies. */
  readonly price?: PriceRange | string | undefined;
  readonly x402Config: { readonly paymentAddress: string; readonly network: string };
}

/** Texts by the selectors of their places. */
type Texts = Readonly<Record<string, string>>;

/** `state` is how the state of the service looks, and `deprecation` what its users should know. */
interface Standing {
  readonly state?: Node | undefined;
  readonly deprecation?: string | undefined;
}

/** Shows a service in the page's preview: in its row, and below as on its page. */
export function showPreview(given: PreviewedService, { state, deprecation = '' }: Standing = {}): void {
  const preview = find('.preview');
  // Pages show the most that a request may cost.
  const service = { ...given, pricing: { ...given.pricing, pricePerRequest: highestPrice(given) } };
  for (const [selector, text] of Object.entries({ ...rowTexts(service), ...pageTexts(service) })) {
    find(selector, preview).textContent = text;
  }
  const address = shownAddress(service.endpoint) || previewWords.address;
  showFace(find('.face', preview), faceOf(service.name || previewWords.name, address));
  // It leads nowhere yet.
  find('.rows a', preview).removeAttribute('href');
  if (state) showState(preview, state);
  const tag = preview.querySelector<HTMLElement>('.testnet');
  if (tag) tag.hidden = !isOnTestNetwork();
  find('.notice bdi', preview).textContent = deprecation;
  find('.notice', preview).hidden = deprecation === '';
}

/** What stands where in the row. */
function rowTexts({ name, endpoint, description, category, pricing, x402Config }: PreviewedService): Texts {
  const [whole, fraction] = priceParts(pricing.pricePerRequest || previewWords.price);

  return {
    '.what a bdi': name || previewWords.name,
    '.address bdi': shownAddress(endpoint) || previewWords.address,
    '.summary bdi': excerpt(description, summaryLength) || previewWords.description,
    '.price .whole': whole,
    '.price .fraction': fraction,
    '.price .currency': pricing.currency || previewWords.currency,
    '.network .category span': titleOf('category', category) || previewWords.category,
    '.network span': titleOf('x402Config.network', x402Config.network) || previewWords.network,
  };
}

/** What stands where on the page of the service. */
function pageTexts({ name, description, category, pricing, x402Config }: PreviewedService): Texts {
  const { currency, pricePerRequest } = pricing;
  const { network, paymentAddress } = x402Config;

  return {
    '.preview-name bdi': name || previewWords.name,
    '[data-shows=description]': description || previewWords.description,
    '[data-shows=price]': pricePerRequest === '' ? previewWords.price : decimalText(pricePerRequest),
    '[data-shows=currency]': currency || previewWords.currency,
    '.unit[data-shows]': previewWords.perRequest({ inWords: inWords(pricePerRequest, currency) ?? '…' }),
    '[data-shows=network]': titleOf('x402Config.network', network) || '…',
    '[data-shows=wallet]': shortened(paymentAddress) || '…',
    '[data-shows=category]': titleOf('category', category) || '…',
  };
}

function showState(preview: HTMLElement, state: Node): void {
  for (const status of preview.querySelectorAll('.status')) status.replaceWith(state.cloneNode(true));
}

/** Says beside the field of the price what it means. */
export function showMeaning({ pricePerRequest, currency }: PreviewedService['pricing']): void {
  const said = inWords(pricePerRequest, currency);

  find('.meaning').textContent =
    said === undefined ? '' : priceMeaning({ inWords: isZero(pricePerRequest) ? 'free' : said });
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
