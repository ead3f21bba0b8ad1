/** The name of a concept of the search; its label is in English. */
export function conceptName(label: string): string {
  return label;
}
