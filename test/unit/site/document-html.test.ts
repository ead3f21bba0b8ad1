import { describe, expect, it } from 'vitest';
import { documentParts, sectionsOf } from '../../../src/site/document-html.ts';

describe('the parts of a document', () => {
  it('gives each heading an address, and a link to it beside it', () => {
    const { intro, body, headings } = documentParts(
      '<p>First.</p>\n<h2 id="key">1. Get a key</h2><p>Text.</p><h3>Of <code>x</code> &amp; y</h3>',
    );

    expect(intro).toBe('<p>First.</p>\n');
    expect(headings).toEqual([
      { id: 'key', text: '1. Get a key', level: 2 },
      { id: 'of-x-y', text: 'Of x & y', level: 3 },
    ]);
    expect(body).toContain('<h2 id="key">1. Get a key</h2><a class="anchor" href="#key"');
    expect(body).toContain('aria-label="Link to “Of x &amp; y”"');
  });

  it('never gives two headings the same address', () => {
    const { headings } = documentParts('<h2>Limits</h2><h2>Limits</h2><h2>Limits</h2>');

    expect(headings.map(({ id }) => id)).toEqual(['limits', 'limits-2', 'limits-3']);
  });

  it('has only an introduction where there are no headings', () => {
    expect(documentParts('<p>All.</p>')).toEqual({ intro: '<p>All.</p>', body: '', headings: [] });
  });
});

describe('the sections of a page', () => {
  /** A page as the layout draws it. */
  function page(html: string): string {
    const { intro, body } = documentParts(html);
    const contents = '<nav class="toc"><a href="#key">Key</a></nav>';

    return `<main><p>Menu</p><article id="document" tabindex="-1"><h1>Title</h1>${intro}${contents}${body}</article></main>`;
  }

  it('are plain text, without the title, code, buttons and navigation', () => {
    expect(
      sectionsOf(
        page(
          '<p>Send <code>a&lt;b</code>, <em>now</em>.</p><h2 id="key">Key</h2><pre><code>curl</code></pre><button>Copy</button><dl><dt>One</dt><dd>Two&#39;s.</dd></dl><h3>Next</h3><ul><li>A.</li><li>B.</li></ul>',
        ),
      ),
    ).toEqual([
      { id: '', heading: '', text: 'Send a<b, now.' },
      { id: 'key', heading: 'Key', text: "One: Two's." },
      { id: 'next', heading: 'Next', text: 'A. B.' },
    ]);
  });

  it('are empty for a page that is no document', () => {
    expect(sectionsOf('<main><p>Text</p></main>')).toEqual([{ id: '', heading: '', text: '' }]);
  });
});
