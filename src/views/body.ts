/** The text of every JSON answer, the same from the server and in static files. */
export function bodyOf(view: unknown): string {
  return JSON.stringify(view);
}
