import type { Peg } from '../../domain/asset.ts';
import { compareDecimal, plainDecimal } from '../../domain/decimal.ts';
import type { Constraints, Understood } from './intent.ts';
import { dividedBy, plain, shiftDecimal } from './numbers.ts';
import { cut } from './sentence.ts';

/** What stands before an amount that a price must stay under. */
const exclusiveBefore = [
  String.raw`(?:strictly )?(?:under|below|beneath|less (?:than|then)|lower than|cheaper than|smaller than|sub)`,
  '<(?!=)',
];

/** What stands before an amount that a price may reach. */
const inclusiveBefore = [
  String.raw`(?:no|not|never|nothing|don't|won't|can't|cannot|shouldn't|doesn't|do not|will not|must not)(?: \w+){0,3}? (?:more than|over|above|exceed(?:ing)?|beyond|higher than)`,
  String.raw`at (?:the )?most|up to|max(?:imum|\.)?(?: of)?|(?:with)?in(?:side)? (?:a |my )?budget(?: of)?|within|limit(?:ed)?(?: is| of| to)?|cap(?:ped)?(?: is| at| of)?|ceiling(?: is| of)?|budget(?: is| of)?|<=`,
];

const inclusiveAfter = [
  String.raw`max(?:imum|imal)?\b|at (?:the )?most|tops\b|or (?:less|under|below|cheaper|lower|fewer)|and (?:under|below)|ceiling|limit|budget`,
];

/** What stands before an amount that a price must reach. */
const floorBefore = [
  String.raw`(?:no|not|never|nothing) (?:under|below|less than|lower than|cheaper than)`,
  String.raw`(?<!(?:no|not|never|nothing|without|[a-z]'t)(?: \w+){0,3} )(?:over|above|more than|greater than|higher than|dearer than|more expensive than|exceeding)`,
  String.raw`at least|min(?:imum|\.)?(?: of)?|starting (?:at|from)|upwards? of`,
  '>=?',
];

const floorAfter = [
  String.raw`min(?:imum)?\b|or (?:more|above|higher|over)|and (?:up|above|over|higher)|upwards?\b`,
];

/** Dictionaries give this for words such as 未満, which stand after an amount that a price must stay under. */
const exclusiveAfter = ['exclusive'];

/** Words for the price: after them, a bare number is an amount. */
const priceNamed = String.raw`(?:price|pricing|priced|cost|costs|costing|fee|fees|budget|spend|spending|pay|paying|charge|charges|(?<!exchange |interest )rate)`;

/** Words between one of those and its limit. Others are the topic: "price of gold under 1 cent". */
const stating =
  '(?:per|for|of|an?|each|every|any|one|single|call|calls|request|requests|query|api|service|is|are|be|being|must|should|has|have|to|stays?|kept|it|its|the|this|that|me|us|my|i|we|you)';

/** Ways to say that a price is for one call. */
const perCall = String.raw`(?:(?:per|a|an|each|every|for each|for every|for one|/) ?(?:single )?(?:api )?(?:call|request|query|hit|lookup|use|image|page|item|go|message|time|invocation)\w*|each|apiece)`;

/** Whose cents: "2 euro cents". */
const ofMoney = '(?:(?:us|usd|dollar|euro|eur) )?';
const moneyUnit = String.raw`${ofMoney}(?:cents?|cts?|c|penny|pennies)|(?:us )?(?:dollars?|bucks?)|euros?|usdc|usdt|eurc|pyusd|usd|eur`;

/** A currency before its amount. */
const leadingUnit = String.raw`(?:dollar|euro|usdc|usd|eurc|eur|pyusd|usdt)`;
const amount = String.raw`(?:(?<lead>${leadingUnit}) )?(?<number>\d+(?:\.\d+)?)(?: ?-? ?(?<unit>${moneyUnit}))?(?![\w.]\d|[a-z0-9]| ?(?:per|a|an|each|/) ?(?:night|month|year|day|week|hour|kg|kilo|person|mile|km|barrel|ounce|share|square)\b)`;
/** The lower end of a range, whose unit may stand at the upper end only. */
const least = String.raw`(?:(?<leastLead>${leadingUnit}) )?(?<least>\d+(?:\.\d+)?)(?: ?-? ?(?<leastUnit>${moneyUnit}))?`;
/** What can follow an amount that has no unit: "0.5 seconds" is no price. */
const bareEnd =
  /^ ?(?:$|[,.;:!?)]|per\b|\/|a\b|an\b|each\b|for\b|and\b|or\b|on\b|in\b|with\b|please\b|max|verified|paid\b|pay\b|by\b|from\b|that\b|trust|free\b|only\b|cheap|chain\b|network\b|currency\b|status\b|sort|order\b)/;
