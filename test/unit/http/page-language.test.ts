import { describe, expect, it } from 'vitest';
import { isNegotiated, languageMove } from '../../../src/http/page-language.ts';

const move = (path: string, headers: Record<string, string> = {}) =>
  languageMove(new URL(path, 'https://catalog.example'), headers);
const reading = (accepted: string) => move('/services/', { 'accept-language': accepted })?.location;

describe('the language of a page whose address names none', () => {
  it.each([
    ['de', '/de/services/'],
    ['de-AT,de;q=0.9,en;q=0.8', '/de/services/'],
    ['fr,de;q=0.5', '/de/services/'],
    ['en;q=0.4,DE-ch;q=0.5', '/de/services/'],
    ['en-US,en;q=0.9,de;q=0.8', undefined],
    ['fr,*;q=0.5,de;q=0.1', undefined],
    ['de;q=0', undefined],
    ['de;q=x', '/de/services/'],
    ['fr', undefined],
    ['', undefined],
    [';,;q=1,,=', undefined],
  ])('is chosen by Accept-Language: %j', (accepted, location) => {
    expect(reading(accepted)).toBe(location);
  });

  it('is the one that the visitor chose before, whatever the browser prefers', () => {
    expect(move('/', { cookie: 'a=b; language=en', 'accept-language': 'de' })).toBeUndefined();
    expect(move('/', { cookie: 'language=de', 'accept-language': 'en' })?.location).toBe('/de/');
    expect(move('/', { cookie: 'language=xx', 'accept-language': 'de' })?.location).toBe('/de/');
  });

  it('keeps what was asked for', () => {
    expect(move('/search?query=rain&page=2', { 'accept-language': 'de' })).toEqual({
      location: '/de/search?query=rain&page=2',
    });
  });

  it.each(['/api/services', '/badge/a.svg', '/og/a.png', '/favicon.svg', '/_astro/a.js', '/sitemap.xml'])(
    'is not chosen for what is no page: %s',
    (path) => {
      expect(move(path, { 'accept-language': 'de' })).toBeUndefined();
      expect(isNegotiated(path)).toBe(false);
    },
  );
});

describe('the language of a page whose address names one', () => {
  it('stays, whatever the browser prefers', () => {
    expect(move('/de/', { 'accept-language': 'en', cookie: 'language=en' })).toBeUndefined();
    expect(isNegotiated('/de/services/')).toBe(false);
  });

  it.each(['/dense/', '/de.json', '/services/de/'])('is not named by %s', (path) => {
    expect(move(path, {})).toBeUndefined();
  });
});

describe('the switch between languages', () => {
  it('leads to the same page, and keeps the choice', () => {
    expect(move('/de/search?query=rain&language=en')).toEqual({
      location: '/search?query=rain',
      cookie: 'language=en; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly',
    });
    expect(move('/services/?language=de')?.location).toBe('/de/services/');
  });

  it('does nothing for a language that the site does not have', () => {
    expect(move('/?language=fr')).toBeUndefined();
    expect(move('/?language=')).toBeUndefined();
  });

  it.each(['/de//evil.example?language=en', '//evil?language=en', '/de/\\evil?language=en'])(
    'never leads to another host: %s',
    (path) => {
      const url = new URL('https://catalog.example');
      url.pathname = path.replace(/\?.*/, '');
      url.search = '?language=en';
      expect(languageMove(url, {})?.location ?? '/').not.toMatch(/^\/[/\\]/);
    },
  );
});
