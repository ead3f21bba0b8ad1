import rehypeParse from 'rehype-parse';
import rehypeRemark from 'rehype-remark';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { documentOf } from './document-html.ts';

const converter = unified()
  .use(rehypeParse, { fragment: true })
  .use(rehypeRemark)
  .use(remarkGfm)
  .use(remarkStringify, { bullet: '-', fences: true, rule: '-' });

/** The document on a page as Markdown, with links that work elsewhere too. `path` is its own, and `site` the public address of the site. */
export async function documentMarkdown(html: string, path: string, site: string): Promise<string> {
  const article = documentOf(html).replace(/ (href|src)="([^"]*)"/g, (_, name: string, link: string) => {
    const target = link.replaceAll('&amp;', '&');
    const address = target.startsWith('/') ? site + target : new URL(target, site + path).href;
    return ` ${name}="${address.replaceAll('&', '&amp;')}"`;
  });

  return String(await converter.process(article));
}
