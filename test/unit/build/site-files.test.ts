import { describe, expect, it } from 'vitest';
import { siteFiles } from '../../../src/build/site-files.ts';
import { anEntry } from '../../fixtures/services.ts';
import { ReadManifest } from '../../support/ard-reader.ts';
import { catalogOf } from '../../fixtures/site-catalog.ts';

const siteUrl = 'https://catalog.example.com';
const at = new Date('2026-01-31T12:34:56.000Z');

async function textOf(path: string, contactUrl?: string): Promise<string | undefined> {
  const catalog = { ...catalogOf([anEntry()]), at };
  for await (const file of siteFiles(catalog, { siteUrl, contactUrl })) {
    if (file.path === path) return file.text;
  }
  return undefined;
}

/** RFC 9116 */
describe('security.txt', () => {
  it('names the contact, the policy, itself, and a date less than a year away', async () => {
    expect(await textOf('.well-known/security.txt', 'mailto:security@example.com')).toBe(
      [
        'Contact: mailto:security@example.com',
        'Expires: 2027-01-26T00:00:00.000Z',
        'Policy: https://catalog.example.com/docs/security/',
        'Canonical: https://catalog.example.com/.well-known/security.txt',
        'Preferred-Languages: en',
        '',
      ].join('\n'),
    );
  });

  it('sends readers to the page about security where no contact is set', async () => {
    expect(await textOf('.well-known/security.txt')).toContain(
      'Contact: https://catalog.example.com/docs/security/\n',
    );
  });
});

/** https://llmstxt.org */
describe('llms.txt', () => {
  it('has a title, a summary, and sections of links with what each is for, the least important last', async () => {
    const text = (await textOf('llms.txt')) ?? '';
    const [title, , summary] = text.split('\n');
    const entries = text.split('\n').filter((line) => line.startsWith('- '));

    expect([title, summary]).toEqual(['# tollbook', expect.stringMatching(/^> A catalog of APIs/)]);
    expect(text.match(/^## .*$/gm)).toEqual(['## Quick starts', '## API', '## Optional']);
    expect(entries.length).toBeGreaterThan(10);
    for (const entry of entries) {
      expect(entry).toMatch(/^- \[[^\]]+\]\(https:\/\/catalog\.example\.com\/\S*\): \S/);
    }
  });
});

/** https://agenticresourcediscovery.org */
describe('the manifest of ARD', () => {
  const paths = ['.well-known/ard.json', '.well-known/ai-catalog.json'];

  it('names the catalog as a document, and no registry, which takes a server', async () => {
    const { entries } = ReadManifest.parse(JSON.parse((await textOf(paths[0] ?? '')) ?? ''));

    expect(entries.map(({ type, url }) => [type, url])).toEqual([
      ['application/json', `${siteUrl}/api/export.json`],
    ]);
  });

  it('is the same at its present and its former address', async () => {
    const [present, former] = await Promise.all(paths.map((path) => textOf(path)));

    expect(former).toBe(present);
  });

  it('needs no line in robots.txt, which has only what all robots know', async () => {
    expect(await textOf('robots.txt')).toBe(
      `User-agent: *\nDisallow: /compare\n\nSitemap: ${siteUrl}/sitemap.xml\n`,
    );
  });
});

describe('the sitemap', () => {
  it('names hosts and wallets that several services have, and no others', async () => {
    const own = { paymentAddress: `0x${'c'.repeat(40)}`, network: 'base' };
    const entries = [
      anEntry({ name: 'A', endpoint: 'https://shared.example.com/a' }),
      anEntry({ name: 'B', endpoint: 'https://shared.example.com/b' }),
      anEntry({ name: 'C', endpoint: 'https://single.example.com', x402Config: own }),
    ];
    const files: string[] = [];
    for await (const { path, text } of siteFiles(catalogOf(entries), { siteUrl, contactUrl: undefined })) {
      if (path === 'sitemap.xml') files.push(text);
    }

    expect(files[0]).toContain(`<loc>${siteUrl}/hosts/shared.example.com/</loc>`);
    expect(files[0]?.match(/\/wallets\//g)).toHaveLength(1);
    expect(files[0]).not.toContain('/hosts/single.example.com/');
  });
});
