/** The entries of a list that somebody typed, one a line or apart by commas. */
export function listIn(text: string): string[] {
  return text
    .split(/[\n,]/)
    .map((each) => each.trim())
    .filter((each) => each !== '');
}