/** How many calls a price is for: a power of ten of anything, or any number of what plainly is a call. */
const counted =
  '(?:calls?|requests?|quer(?:y|ies)|lookups?|hits?|uses?|images?|pages?|documents?|messages?|items?)';
const callCount = String.raw`(?<many>10{1,6}(?![\d.])|[1-9]\d{0,6}(?= (?:api )?${counted}\b))`;
const perMany = String.raw`(?: ?(?:per|for|for every|for each|a|/|each) ?${callCount}(?: (?:api )?\w+)?| ?${perCall})?`;
const linking = String.raw`(?:[ :=]*(?:(?:of|is|be|at|to|by|for|it|the|a|are|than|stay|stays|kept|must|should|price|only|about|just|around|per|call|request|query|api|each|is:)[ :=]+){0,5})`;

const alternatives = (ways: readonly string[]): string => `(?:${ways.join('|')})`;

interface Rule {
  readonly pattern: RegExp;
  readonly exclusive: boolean;
  readonly needsUnit: boolean;
}

const rule = (source: string, exclusive: boolean, needsUnit: boolean): Rule => ({
  pattern: new RegExp(source, 'u'),
  exclusive,
  needsUnit,
});

const start = String.raw`(?<![\w-])`;
const before = (ways: readonly string[]): string =>
  `${start}${alternatives(ways)}${linking}${amount}${perMany}`;
/** Before "price", unless it is part of the topic, as in "bitcoin price under 1 cent". */
const apart = String.raw`(?:(?!price|pricing|rate)|(?<=^|[,;:.(|] ?|(?<![\w-])(?:with|and|but|at|for|where|whose|if|an?|the|its|my|max|maximum|min|minimum|total|apis?|services?|tools?) ))`;
const named = (ways: readonly string[], where = apart): string =>
  `${start}${where}${priceNamed}(?: ${stating}){0,3}?[ :]+${alternatives(ways)}${linking}${amount}${perMany}`;

/** Rules for a range. Words of other languages become "at least 0.1 at most 1", or "0.1 at most 1". */
const ranges: readonly Rule[] = [
  rule(`${start}(?:between|from) ${least} (?:and|to|-) ${amount}${perMany}`, false, true),
  rule(`${start}(?:(?:from|at least) )?${least} ?(?:to|[-–—]) ?${amount}${perMany}`, false, true),
  rule(`${start}(?:(?:from|at least) |(?=\\d+\\.\\d))${least} at most ${amount}${perMany}`, false, true),
];

/** Rules for the least that a call may cost. */
const floors: readonly Rule[] = [
  rule(named(floorBefore), false, false),
  rule(before(floorBefore), false, true),
  rule(named(floorBefore, ''), false, false),
  rule(`${start}${amount}${perMany},? ?${alternatives(floorAfter)}`, false, true),
];

/** Rules for the most that a call may cost. */
const ceilings: readonly Rule[] = [
  rule(`${start}${amount}${perMany},? ?${alternatives(exclusiveAfter)}`, true, true),
  rule(
    `${start}(?:${priceNamed}[ :]+)?${amount}${perMany},? ?${alternatives(inclusiveAfter)}${String.raw`(?: ?${perCall})?`}`,
    false,
    true,
  ),
  rule(named(exclusiveBefore), true, false),
  rule(named(inclusiveBefore), false, false),
  rule(before(inclusiveBefore), false, true),
  rule(before(exclusiveBefore), true, true),
  rule(named(exclusiveBefore, ''), true, false),
  rule(named(inclusiveBefore, ''), false, false),
  rule(`${start}max(?:imum)? (?:\\w+ )?(?:amount|${priceNamed})${linking}${amount}${perMany}`, false, false),
  rule(
    `${start}${priceNamed}(?: (?:limit|ceiling|cap|max|maximum))?${linking}${amount}${perMany}`,
    false,
    false,
  ),
  rule(`${start}(?:for |at |costs? |costing |pay |spend )?${amount} ?${perCall}`, false, true),
  rule(
    `${start}(?:for|at) (?=(?:${leadingUnit} )?0\\.|\\d+(?:\\.\\d+)? ?-?${ofMoney}cents?)${amount}`,
    false,
    true,
  ),
  rule(`${start}${amount} ?(?:per|for|for every|for each|/) ?${callCount} (?:api )?${counted}`, false, true),
  // A small amount at the end of a clause: "OCR, $0.01".
  rule(
    String.raw`${start}(?=(?:${leadingUnit} )?0\.0\d|\d{1,2}(?:\.\d+)? ?-?${ofMoney}(?:cents?|cts?)\b)${amount}(?= *(?:$|[,;]))`,
    false,
    true,
  ),
];

