/** One line of `robots.txt` with `*` in it: the literal texts between its wildcards. */
interface WildRule {
  readonly allows: boolean;
  /** The length of its pattern as the file has it: the longest pattern that fits decides. */
  readonly weight: number;
  readonly literals: readonly string[];
  /** Whether the last literal has to stand at the end of the path. */
  readonly isToEnd: boolean;
}

/** What an owner lets one robot ask for. */
export interface RobotsRules {
  /** Whether paths that begin like this are allowed; most rules of most files. */
  readonly prefixes: ReadonlyMap<string, boolean>;
  /** The lengths of these prefixes, the longest first. */
  readonly prefixLengths: readonly number[];
  /** Whether exactly this path is allowed, by a rule that ends in `$`. */
  readonly wholes: ReadonlyMap<string, boolean>;
  readonly wild: readonly WildRule[];
}

export const noRules: RobotsRules = rulesOf([]);

/**
 * What one match may cost. A rule with wildcards costs a search of the whole path, and RFC 9309, section 2.5, has a robot parse at least
 * 500 KiB, which hold 39,000 of them. Rules without wildcards are looked up, so all of them count. Beyond these limits, a `Disallow`
 * forbids all paths that begin like it up to the first `*` that is too many, and an `Allow` is left out. That errs towards not asking.
 */
const mostWildRules = 256;
const mostWildcards = 16;

/** No URL that we ask for is as long, even escaped; so a rule with more literal characters fits none. */
const longestLiteral = 8_192;

/**
 * The rules of a `robots.txt` (RFC 9309) for a robot: of all groups that name it, or, when none does, of those for `*`.
 * Of a text that was cut, the last line is left out: half a path says more than its owner meant.
 */
export function readRobots(text: string, robot: string, isCut = false): RobotsRules {
  const lines = text.replace(/\r/g, '\n');
  const whole = isCut ? lines.slice(0, lines.lastIndexOf('\n') + 1) : lines;
  const { named, others } = readGroups(whole.replace(/^\uFEFF/, ''), robot.toLowerCase());
  const rules = named ?? others;

  return rules.length > 0 ? rulesOf(rules) : noRules;
}

/** Whether a URL may be asked for: the longest rule that fits decides, and of two as long the one that allows. */
export function isAllowed(rules: RobotsRules, { pathname, search }: URL): boolean {
  const path = comparable(pathname + search);
  let decided = longestPlain(rules, path);

  for (const rule of rules.wild) {
    const isLonger = rule.weight > decided.weight;
    const isKinder = rule.allows && rule.weight === decided.weight;
    if ((isLonger || isKinder) && fits(rule, path)) decided = rule;
  }
  return decided.allows;
}

type Decision = Pick<WildRule, 'allows' | 'weight'>;

function longestPlain({ prefixes, prefixLengths, wholes }: RobotsRules, path: string): Decision {
  const whole = wholes.get(path);
  if (whole !== undefined) return { allows: whole, weight: path.length + '$'.length };

  for (const weight of prefixLengths) {
    const allows = weight > path.length ? undefined : prefixes.get(path.slice(0, weight));
    if (allows !== undefined) return { allows, weight };
  }
  return { allows: true, weight: 0 };
}

/** A line that counts, as it is written. */
interface Line {
  readonly allows: boolean;
  readonly path: string;
}

interface Groups {
  /** The lines of the groups that name the robot; undefined when none does. */
  readonly named: readonly Line[] | undefined;
  /** The lines of the groups for `*`. */
  readonly others: readonly Line[];
}

