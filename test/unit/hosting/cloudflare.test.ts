import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const documented = (name: string): string =>
  readFileSync(new URL(`../../../docs/hosting/${name}`, import.meta.url), 'utf8');

/** Applies rules as Cloudflare does: the first match wins, and a name after a colon matches one segment of the path. */
const rules = documented('cloudflare/_redirects')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => {
    const [from = '', to = '', status] = line.split(' ');
    const pattern = from.replaceAll('.', '\\.').replaceAll(/:(\w+)/g, '(?<$1>[^/]+)');

    return { pattern: new RegExp(`^${pattern}$`), to: to.replaceAll(/:(\w+)/g, '$<$1>'), status };
  });

function fileOf(path: string): string {
  const rule = rules.find(({ pattern }) => pattern.test(path));

  return rule ? path.replace(rule.pattern, rule.to) : path;
}

describe('the rules for Cloudflare', () => {
  it.each([
    ['/api/services', '/api/services.json'],
    ['/api/services/', '/api/services.json'],
    ['/api/services.json', '/api/services.json'],
    ['/api/services/rain-07560tme', '/api/services/rain-07560tme.json'],
    ['/api/services/rain-07560tme/', '/api/services/rain-07560tme.json'],
    ['/api/services/rain-07560tme.json', '/api/services/rain-07560tme.json'],
    ['/api/services/rain-07560tme/status', '/api/services/rain-07560tme/status.json'],
    ['/api/services/rain-07560tme/status.json', '/api/services/rain-07560tme/status.json'],
    ['/api/services/rain-07560tme/proof', '/api/services/rain-07560tme/proof.json'],
    ['/api/categories', '/api/categories.json'],
    ['/api/export', '/api/export.json'],
    ['/api/export.ndjson', '/api/export.ndjson'],
    ['/api/export.sqlite', '/api/export.sqlite'],
    ['/services/rain-07560tme/', '/services/rain-07560tme/'],
  ])('rewrite %s to %s', (path, file) => {
    expect(fileOf(path)).toBe(file);
  });

  it('never redirect', () => {
    expect(rules.map(({ status }) => status)).toEqual(rules.map(() => '200'));
  });

  it('have the same Content-Security-Policy as the tested Caddyfile', () => {
    const policies = (text: string): string[] => text.match(/default-src [^"\n]+/g)?.sort() ?? [];

    expect(policies(documented('cloudflare/_headers'))).toHaveLength(1);
    expect(policies(documented('cloudflare/_headers'))).toEqual(policies(documented('Caddyfile')));
  });
});
