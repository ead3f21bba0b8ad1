/** Cells like most: nothing in them needs quotes, and they begin with a letter or digit. */
const plain = /^[A-Za-z0-9](?:[^",;\t\r\n]*[^",;\s])?$/;

/** What has to stand in quotes (RFC 4180, section 2), and semicolons, which some programs take for the separator. */
const special = /[",;\t\r\n]|^\s|\s$/;

/**
 * Before what spreadsheets take for a formula, in every width of its first character, and after blanks, invisible characters and apostrophes;
 * at the beginning of a cell, and where programs of some countries split it in spite of quotes. Tabs and line breaks at the beginning count
 * too. https://owasp.org/www-community/attacks/CSV_Injection
 */
const beforeFormula =
  /(?:^|(?<=[;\t\r\n]))(?=(?:[^\S\t\r\n]|['\p{Cf}])*[=+\-@\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20])|^(?=(?:[^\S\t\r\n]|['\p{Cf}])*[\t\r\n])/gu;

type Cell = string | number | readonly string[] | null;

/** A record of a CSV file (RFC 4180). A list becomes its items with spaces between them, null an empty cell. */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(printCell).join(',')}\r\n`;
}

/** A text in which no spreadsheet sees a formula: an apostrophe stands before each place where one would begin. */
export function withoutFormulas(text: string): string {
  return text.replace(beforeFormula, "'");
}

function printCell(cell: Cell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);

  const text = typeof cell === 'string' ? cell : cell.join(' ');
  return plain.test(text) ? text : quoted(withoutFormulas(text));
}

function quoted(text: string): string {
  return special.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
