import { shortened } from '../site/formats.ts';
import { priceInWords } from '../site/price-words.ts';
import { isObject } from '../registration/merge-patch.ts';
import type { JsonObject } from './declaration.ts';
import { find, findAs, foreign, make } from './elements.ts';

/** A service as the API answers it, as far as it is used. */
export interface PreviewedService {
  readonly name: string;
  readonly description: string;
  readonly endpoint: string;
  readonly category: string;
  readonly pricing: {
    readonly currency: string;
    readonly pricePerRequest: string;
    readonly freeQuota?: number;
  };
  readonly x402Config: { readonly paymentAddress: string; readonly network: string };
}

/** Shows a service as its page will, in short. */
export function showPreview(service: PreviewedService, declaration: JsonObject): void {
  const { name, description, pricing, x402Config } = service;
  const { currency, pricePerRequest } = pricing;

  find('#preview').replaceChildren(
    make('p', { className: 'preview-name' }, foreign(name)),
    ...deprecationNote(declaration),
    make('p', {}, foreign(description)),
    make(
      'p',
      { className: 'amount' },
      make('b', { textContent: pricePerRequest }),
      ` ${currency}`,
      make('span', {
        className: 'unit',
        textContent: `per request: ${priceInWords(pricePerRequest, currency)}`,
      }),
    ),
    make(
      'p',
      { className: 'soft' },
      `${titleOf('x402Config.network', x402Config.network)}, to `,
      foreign(shortened(x402Config.paymentAddress)),
    ),
    make('p', { className: 'soft', textContent: titleOf('category', service.category) }),
  );
}

function deprecationNote({ deprecated }: JsonObject): HTMLElement[] {
  const message = isObject(deprecated) ? deprecated['message'] : undefined;
  if (typeof message !== 'string') return [];

  return [make('p', { className: 'notice wrong' }, 'Deprecated: ', foreign(message))];
}

/** The label of a value in the form's list. */
function titleOf(field: string, value: string): string {
  const { options } = findAs(HTMLSelectElement, `[name="${field}"]`);

  return [...options].find((option) => option.value === value)?.textContent.trim() ?? value;
}
