/**
 * Removes accents and case, so that texts compare as people expect. Search terms and the order of names use this rather than
 * ICU collation, so that an ICU upgrade does not change them.
 */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{Mn}+/gu, '')
    .toLowerCase();
}
