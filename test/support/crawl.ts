/** What leads from a page, a style, a script or a manifest to another address. */
const patterns: Readonly<Record<string, RegExp>> = {
  html: / (?:href|src|action)="([^"]*)"/g,
  css: /url\(["']?([^"')]+)["']?\)/g,
  javascript: /(?:from|import\(?)["'`](\.[^"'`]+)["'`]/g,
  manifest: /"(?:src|url|start_url|scope)": "([^"]*)"/g,
};

/** The template of a row, which is never visible, leads there. */
const template = '/services/id/';

/** The addresses on the same host to which the body at an address leads. */
export async function linksFrom(address: string): Promise<URL[]> {
  const response = await fetch(address);
  const text = await response.text();
  const type = response.headers.get('Content-Type') ?? '';

  return Object.entries(patterns)
    .flatMap(([kind, pattern]) => (type.includes(kind) ? [...text.matchAll(pattern)] : []))
    .map(([, link = '']) => new URL(link.replaceAll(/&(?:amp|#38);/g, '&'), address))
    .filter(({ host, pathname }) => host === new URL(address).host && !pathname.endsWith(template));
}

/** Whether there is something at an address. */
export async function answers({ href }: URL): Promise<boolean> {
  return (await fetch(href, { method: 'HEAD' })).ok;
}

/** Follows every link from an address on, each path once. Returns what was visited, and the links that are broken or leave what is below that address. */
export async function crawl(
  root: string,
): Promise<{ readonly visited: ReadonlySet<string>; readonly broken: readonly string[] }> {
  const visited = new Set([root]);
  const broken: string[] = [];
  for (const address of visited) {
    for (const target of await linksFrom(address)) {
      const path = target.origin + target.pathname;
      if (visited.has(path)) continue;
      if (path.startsWith(root) && (await answers(target))) visited.add(path);
      else broken.push(`${address} leads to ${target.href}`);
    }
  }
  return { visited, broken };
}
