/** One line of `robots.txt`: a path, where `*` stands for any characters and `$` for the end. */
interface Rule {
  readonly allows: boolean;
  readonly pattern: string;
}

/** What an owner lets one robot ask for. */
export type RobotsRules = readonly Rule[];

export const noRules: RobotsRules = [];

/**
 * The rules of a `robots.txt` (RFC 9309) for a robot: of all groups that name it, or, when none does, of those for `*`.
 * Of a text that was cut, the last line is left out: half a path says more than its owner meant.
 */
export function readRobots(text: string, robot: string, isCut = false): RobotsRules {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\r|\n/);
  const groups = readGroups(isCut ? lines.slice(0, -1) : lines);
  const named = groups.filter(({ robots }) => robots.has(robot.toLowerCase()));
  const chosen = named.length > 0 ? named : groups.filter(({ robots }) => robots.has('*'));
  const rules = chosen.flatMap(({ rules }) => rules);

  return rules.length > 0 ? rules : noRules;
}

/** Whether a URL may be asked for: the longest rule that fits decides, and of two as long the one that allows. */
export function isAllowed(rules: RobotsRules, { pathname, search }: URL): boolean {
  const path = comparable(pathname + search);
  let decided: Rule | undefined;

  for (const rule of rules) {
    const isLonger = rule.pattern.length > (decided?.pattern.length ?? -1);
    const isKinder = rule.allows && rule.pattern.length === decided?.pattern.length;
    if ((isLonger || isKinder) && fits(rule.pattern, path)) decided = rule;
  }
  return decided?.allows ?? true;
}

interface Group {
  readonly robots: Set<string>;
  readonly rules: Rule[];
}

function readGroups(lines: readonly string[]): Group[] {
  const groups: Group[] = [];

  for (const line of lines) {
    const [, key = '', value = ''] = /^\s*([a-z-]+)\s*:([^#]*)/i.exec(line) ?? [];
    const field = key.toLowerCase();
    if (field === 'user-agent') groupFor(groups).robots.add(productOf(value));
    if (field === 'allow' || field === 'disallow') addRule(groups.at(-1), field === 'allow', value.trim());
  }
  return groups;
}

/** Names that follow each other are of one group; the first name after a rule begins the next. */
function groupFor(groups: Group[]): Group {
  const last = groups.at(-1);
  if (last?.rules.length === 0) return last;

  const group: Group = { robots: new Set(), rules: [] };
  groups.push(group);
  return group;
}

/** Names are compared without what follows them: `tollbook/1.0` names `tollbook`. */
function productOf(value: string): string {
  return /^\s*(\*|[a-z_-]+)/i.exec(value)?.[1]?.toLowerCase() ?? '';
}

/** A rule without a path is none: an empty `Disallow` is how owners say that everything may be asked for. */
function addRule(group: Group | undefined, allows: boolean, path: string): void {
  if (!group) return;

  // The copy lets go of the whole text, which a part of it would keep in memory.
  const pattern = Buffer.from(comparable(path)).toString();
  group.rules.push({ allows, pattern });
}

/** One spelling for every path: RFC 9309, section 2.2.2. */
function comparable(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\x21-\x7E]/gu, encodeURIComponent)
    .replace(/%[0-9a-f]{2}/gi, (escape) => {
      const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
      return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
    });
}

/** Finds each part between two `*` at its first place after the one before: no pattern can make that slow. */
function fits(pattern: string, path: string): boolean {
  if (pattern === '') return false;

  const isToEnd = pattern.endsWith('$');
  const [first = '', ...parts] = (isToEnd ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  if (parts.length === 0) return !isToEnd || path === first;

  const last = isToEnd ? parts.pop() : '';
  let at = first.length;
  for (const part of parts) {
    const found = path.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return path.endsWith(last ?? '') && path.length - (last ?? '').length >= at;
}
