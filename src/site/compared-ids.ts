/** How many services may be compared. */
export const mostCompared = 4;

/** Of more ids the rest is not looked for. */
const mostIds = 20;

/** The ids that a comparison asks for, each once: given by repeating `ids`, by a comma list, or both. */
export function comparedIds(parameters: URLSearchParams): string[] {
  const ids = parameters
    .getAll('ids')
    .flatMap((value) => value.split(','))
    .map((id) => id.trim())
    .filter((id) => id !== '');

  return [...new Set(ids)].slice(0, mostIds);
}

/** The address of a comparison. */
export function comparePath(ids: readonly string[]): string {
  return `/compare?ids=${ids.join(',')}`;
}