/** One expression walks over the whole text: most lines of a file made to cost time say nothing, and cost next to none. */
const directive = /^[^\S\n]*(user-agent|allow|disallow)[^\S\n]*:([^#\n]*)/gim;

function readGroups(text: string, robot: string): Groups {
  let named: Line[] | undefined;
  const others: Line[] = [];
  /** Names that follow each other are of one group; the first name after a rule begins the next. */
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

/** Names are compared without what follows them: `tollbook/1.0` names `tollbook`. */
function productOf(value: string): string {
  return /^\s*(\*|[a-z_-]+)/i.exec(value)?.[1]?.toLowerCase() ?? '';
}

function rulesOf(lines: readonly Line[]): RobotsRules {
  const prefixes = new Map<string, boolean>();
  const wholes = new Map<string, boolean>();
  const wild: WildRule[] = [];

  for (const { allows, path } of lines) {
    const isLeftOut = allows && wild.length >= mostWildRules && path.includes('*');
    const pattern = isLeftOut ? '' : patternOf(path);
    if (pattern.includes('*')) addWild(wild, allows, pattern);
    else if (pattern.endsWith('$')) addPlain(wholes, allows, pattern.slice(0, -1));
    else addPlain(prefixes, allows, pattern);
  }
  const prefixLengths = [...new Set([...prefixes.keys()].map(({ length }) => length))].sort((a, b) => b - a);
  return { prefixes, prefixLengths, wholes, wild };
}

function patternOf(path: string): string {
  const pattern = comparable(path);

  return ownCopy(pattern.includes('**') ? pattern.replace(/\*\*+/g, '*') : pattern);
}

/** A rule without a path is none: an empty `Disallow` is how owners say that everything may be asked for. */
function addPlain(rules: Map<string, boolean>, allows: boolean, path: string): void {
  if (path === '' || path.length > longestLiteral) return;

  rules.set(path, allows || rules.get(path) === true);
}

function addWild(rules: WildRule[], allows: boolean, pattern: string): void {
  const isToEnd = pattern.endsWith('$');
  const literals = (isToEnd ? pattern.slice(0, -1) : pattern).split('*');
  const wildcards = literals.length - 1;
  const weight = pattern.length;
  if (weight - wildcards > longestLiteral) return;

  const mayHave = rules.length < mostWildRules ? mostWildcards : 0;
  if (wildcards <= mayHave) rules.push({ allows, weight, literals, isToEnd });
  else if (!allows) rules.push({ allows, weight, literals: literals.slice(0, mayHave + 1), isToEnd: false });
}

/** V8 copies shorter parts of a text by itself. */
const copiedAnyway = 12;

/** The copy lets go of the whole text, which a part of it would keep in memory. */
function ownCopy(pattern: string): string {
  return pattern.length > copiedAnyway ? Buffer.from(pattern).toString() : pattern;
}

/** About the memory that rules take, in characters. */
export function weightOf({ prefixes, wholes, wild }: RobotsRules): number {
  const texts = [prefixes.keys(), wholes.keys(), wild.flatMap(({ literals }) => literals)];

  return texts.reduce((sum, each) => sum + charactersOf(each), 0);
}

const charactersPerText = 100;

function charactersOf(texts: Iterable<string>): number {
  let sum = 0;
  for (const { length } of texts) sum += length + charactersPerText;
  return sum;
}

/** Escapes of characters that need none: RFC 3986, section 2.3. */
const needless = /%(?:2[de]|3\d|[46][1-9a-f]|[57][\da]|5f|7e)/gi;
const lowerCase = /%(?:[a-f][\da-fA-F]|[\dA-F][a-f])/g;

/** Whether a path holds only what `encodeURI` leaves as it is: most do. */
const isPlain = /^[\w\-.~!*'();/?:@&=+$,#]*$/;

/** One spelling for every path: RFC 9309, section 2.2.2. What is escaped already stays so. */
function comparable(path: string): string {
  if (isPlain.test(path)) return path;

  const escaped = encodeURI(path.toWellFormed()).replaceAll('%25', '%');
  if (!escaped.includes('%')) return escaped;

  return escaped
    .replace(needless, (escape) => String.fromCharCode(Number.parseInt(escape.slice(1), 16)))
    .replace(lowerCase, (escape) => escape.toUpperCase());
}

/**
 * Finds each literal at its first place after the one before. No pattern can make that slow: all searches together walk over the path
 * once.
 */
function fits({ literals, isToEnd }: WildRule, path: string): boolean {
  const [first = '', ...rest] = literals;
  if (!path.startsWith(first)) return false;

  const last = isToEnd ? (rest.pop() ?? '') : '';
  let at = first.length;
  for (const literal of rest) {
    const found = path.indexOf(literal, at);
    if (found === -1) return false;
    at = found + literal.length;
  }
  return path.endsWith(last) && path.length - last.length >= at;
}
