/** The text that an address of `/search` asks for. `q` is another name for `query`, and counts when `query` is empty. */
export function askedText(parameters: URLSearchParams): string {
  const [text = ''] = ['query', 'q'].map((name) => (parameters.get(name) ?? '').trim()).filter(Boolean);

  return text;
}
