/** Prints a line of JSON in ASCII only, so that nothing in the texts of strangers can change how it looks on a terminal. */
export function printJson(value: unknown): void {
  const text = JSON.stringify(value);

  console.log(
    text.replace(/[^\x20-\x7e]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
}
