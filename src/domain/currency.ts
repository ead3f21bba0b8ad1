export const currencySymbol = /^[A-Z][A-Z0-9]{1,11}$/;

/** The currency that a service declares when it is paid in the token of this symbol. */
export function currencyOf(symbol: string): string {
  return symbol.toUpperCase();
}