/** The least and the most that a call may cost. Numbers that belong to the topic ("LH400", "17 characters") are no price. */
export function readPriceLimits(sentence: string): Understood {
  const range = readFirst(ranges, sentence);
  if (range) return { found: { ...limitOf(range), ...floorOf(range) }, rest: range.rest };

  const floor = readFirst(floors, sentence);
  const isFloor = floor !== undefined && compareDecimal(floor.price, highestFloor) <= 0;
  const rest = isFloor ? floor.rest : sentence;
  const ceiling = readFirst(ceilings, rest);
  return {
    found: {
      ...(isFloor ? { minPrice: floor.price, ...currencyOf(floor) } : {}),
      ...(ceiling ? limitOf(ceiling) : {}),
    },
    rest: ceiling ? ceiling.rest : rest,
  };
}

/** More than this, in whole units, is what something costs that the sentence is about: "transfers over 50 dollars". */
const highestFloor = '1';

/** An amount that a rule read. */
interface Amount {
  /** For one call, in whole units. */
  readonly price: string;
  /** The lower end of a range. */
  readonly least?: string | undefined;
  readonly unit: string | undefined;
  readonly exclusive: boolean;
  readonly rest: string;
}

/** What the first rule that matches reads. */
function readFirst(rules: readonly Rule[], sentence: string): Amount | undefined {
  for (const { pattern, exclusive, needsUnit } of rules) {
    const match = pattern.exec(sentence);
    const { lead, number, unit, many, least: low, leastUnit, leastLead } = match?.groups ?? {};
    if (!match || number === undefined) continue;

    const says = unit ?? lead;
    const after = sentence.slice(match.index + match[0].length);
    if (says === undefined && !(bareEnd.test(after) && (!needsUnit || isBarePrice(number, match[0])))) {
      continue;
    }

    const perCallOf = (price: string, its: string | undefined): string => {
      const whole = inWholeUnits(price, its);
      return many === undefined ? whole : dividedBy(whole, Number(many));
    };
    const price = perCallOf(number, says);
    const lowest = low === undefined ? undefined : perCallOf(low, leastUnit ?? leastLead ?? says);
    if (![price, lowest ?? '0'].every(isPrice) || compareDecimal(price, '1000') > 0) continue;

    return { price, least: lowest, unit: says, exclusive, rest: cut(sentence, match) };
  }

  return undefined;
}

function limitOf(amount: Amount): Constraints {
  return {
    maxPrice: amount.price,
    ...(amount.exclusive ? { maxPriceExclusive: true } : {}),
    ...currencyOf(amount),
  };
}

/** The lower end of a range that is not upside down. */
function floorOf({ least: lowest, price }: Amount): Constraints {
  return lowest !== undefined && compareDecimal(lowest, price) <= 0 ? { minPrice: lowest } : {};
}

function currencyOf({ unit }: Amount): Constraints {
  const currency = symbols.get(unit ?? '');
  const peg = pegNamed(unit);

  return { ...(currency === undefined ? {} : { currency }), ...(peg === undefined ? {} : { peg }) };
}

/** Whether a service could declare this price. A number with more digits says something else. */
function isPrice(decimal: string): boolean {
  return plainDecimal.test(decimal);
}

const symbols = new Map([
  ['usdc', 'USDC'],
  ['usdt', 'USDT'],
  ['eurc', 'EURC'],
  ['pyusd', 'PYUSD'],
]);

const centUnit = /(?:^| )(?:cents?|cts?|c|penny|pennies)$/;
const dollarUnit = /^(?:us )?(?:dollars?|bucks?|usd)$/;
const euroUnit = /^(?:euros?|eur)(?: |$)/;

/** The currency that an amount is in, where its unit names one. A token is no peg but a currency of its own. */
function pegNamed(unit = ''): Peg | undefined {
  if (euroUnit.test(unit)) return 'EUR';

  return dollarUnit.test(unit) || centUnit.test(unit) ? 'USD' : undefined;
}

/** Whether a number without a unit is a price: a small decimal after "under" or "max" is; a whole number may be anything. */
function isBarePrice(number: string, said: string): boolean {
  return /^0\.\d/.test(number) || said.includes('budget');
}

function inWholeUnits(number: string, unit: string | undefined): string {
  return unit !== undefined && centUnit.test(unit) ? shiftDecimal(number, 2) : plain(number);
}
