interface WildcardRule {
  readonly allows: boolean;
  /** The length of the pattern in the file; the longest pattern that matches wins. */
  readonly weight: number;
  /** The texts between the wildcards. */
  readonly literals: readonly string[];
  /** Whether the pattern ends in `$`, so that the last literal must end the path. */
  readonly isAnchored: boolean;
}

/** The rules of a `robots.txt` for one robot. The maps say for each pattern whether it allows. */
export interface RobotsRules {
  /** Rules without `*` or `$`, which is most of them: they match paths that begin like this. */
  readonly prefixes: ReadonlyMap<string, boolean>;
  /** The distinct lengths of `prefixes`, longest first. */
  readonly prefixLengths: readonly number[];
  /** Rules that end in `$`, which match exactly one path. */
  readonly exact: ReadonlyMap<string, boolean>;
  readonly wildcards: readonly WildcardRule[];
}

export const noRules: RobotsRules = rulesOf([]);

/**
 * The budget for matching. Each rule with wildcards costs a search of the whole path, and the 500 KiB that RFC 9309, section 2.5, has
 * a robot parse can hold 39,000 of them. (Rules without wildcards are looked up, so all of them count.) Beyond these limits, an
 * `Allow` is ignored, and a `Disallow` is cut at the first `*` too many, so that it forbids more paths: we err towards not asking.
 */
const maxWildcardRules = 256;
const maxWildcards = 16;

/** Longer than any URL that we request, even when escaped; a rule with more literal characters matches nothing. */
const maxLiteralLength = 8_192;

/**
 * Reads the rules of a `robots.txt` (RFC 9309) for one robot: those of all groups that name it or, if none does, of the groups for
 * `*`. When the text was cut off, its last line is ignored, because half a path would forbid more than its owner meant.
 */
export function readRobots(text: string, robot: string, isCut = false): RobotsRules {
  const lines = text.replace(/\r/g, '\n');
  const whole = isCut ? lines.slice(0, lines.lastIndexOf('\n') + 1) : lines;
  const { named, others } = readGroups(whole.replace(/^\uFEFF/, ''), robot.toLowerCase());
  const rules = named ?? others;

  return rules.length > 0 ? rulesOf(rules) : noRules;
}

/** Whether a URL may be requested. The longest matching rule wins; on a tie, the one that allows. */
export function isAllowed(rules: RobotsRules, { pathname, search }: URL): boolean {
  const path = normalized(pathname + search);
  let winner = longestPlainMatch(rules, path);

  for (const rule of rules.wildcards) {
    const isLonger = rule.weight > winner.weight;
    const winsTie = rule.allows && rule.weight === winner.weight;
    if ((isLonger || winsTie) && matches(rule, path)) winner = rule;
  }
  return winner.allows;
}

type Match = Pick<WildcardRule, 'allows' | 'weight'>;

function longestPlainMatch({ prefixes, prefixLengths, exact }: RobotsRules, path: string): Match {
  const exactly = exact.get(path);
  if (exactly !== undefined) return { allows: exactly, weight: path.length + '$'.length };

  for (const weight of prefixLengths) {
    const allows = weight > path.length ? undefined : prefixes.get(path.slice(0, weight));
    if (allows !== undefined) return { allows, weight };
  }
  return { allows: true, weight: 0 };
}

/** An `Allow` or `Disallow` line as it is written. */
interface Line {
  readonly allows: boolean;
  readonly path: string;
}

interface Groups {
  /** The lines of the groups that name the robot; undefined when none does. */
  readonly named: readonly Line[] | undefined;
  readonly others: readonly Line[];
}

/**
 * One regular expression scans the whole text, so that a hostile file of meaningless lines costs next to nothing. Before and after a name it takes
 * only the white space of RFC 9309: `^` also matches after U+2028, and whatever took those too would read them again from each of them on.
 */
