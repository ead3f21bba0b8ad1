/** A message of a table in which some have placeholders and some have none. */
export type Message<Name extends string> =
  string | ((values: Readonly<Record<Name, string | number>>) => string);

/** The messages of a table whose English stands in the code; English has none. */
export type Translations<Name extends string> = Readonly<Partial<Record<string, Message<Name>>>>;

/** The words of a message. */
export function filled<Name extends string>(
  message: Message<Name>,
  values: Readonly<Record<Name, string | number>>,
): string {
  return typeof message === 'string' ? message : message(values);
}
