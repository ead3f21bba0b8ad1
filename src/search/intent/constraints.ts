import type { Constraints, Understood } from './intent.ts';
import { cut } from './sentence.ts';

/** A pattern that asks for something, and what it asks for. */
interface Rule {
  readonly pattern: RegExp;
  readonly read: (groups: Readonly<Record<string, string | undefined>>) => Constraints | undefined;
  /** What its negation asks for: nothing, unless said. */
  readonly negated: Constraints;
}

const rule = (source: string, found: Constraints | Rule['read'], negated: Constraints = {}): Rule => ({
  pattern: new RegExp(`(?<![a-z0-9])(?:${source})(?![a-z0-9])`, 'u'),
  read: typeof found === 'function' ? found : () => found,
  negated,
});

/** What takes back the demand that follows it: "no free tier", "not inactive". */
const negation =
  /(?<![a-z0-9])(?:no|not|nor|never|without|(?:is|are|was|do|does)n't(?: (?:need|want|require))?)(?: (?:an?|any|the|necessarily))* $/u;

const services = String.raw`(?:services?|apis?|providers?|endpoints?|ones?|listings?|sources?|entries|vendors?|sellers?|results?|offers?|options?)`;
const calls = String.raw`(?:(?:api )?(?:calls?|requests?|quer(?:y|ies)|lookups?|uses?|tries|hits?|credits?|invocations?|tests?)|quotas?|tiers?|trials?|allowances?)`;
const atLeast = String.raw`(?:at least|min(?:imum|\.)?(?: of)?|no (?:less|fewer) than|not less than|more than|over|above|>=?|of)`;
const orMore = String.raw`(?:\+|(?: or| and|,)? ?(?:more|higher|better|above|up|upwards|greater|plus))`;

/** A number that JSON cannot say exactly is more than any service gives away, like the greatest that it can. */
const count = ({ n }: Readonly<Record<string, string | undefined>>): Constraints | undefined =>
  n === undefined ? undefined : { freeQuota: Math.min(Number(n), Number.MAX_SAFE_INTEGER) };

/** What is left out of something that is free of it: "ad free". */
const withoutThese =
  'gluten|sugar|dairy|lactose|fat|nut|meat|alcohol|caffeine|carbon|smoke|drug|royalty|copyright|ads?|tax|duty|toll|fee|interest|risk|debt|error|bug|spam|malware|virus|hands|pet';

const freeQuota: readonly Rule[] = [
  rule(String.raw`free or (?:not|paid)|paid or free`, {}),
  rule(
    String.raw`(?:first |${atLeast} ){0,3}(?<n>\d+) ?${orMore}? (?:or more )?(?:free|complimentary|gratis)(?: ${calls}){0,3}(?: free)?`,
    count,
  ),
  rule(
    String.raw`free ?(?:${calls} ?){0,3}[:=]? ?(?:of |is |for )?(?:the )?(?:first )?(?:${atLeast} ){0,3}(?<n>\d+)(?:${orMore})?(?: ${calls})?`,
    count,
  ),
  rule(
    String.raw`(?:first |${atLeast} ){0,3}(?<n>\d+)${orMore}? ${calls} (?:(?:should|must|are|for|be|that are|come|to be|of) ){0,4}free(?: of charge)?`,
    count,
  ),
  rule(String.raw`(?:min )?free quota(?: ${atLeast})? (?<n>\d+)`, count),
  rule(
    String.raw`(?:(?:offers?|gives?|has|have|having|includes?|comes? with|with|some|a few|any|a) ){0,4}free (?:${calls} ?){1,3}(?: first| included)?(?:before (?:i |we )?(?:have to )?pay\w*)?`,
    { freeQuota: true },
  ),
  rule(
    String.raw`(?:free (?:to try|sample)|try (?:it |them )?(?:out )?(?:for )?free|free of charge at first)`,
    { freeQuota: true },
  ),
  rule(
    String.raw`(?:(?:^|[,;:.] ?|\b(?:a|any|some|the|for|find|get|need|want|with|me|also|completely|totally) )free(?= (?!text|form|format|space|range|agents?|trade|market|shipping|fall|speech|software|time|parking|wifi|of\b|from\b|to\b)[a-z])|(?:is|are|be|for|it'?s|thats?) free(?= *(?:$|[,.;!?]))| (?:apis?|services?) (?:that (?:is|are) )?free(?= *(?:$|[,.;!?]))|(?<=[a-z0-9] )(?<!(?:${withoutThese}) )(?:(?:completely|totally|entirely) )?free(?: of charge)?(?= *$))`,
    { freeQuota: true },
  ),
  rule(String.raw`(?:try|test) (?:it|them|before) (?:before )?(?:i |we )?(?:buy|pay)\w*`, {
    freeQuota: true,
  }),
];

const trusted = String.raw`(?:trust ?-?score|trust(?:ed)?|trustworthiness|reputation(?: score)?|trust (?:level|rating))`;
const trust = ({ n }: Readonly<Record<string, string | undefined>>): Constraints | undefined =>
  n === undefined || Number(n) > 100 ? undefined : { minTrustScore: Number(n) };

const minTrustScore: readonly Rule[] = [
  rule(String.raw`${trusted} (?:of )?between (?<n>\d{1,3}) (?:and|to) \d{1,3}`, trust),
  rule(
    String.raw`(?:an? )?(?:min(?:imum)? )?${trusted}(?: score)?(?: (?:of|is|has to be|must be|should be|be|that is)){0,4}[ :=]*(?:${atLeast}|better than|higher than|greater than|exceeding|from)?(?: of)? ?(?<n>\d{1,3})(?: ?${orMore})?(?: out of 100|/100)?`,
    trust,
  ),
  rule(
    String.raw`(?:with )?(?:${atLeast}|better than|higher than) (?<n>\d{1,3})(?: (?:points?|percent|%|out of 100))?(?: (?:of|in|for|on))? ${trusted}(?: score)?`,
    trust,
  ),
  rule(String.raw`(?<n>\d{1,3}) ?${orMore}? (?:in |of |for )?${trusted}(?: score)?`, trust),
];

const status: readonly Rule[] = [
  rule(String.raw`(?:whether )?(?:un)?verified or (?:not|(?:not )?(?:un)?verified)(?: ${services})?`, {}),
  rule(
    String.raw`(?:status )?(?:unverified|(?:not|non)[ -](?:yet )?verified)(?: ${services})?(?: only)?`,
    { status: 'unverified' },
    { status: 'verified' },
  ),
  rule(String.raw`(?:status )?(?:inactive|defunct|discontinued)(?: ${services})?(?: only)?`, {
    status: 'inactive',
  }),
  rule(
    String.raw`(?:only |just |must be |should be |has to be |be |status ){0,4}verified(?: (?:and|&) (?:working|live))?(?: status)?(?: ${services})?(?: only| please)?`,
    { status: 'verified' },
  ),
  rule(String.raw`status (?:active|live|online|ok|up|working)`, { status: 'verified' }),
  rule(
    String.raw`(?:(?:that|which|it) )?(?:not|(?:is|are)(?: not|n't)) (?:currently |just )?(?:down|dead|broken|offline)`,
    { status: 'verified' },
  ),
  rule(
    String.raw`(?:(?:that|which|it|and) )?(?<!what )(?:is|are|be|still)(?: currently| still)? up(?= *(?:$|[,.;!?)]|(?:right )?now|today))`,
    { status: 'verified' },
  ),
  rule(String.raw`only (?:working|online|active)|(?:working|online|active) only`, { status: 'verified' }),
  rule(
    String.raw`(?:only )?(?:(?:confirmed|known|currently|actually|proven) )?(?:working|live|online|active|functioning) ${services}(?: only)?`,
    { status: 'verified' },
  ),
  rule(
    String.raw`(?:that|which|it|must|should|to|and|are|is|be|currently|still|really|actually|confirmed)(?: (?:that|must|should|be|is|are|it|has|to|currently|still|really|actually|known|confirmed|proven)){0,6} (?:works?|working|up and running|online|live now|live|alive|respond(?:s|ing)?)(?= ?(?:$|[,.;!?)]|right now|today|only|now\b|and (?:cheap|verified|is\b|are\b)))(?: right now| now| today| only)?`,
    { status: 'verified' },
  ),
];

const sort = (sortBy: NonNullable<Constraints['sortBy']>, sortOrder: 'asc' | 'desc'): Constraints => ({
  sortBy,
  sortOrder,
});
const listed = String.raw`(?:sort(?:ed)?|order(?:ed)?|rank(?:ed)?|arranged?|listed?)(?: (?:results?|them|it))?(?: by)?`;
const up = String.raw`(?:asc(?:ending)?|low(?:est)?(?: ?-?to ?-?high(?:est)?| first)?)`;
const down = String.raw`(?:desc(?:ending)?|high(?:est)?(?: ?-?to ?-?low(?:est)?| first)?)`;
const key = String.raw`(?: ?(?:sort ?)?(?:order|direction|dir))?`;

const order: readonly Rule[] = [
  rule(
    '(?:the )?(?:cheapest|lowest) (?:first )?to (?:the )?(?:most expensive|priciest)',
    sort('price', 'asc'),
  ),
  rule(
    String.raw`${listed} (?:price|cost)[ ,;]*${key} ?${down}|most expensive(?: ${services})?(?: first)?|priciest(?: first)?|highest price(?:s)? first|(?:price|cost)s? (?:desc(?:ending)?|high(?:est)? ?-?to ?-?low(?:est)?|high(?:est)? first)`,
    sort('price', 'desc'),
  ),
  rule(
    String.raw`(?:${listed} )?(?:trust score|trust|reputation)[ ,;]*${key} ?${up}|least trusted(?: first)?`,
    sort('trustScore', 'asc'),
  ),
  rule(
    String.raw`(?:(?:${listed}|by) )(?:the )?(?:(?:highest|best|most) )?(?:trust score|trusted|trustworthiness|trust|reputation|ratings?)(?:[ ,;]*${key} ?${down})?|(?:top|best|highest)[ -]rated(?= *(?:$|[,.;!?])| (?:\w+ )?${services})|(?:the )?(?:most|best|highest) (?:trusted|trustworthy|trust|reliable|reputable|rated)(?: score)?(?: ${services})?(?: first)?|(?:trusted|trustworthy|reputable) ${services}(?: first)?|trust(?: score)? (?:first|${down})|high(?:ly)?[ -]trust(?:ed|worthy)?`,
    sort('trustScore', 'desc'),
  ),
  rule(
    String.raw`${listed} (?:created(?: at)?|date|age|newest|recency)[ ,;]*${key} ?${up}|oldest (?:${services} )?first`,
    sort('createdAt', 'asc'),
  ),
  rule(
    String.raw`${listed} (?:the )?(?:created(?: at)?|creation date|date(?: added)?|newest|latest|recency|most recent)(?:[ ,;]*${key} ?${down})?(?: first)?|(?:the )?(?:newest|latest|most recent|newly|recently) (?:(?:added|listed|registered|created|launched) )?${services}(?: first)?|(?:newest|latest|most recent|recent|new(?:est)? ones?)(?: ones)? first|latest additions|(?:recently|newly|latest|last) (?:added|listed|registered|launched)(?: first)?|(?:added|listed|registered|launched) recently|newest(?= (?:[a-z0-9]+ ){1,3}(?:services|apis|providers|endpoints|listings)(?![a-z]))`,
    sort('createdAt', 'desc'),
  ),
  rule(
    String.raw`${listed} (?:name|alphabet\w*)[ ,;]*${key} ?${down}|z ?(?:to|-) ?a\b|reverse alphabetical(?:ly)?(?: order)?`,
    sort('name', 'desc'),
  ),
  rule(
    String.raw`(?:in )?(?:${listed} )?(?:alphabetical(?:ly)?)(?: order)?|${listed} (?:the )?(?:name|title)(?:[ ,;]*${key} ?${up})?|(?<=(?:^|[,;]) *)by name(?= *$)|a ?(?:to|-) ?z\b`,
    sort('name', 'asc'),
  ),
  rule(
    String.raw`(?:${listed}|by) (?:the )?(?:(?:lowest|cheapest|best) )?(?:price|cost)(?:[ ,;]*${key} ?${up})?|(?:the )?(?:cheapest|cheaply|cheaper|cheap|inexpensive|affordable|economical|low[ -]?(?:cost|price|priced|budget)|lowest[ -]?(?:cost|price|priced|fee)s?|least expensive|budget[ -]friendly|for cheap|bargain|best price|not (?:too |so |very |that )?(?:expensive|pricey|costly))(?: (?:possible|ones?|please))?(?: first)?|(?:price|cost)s? (?:first|${up})`,
    sort('price', 'asc'),
  ),
];

/** The rules by kind. Within a kind, the first rule that matches decides. */
export const kinds = { freeQuota, minTrustScore, status, order } as const satisfies Record<
  string,
  readonly Rule[]
>;

/** What the first rule that matches asks for. */
export function readKind(sentence: string, rules: readonly Rule[]): Understood {
  for (const { pattern, read, negated } of rules) {
    const match = pattern.exec(sentence);
    if (!match) continue;

    const no = negation.exec(sentence.slice(0, match.index));
    if (no) return { found: negated, rest: cut(cut(sentence, match), no) };

    const found = read(match.groups ?? {});
    if (found) return { found, rest: cut(sentence, match) };
  }

  return { found: {}, rest: sentence };
}
