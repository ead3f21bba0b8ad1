import type { Endpoint } from './endpoint.ts';
import { problems } from '../views/problem.ts';
import { referencePaths } from './api-reference.ts';
import { documentMarkdown } from './document-markdown.ts';
import { documentPaths } from './documents.ts';
import { localPath } from '../texts/local-path.ts';
import { markdownPath } from '../texts/markdown-path.ts';
import { markdownResponse } from './markdown-response.ts';
import type { SiteCatalog } from './site-catalog.ts';

/** The pages of the docs that there are as Markdown too, by their paths without a language: every one of them. */
export function markdownDocuments({ api }: Pick<SiteCatalog, 'api'>): ReadonlySet<string> {
  const ofProblems = Object.keys(problems).map((code) => `/problems/${code}/`);

  return new Set([...documentPaths, ...referencePaths(api), ...ofProblems]);
}

/** Answers with a page of the docs as Markdown. */
export const GET: Endpoint = async ({ url, locals: { catalog, readPage } }) => {
  const path = [...markdownDocuments(catalog)].find((each) => markdownPath(each) === url.pathname);
  if (path === undefined) return new Response(null, { status: 404 });

  return markdownResponse(await documentMarkdown(await readPage(path), localPath(path), catalog.siteUrl));
};
