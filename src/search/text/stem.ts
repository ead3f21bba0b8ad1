/** Endings to take off, more specific ones first, each with its replacement and the least number of letters before it. */
const endings: readonly (readonly [ending: string, instead: string, left: number])[] = [
  ['isations', 'iz', 3],
  ['izations', 'iz', 3],
  ['isation', 'iz', 3],
  ['ization', 'iz', 3],
  ['ations', 'at', 3],
  ['ation', 'at', 3],
  ['isers', 'iz', 3],
  ['izers', 'iz', 3],
  ['ising', 'iz', 3],
  ['izing', 'iz', 3],
  ['ised', 'iz', 3],
  ['ized', 'iz', 3],
  ['ises', 'iz', 4],
  ['izes', 'iz', 3],
  ['iser', 'iz', 3],
  ['izer', 'iz', 3],
  ['ise', 'iz', 4],
  ['ize', 'iz', 3],
  ['ators', 'at', 3],
  ['ator', 'at', 3],
  ['sses', 'ss', 1],
  ['ies', 'y', 2],
  ['ings', '', 3],
  ['ing', '', 3],
  ['ions', '', 5],
  ['ion', '', 5],
  ['ers', '', 5],
  ['er', '', 5],
  ['ors', '', 5],
  ['or', '', 5],
  ['eed', 'ee', 2],
  ['ed', '', 3],
  ['ly', '', 4],
  ['xes', 'x', 2],
  ['ches', 'ch', 2],
  ['shes', 'sh', 2],
  ['ss', 'ss', 1],
  ['us', 'us', 1],
  ['is', 'is', 1],
  ['s', '', 3],
];

/** The common part of the forms of an English word: "translating", "translator" and "translation" give "translat". A light stemmer, only good for comparing words. */
export function stem(word: string): string {
  if (word.length < 4 || !/^[a-z]+$/.test(word)) return word;

  const rule = endings.find(
    ([ending, , left]) => word.endsWith(ending) && word.length - ending.length >= left,
  );
  const short = rule ? word.slice(0, word.length - rule[0].length) + rule[1] : word;
  return tidy(short);
}

function tidy(word: string): string {
  const single = word.replace(/([bdfgklmnprt])\1$/, '$1');

  return single.length > 3 ? single.replace(/e$/, '').replace(/y$/, 'i') : single;
}
