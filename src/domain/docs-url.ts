import { maxEndpointLength } from './endpoint-text.ts';

/** Whether a text is an address of documentation: https, on a host with a name, without credentials. Browsers read `https:a.b` as a path here. */
export function isDocsUrl(text: string): boolean {
  const url = URL.parse(text);

  return (
    url?.protocol === 'https:' &&
    url.hostname.includes('.') &&
    url.username + url.password === '' &&
    text.length <= maxEndpointLength &&
    /^https:\/\/[\x21-\x7e]+$/i.test(text)
  );
}
