const relativeLinks = [
  ['href', 'a[href^="."]'],
  ['action', 'form[action^="."]'],
] as const;

/** Has the relative links of a page, or of a part of it, lead from anywhere to where they lead from `base`, their own page. */
export function fixLinks(part: ParentNode, base: string): void {
  for (const [name, selector] of relativeLinks) {
    for (const element of part.querySelectorAll(selector)) {
      element.setAttribute(name, new URL(element.getAttribute(name) ?? '', base).href);
    }
  }
}
