/** The text of a JSON body, the same in the server's responses and in static files. */
export function bodyOf(view: unknown): string {
  return JSON.stringify(view);
}
