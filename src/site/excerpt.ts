/** The beginning of a text, cut between two words where that loses little; `max` counts code points. */
export function excerpt(text: string, max: number): string {
  if (text.length <= max) return text;

  const characters = Array.from(text);
  if (characters.length <= max) return text;
  const start = characters.slice(0, max).join('');
  const space = start.lastIndexOf(' ');
  return `${start.slice(0, space > max / 2 ? space : undefined).trimEnd()}…`;
}
