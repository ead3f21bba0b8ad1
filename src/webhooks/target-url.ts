import { notInUrl } from '../domain/endpoint-text.ts';
import { type EndpointPolicy, isPublicHost, maxEndpointLength } from '../domain/endpoint-url.ts';
import type { WebhookCode } from './webhook-problem.ts';

/** Reads the URL of a target, or says everything that is wrong with it. Unlike an endpoint, it may have a query. */
export function readTarget(
  text: string,
  policy: EndpointPolicy,
): { readonly url: string } | { readonly faults: readonly WebhookCode[] } {
  if (text.length > maxEndpointLength) return { faults: ['target_too_long'] };

  const url = /^https?:\/\/[^/]/i.test(text) && !notInUrl.test(text) ? URL.parse(text) : null;
  if (!url) return { faults: ['target_not_url'] };

  const faults = faultsOf(url, text, policy);
  if (faults.length > 0) return { faults };
  return url.href.length > maxEndpointLength ? { faults: ['target_too_long'] } : { url: url.href };
}

function faultsOf(url: URL, text: string, { allowInsecure }: EndpointPolicy): WebhookCode[] {
  const faults: [WebhookCode, boolean][] = [
    ['target_not_https', url.protocol !== 'https:' && !allowInsecure],
    ['target_has_credentials', /^[^/]*\/\/[^/?#]*@/.test(text)],
    ['target_has_fragment', text.includes('#')],
    ['target_not_public', url.port === '0' || (!isPublicHost(url.hostname) && !allowInsecure)],
  ];

  return faults.filter(([, found]) => found).map(([fault]) => fault);
}
