/** Paths of this site's pages. Each ends with a slash, as the folder of its file does. */

export function servicePath(id: string): string {
  return `/services/${id}/`;
}

/** A page of the list of all services; the first has the short path. */
export function listPath(page = 1): string {
  return paged('/services/', page);
}

/** A page of the services in a category; the first has the short path. */
export function categoryPath(id: string, page = 1): string {
  return paged(`/categories/${id}/`, page);
}

export function problemPath(code: string): string {
  return `/problems/${code}/`;
}

/** The picture that says a service's status. */
export function badgePath(id: string): string {
  return `/badge/${id}.svg`;
}

/** The picture that others show beside a link to a service. */
export function sharePath(id: string): string {
  return `/og/${id}.png`;
}

function paged(first: string, page: number): string {
  return page === 1 ? first : `${first}page/${String(page)}/`;
}
