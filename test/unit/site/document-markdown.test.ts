import { describe, expect, it } from 'vitest';
import { documentMarkdown } from '../../../src/site/document-markdown.ts';

const markdownOf = (article: string): Promise<string> =>
  documentMarkdown(
    `<nav>Menu</nav><article id="document" class="document">${article}</article>`,
    '/docs/owners/',
    'https://tollbook.example',
  );

describe('a document as Markdown', () => {
  it.each([
    [
      'headings, text and code',
      '<h1>Owners</h1><p>Run <code>npm test</code>.</p><h2 id="a">First</h2><pre tabindex="0"><code>curl "$URL" |\n  jq .</code></pre>',
      '# Owners\n\nRun `npm test`.\n\n## First\n\n```\ncurl "$URL" |\n  jq .\n```\n',
    ],
    [
      'links that work elsewhere',
      '<p><a href="/docs/api/?a=1&amp;b=2">API</a> and <a href="#first">first</a></p>',
      '[API](https://tollbook.example/docs/api/?a=1\\&b=2) and [first](https://tollbook.example/docs/owners/#first)\n',
    ],
    [
      'tables',
      '<table><thead><tr><th>Name</th><th>Meaning</th></tr></thead><tbody><tr><td>id</td><td>never changes</td></tr></tbody></table>',
      '| Name | Meaning       |\n| ---- | ------------- |\n| id   | never changes |\n',
    ],
    [
      'nothing that only leads around',
      '<h2>One</h2><a class="anchor" href="#one">#</a><button>Copy</button><nav>Next</nav><svg><title>x</title></svg><p>Text.</p>',
      '## One\n\nText.\n',
    ],
  ])('has %s', async (_what, article, text) => {
    expect(await markdownOf(article)).toBe(text);
  });
});