const directive = /^[\t ]*(user-agent|allow|disallow)[\t ]*:([^#\n]*)/gim;

function readGroups(text: string, robot: string): Groups {
  let named: Line[] | undefined;
  const others: Line[] = [];
  /** Consecutive user-agent lines share a group; the first one after a rule starts a new group. */
  let group = { isNamed: false, isForAll: false, hasRules: false };

  for (const [, key = '', value = ''] of text.matchAll(directive)) {
    const field = key.toLowerCase();
    if (field === 'user-agent') {
      if (group.hasRules) group = { isNamed: false, isForAll: false, hasRules: false };
      const product = productOf(value);
      group.isForAll ||= product === '*';
      group.isNamed ||= product === robot;
      if (group.isNamed) named ??= [];
      continue;
    }
    group.hasRules = true;
    const line = { allows: field === 'allow', path: value.trim() };
    if (group.isNamed) named?.push(line);
    else if (group.isForAll) others.push(line);
  }
  return { named, others };
}

/** The product name alone: `tollbook/1.0` means `tollbook`. */
function productOf(value: string): string {
  return /^\s*(\*|[a-z_-]+)/i.exec(value)?.[1]?.toLowerCase() ?? '';
}

function rulesOf(lines: readonly Line[]): RobotsRules {
  const prefixes = new Map<string, boolean>();
  const exact = new Map<string, boolean>();
  const wildcards: WildcardRule[] = [];

  for (const { allows, path } of lines) {
    const isOverBudget = allows && wildcards.length >= maxWildcardRules && path.includes('*');
    const pattern = isOverBudget ? '' : patternOf(path);
    if (pattern.includes('*')) addWildcardRule(wildcards, allows, pattern);
    else if (pattern.endsWith('$')) addPlainRule(exact, allows, pattern.slice(0, -1));
    else addPlainRule(prefixes, allows, pattern);
  }
  const prefixLengths = [...new Set([...prefixes.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  return { prefixes, prefixLengths, exact, wildcards };
}

function patternOf(path: string): string {
  const pattern = normalized(path);

  return detached(pattern.includes('**') ? pattern.replace(/\*\*+/g, '*') : pattern);
}

/** Skips rules without a path: an empty `Disallow` is how owners allow everything. */
function addPlainRule(rules: Map<string, boolean>, allows: boolean, path: string): void {
  if (path === '' || path.length > maxLiteralLength) return;

  rules.set(path, allows || rules.get(path) === true);
}

function addWildcardRule(rules: WildcardRule[], allows: boolean, pattern: string): void {
  const isAnchored = pattern.endsWith('$');
  const literals = (isAnchored ? pattern.slice(0, -1) : pattern).split('*');
  const wildcards = literals.length - 1;
  const weight = pattern.length;
  if (weight - wildcards > maxLiteralLength) return;

  const budget = rules.length < maxWildcardRules ? maxWildcards : 0;
  if (wildcards <= budget) rules.push({ allows, weight, literals, isAnchored });
  else if (!allows) {
    rules.push({ allows, weight, literals: literals.slice(0, budget + 1), isAnchored: false });
  }
}

/** V8 copies substrings shorter than this. */
const minSliceLength = 13;

/** Copies a substring. V8 makes longer ones as a view of their parent, which would keep the whole file in memory. */
function detached(pattern: string): string {
  return pattern.length < minSliceLength ? pattern : Buffer.from(pattern).toString();
}

/** Roughly the memory that the rules take, in characters. */
export function weightOf({ prefixes, exact, wildcards }: RobotsRules): number {
  const texts = [prefixes.keys(), exact.keys(), wildcards.flatMap(({ literals }) => literals)];

  return texts.reduce((sum, each) => sum + charactersOf(each), 0);
}

/** The overhead of a string and its place in a map. */
const charactersPerText = 100;

function charactersOf(texts: Iterable<string>): number {
  let sum = 0;
  for (const { length } of texts) sum += length + charactersPerText;
  return sum;
}

/** Escapes of unreserved characters, which are equivalent to the characters themselves: RFC 3986, section 2.3. */
const unneededEscape = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;
const lowerCaseEscape = /%(?:[a-f][\da-fA-F]|[\dA-F][a-f])/g;

/** Most paths contain only characters that `encodeURI` leaves alone. */
const isPlain = /^[\w\-.~!*'();/?:@&=+$,#]*$/;

/** Brings paths into one spelling, so that they can be compared: RFC 9309, section 2.2.2. Existing escapes are not escaped again. */
function normalized(path: string): string {
  if (isPlain.test(path)) return path;

  const escaped = encodeURI(path.toWellFormed()).replaceAll('%25', '%');
  if (!escaped.includes('%')) return escaped;

  return escaped
    .replace(unneededEscape, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)))
    .replace(lowerCaseEscape, (escape) => escape.toUpperCase());
}

/** Finds each literal at its first position after the previous one. All searches together pass over the path once: O(path). */
function matches({ literals, isAnchored }: WildcardRule, path: string): boolean {
  const [first = '', ...rest] = literals;
  if (!path.startsWith(first)) return false;

  const last = isAnchored ? (rest.pop() ?? '') : '';
  let at = first.length;
  for (const literal of rest) {
    const found = path.indexOf(literal, at);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return path.endsWith(last) && path.length - last.length >= at;
}
