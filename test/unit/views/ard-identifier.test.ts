import { describe, expect, it } from 'vitest';
import {
  publisherOf,
  readIdentifier,
  serviceIdentifier,
  serviceIdIn,
} from '../../../src/views/ard-identifier.ts';

describe('the publisher of a site', () => {
  it.each([
    ['https://catalog.example.com', 'catalog.example.com'],
    ['https://Catalog.Example.com:8443/base', 'catalog.example.com'],
    ['https://catalog.example.com.', 'catalog.example.com'],
    ['https://catalog.bücher.example', 'catalog.xn--bcher-kva.example'],
  ])('is its domain: %s', (url, domain) => {
    expect(publisherOf(url)).toEqual({ domain, isVerifiable: true });
  });

  it.each([
    ['http://localhost:4321', 'localhost.invalid'],
    ['http://127.0.0.1:4321', '127-0-0-1.invalid'],
    ['http://[fd00::1]', 'fd00-1.invalid'],
    ['http://a_b.example.com', 'a-b-example-com.invalid'],
    ['http://_', 'site.invalid'],
  ])('is a name that nobody can own where there is none: %s', (url, domain) => {
    expect(publisherOf(url)).toEqual({ domain, isVerifiable: false });
  });
});

describe('an identifier', () => {
  const publisher = publisherOf('https://catalog.example.com');
  const id = 'rain-radar-7x3k9m2p';

  it('names a service, and is read back', () => {
    const urn = serviceIdentifier(publisher, id);

    expect(urn).toBe('urn:air:catalog.example.com:service:rain-radar-7x3k9m2p');
    expect(readIdentifier(urn)).toBe(urn);
    expect(serviceIdIn(urn, publisher)).toBe(id);
  });

  it('is read in its former form', () => {
    expect(readIdentifier('urn:ai:example.com:agent:a')).toBe('urn:air:example.com:agent:a');
  });

  it.each([
    '',
    'rain',
    'urn:air:',
    'urn:air:example.com',
    'urn:air:example.com:',
    'urn:air:example.com:a b',
    'urn:air:example.com:a/b',
    'urn:airs:example.com:a',
    'URN:AIR:example.com:a',
    ' urn:air:example.com:a',
    'urn:air:example.com:a\n',
    `urn:air:example.com:${'a'.repeat(500)}`,
  ])('is no other text: %j', (text) => {
    expect(readIdentifier(text)).toBeUndefined();
  });

  it.each([
    'urn:air:catalog.example.com:service:rain',
    'urn:air:catalog.example.com:service:a:rain-radar-7x3k9m2p',
    'urn:air:catalog.example.com:agent:rain-radar-7x3k9m2p',
    'urn:air:CATALOG.example.com:service:rain-radar-7x3k9m2p',
  ])('names no service: %s', (urn) => {
    expect(serviceIdIn(urn, publisher)).toBeUndefined();
  });
});
