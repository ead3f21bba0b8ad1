import { describe, expect, it } from 'vitest';
import { documentMarkdown } from '../../../src/site/document-markdown.ts';

const page = new URL('https://tollbook.example/docs/owners/');
const markdownOf = (article: string): Promise<string> =>
  documentMarkdown(`<nav>Menu</nav><article id="document" class="document">${article}</article>`, page);

describe('a document as Markdown', () => {
  it('has its headings, text and code', async () => {
    const text = await markdownOf(
      '<h1>Owners</h1><p>Run <code>npm test</code>.</p><h2 id="a">First</h2><pre tabindex="0"><code>curl "$URL" |\n  jq .</code></pre>',
    );

    expect(text).toBe('# Owners\n\nRun `npm test`.\n\n## First\n\n```\ncurl "$URL" |\n  jq .\n```\n');
  });

  it('has links that work elsewhere', async () => {
    const text = await markdownOf(
      '<p><a href="/docs/api/?a=1&amp;b=2">API</a> and <a href="#first">first</a></p>',
    );

    expect(text).toBe(
      '[API](https://tollbook.example/docs/api/?a=1\\&b=2) and [first](https://tollbook.example/docs/owners/#first)\n',
    );
  });

  it('has its tables', async () => {
    const text = await markdownOf(
      '<table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody><tr><td>id</td><td>never changes</td></tr></tbody></table>',
    );

    expect(text).toContain('| Name | Meaning       |');
    expect(text).toContain('| id   | never changes |');
  });

  it('has nothing that only leads around', async () => {
    const text = await markdownOf(
      '<h2>One</h2><a class="anchor" href="#one">#</a><button>Copy</button><nav>Next</nav><svg><title>x</title></svg><p>Text.</p>',
    );

    expect(text).toBe('## One\n\nText.\n');
  });
});
