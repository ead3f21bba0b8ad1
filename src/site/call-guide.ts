import { limitSentences, nextSteps } from '#texts/call.ts';
import { askedAddress } from '../domain/asked-address.ts';
import type { Entry } from '../domain/snapshot.ts';
import type { KnownService } from '../views/known-service.ts';
import type { ObservedView } from '../views/observed-terms.ts';
import { amountIn, decimalText } from '../texts/formats.ts';
import { categoryPath } from './links.ts';
import { type NoPayment, payableTerms, type PayableTerms } from './payable-terms.ts';
import { requestOf, type ShownRequest } from './shown-request.ts';
import type { SiteCatalog } from './site-catalog.ts';
import type { Snippet } from './snippet.ts';
import { askingSnippets, plainSnippets, type RequestToSend, snippetsFor } from './snippets.ts';
import { categoryTitle } from '../texts/category-title.ts';

/** How to call a service. */
export interface CallGuide {
  readonly snippets: readonly Snippet[];
  /** What the code pays at most; null where it pays nothing. */
  readonly limit: string | null;
  /** Why the code does not pay; null where it does. */
  readonly reason: string | null;
  /** Where to go instead. */
  readonly next: { readonly text: string; readonly href: string } | null;
  readonly request: ShownRequest | null;
  /** What a paid request is answered with, as JSON; null where nobody says. */
  readonly output: string | null;
}

interface Call {
  readonly known: KnownService;
  readonly live: Pick<ObservedView, 'method' | 'request'>;
  /** Whether the page lists similar services. */
  readonly hasSimilar: boolean;
}

export function callGuide(entry: Entry, { known, live, hasSimilar }: Call, catalog: SiteCatalog): CallGuide {
  const { request: declared } = entry.declared;
  const endpoint = askedAddress(entry);
  const payable = payableTerms(known, catalog.assets);
  const { example, shown: request, output } = requestOf(declared, live);

  if ('terms' in payable) {
    const snippets = snippetsFor(endpoint, payable.terms, example);
    return { snippets, limit: limitOf(payable.terms, known), reason: null, next: null, request, output };
  }
  const { reason, instead } = payable;
  if (instead !== 'elsewhere') {
    const snippets = unpaidSnippets(instead, endpoint, example);
    return { snippets, limit: null, reason, next: null, request, output };
  }
  const next = hasSimilar ? { text: nextSteps.similar, href: '#similar' } : categoryOf(entry, catalog);
  return { snippets: [], limit: null, reason, next, request: null, output: null };
}

function unpaidSnippets(
  instead: Exclude<NoPayment['instead'], 'elsewhere'>,
  endpoint: string,
  example: RequestToSend,
): Snippet[] {
  return instead === 'plainly' ? plainSnippets(endpoint, example) : askingSnippets(endpoint, example);
}

function limitOf(
  { price, symbol }: PayableTerms,
  { price: { declared, observed, agree }, token }: KnownService,
): string {
  const differs = agree === false || token.agree === false;

  const most = amountIn(symbol, price);
  if (differs) return limitSentences.both({ most, listed: listedPrice(declared, token) });

  return limitSentences[observed === null ? 'listed' : 'live']({ most });
}

/** Names the token only where the live one is another. */
function listedPrice(price: string, token: KnownService['token']): string {
  return token.agree === false ? amountIn(token.declared, price) : decimalText(price);
}

function categoryOf({ declared: { category } }: Entry, { snapshot }: SiteCatalog): CallGuide['next'] {
  return {
    text: nextSteps.category({ name: categoryTitle(snapshot.categoryName(category)) }),
    href: categoryPath(category),
  };
}
