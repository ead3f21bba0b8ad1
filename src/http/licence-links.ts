/** What in an SPDX expression is no id of a licence: https://spdx.github.io/spdx-spec/v3.0.1/annexes/spdx-license-expressions/ */
const operators: ReadonlySet<string> = new Set(['AND', 'OR', 'WITH']);

/** The value of a `Link` header (RFC 8288) that leads to the licences of an SPDX expression; undefined when it names none that is published. */
export function licenceLinks(expression: string): string | undefined {
  const ids = expression.split(/[\s()]+/).filter((word) => /^[A-Za-z0-9.-]+\+?$/.test(word));
  const published = ids.filter((id) => !operators.has(id) && !id.startsWith('LicenseRef-'));
  const links = published.map((id) => `<https://spdx.org/licenses/${id.replace(/\+$/, '')}>; rel="license"`);

  return links.length > 0 ? links.join(', ') : undefined;
}
