import { fold } from '../../domain/fold.ts';

/** Names of a place, its people and places in it, a line each. "Nordic registers" include those of Sweden. */
const places = `
  canada, canadian, toronto, ottawa, vancouver, montreal
  usa, us, american, america, united states, u.s
  uk, british, britain, england, english, scotland, wales, london
  germany, german, deutschland, deutsche, berlin
  france, french, paris
  spain, spanish, madrid, barcelona
  italy, italian, rome, milan
  portugal, portuguese, lisbon
  netherlands, dutch, holland, amsterdam
  belgium, belgian, brussels
  switzerland, swiss, zurich
  austria, austrian, vienna
  sweden, swedish, stockholm
  norway, norwegian, oslo
  denmark, danish, copenhagen
  finland, finnish, helsinki
  iceland, icelandic
  poland, polish, warsaw
  czech, czechia, prague
  hungary, hungarian, budapest
  ireland, irish, dublin
  greece, greek, athens
  estonia, estonian
  latvia, latvian
  lithuania, lithuanian
  ukraine, ukrainian
  russia, russian, moscow
  turkey, turkish, istanbul
  japan, japanese, tokyo
  china, chinese, beijing
  korea, korean, seoul
  india, indian, delhi, mumbai
  indonesia, indonesian, jakarta
  singapore
  australia, australian, sydney, melbourne
  zealand
  brazil, brazilian, brasil
  mexico, mexican
  argentina, argentine
  chile, chilean
  colombia, colombian
  israel, israeli
  africa, african, kenya, nigeria
  europe, european, eu, eurozone
  asia, asian
`;
const regions = `
  nordic, swedish, norwegian, danish, finnish, icelandic, sweden, norway, denmark, finland
  scandinavia, swedish, norwegian, danish, sweden, norway, denmark
  scandinavian, swedish, norwegian, danish, sweden, norway, denmark
  baltic, estonian, latvian, lithuanian, estonia, latvia, lithuania
  benelux, belgium, netherlands, luxembourg, belgian, dutch
`;

const related = new Map<string, readonly string[]>();
for (const row of rows(places)) {
  const [whole = '', people = '', ...parts] = row;
  for (const name of [whole, people]) {
    related.set(
      name,
      row.filter((other) => other !== name),
    );
  }
  for (const part of parts) if (!related.has(part)) related.set(part, [whole, people]);
}
for (const [region = '', ...members] of rows(regions)) related.set(region, members);

/** Other words for a place, nearest first. */
export function placeWords(word: string): readonly string[] {
  return related.get(word) ?? [];
}

function rows(table: string): string[][] {
  return table
    .split('\n')
    .map((line) => line.split(',').map((name) => fold(name.trim())))
    .map((row) => row.filter((name) => name !== '' && !name.includes(' ')))
    .filter((row) => row.length > 0);
}
