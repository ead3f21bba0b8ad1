/**
 * A command that asks an endpoint without paying. The endpoint is its owner's text and this line is made to be pasted into
 * a shell, so it stands in single quotes and a quote inside it is taken out of them. `--globoff`: brackets are no range.
 */
export function unpaidRequest(endpoint: string): string {
  return `curl --include --globoff '${endpoint.replaceAll("'", String.raw`'\''`)}'`;
}
