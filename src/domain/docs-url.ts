import { maxEndpointLength } from './endpoint-text.ts';

/** Whether a text is an address of documentation: https, on a host with a name, without credentials. */
export function isDocsUrl(text: string): boolean {
  const url = URL.parse(text);

  return (
    url?.protocol === 'https:' &&
    url.hostname.includes('.') &&
    url.username + url.password === '' &&
    text.length <= maxEndpointLength &&
    /^[\x21-\x7e]+$/.test(text)
  );
}
