/**
 * The form in which two texts are compared by people: no accents, no case.
 * Used for search terms and for the order of names, so that both survive an ICU upgrade unchanged.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}
