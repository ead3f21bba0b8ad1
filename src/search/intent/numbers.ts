const units: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  forty: 40,
  fifty: 50,
  sixty: 60,
  seventy: 70,
  eighty: 80,
  ninety: 90,
};

const fractions: Readonly<Record<string, string>> = {
  half: '0.5',
  third: '0.333333',
  quarter: '0.25',
  fifth: '0.2',
  tenth: '0.1',
  hundredth: '0.01',
  thousandth: '0.001',
};

const moneyWord = String.raw`(?:(?:us|usd|dollar|euro|eur) )?(?:cents?|dollars?|penny|pennies|bucks?|euros?|usdc?|usdt|eurc|pyusd)`;
const fraction = Object.keys(fractions)
  .sort((a, b) => b.length - a.length)
  .join('|');
const unit = Object.keys(units).join('|');

/** A folded sentence with its number words as digits, where they count something: "half a cent" becomes "0.5 cent". */
export function digitsForWords(sentence: string): string {
  return sentence
    .replace(/(?<![\d.])\.(?=\d)/g, '0.')
    .replace(/\b(\d{1,3}(?:,\d{3})+)(?![\d,])/g, (text) =>
      text.startsWith('0') ? text : text.replaceAll(',', ''),
    )
    .replace(/\b(\d+),(?=\d)/g, '$1.')
    .replace(
      new RegExp(
        String.raw`(?<![\d./])([1-9])[/⁄]([2-9]|10{1,3})(?: of)? (?:an? |one )?(?=${moneyWord}\b)`,
        'g',
      ),
      (_, part: string, whole: string) => `${dividedBy(part, Number(whole))} `,
    )
    .replace(
      new RegExp(String.raw`\b(\d+|${unit}) and (?:a|one) (half|quarter) (?=${moneyWord})`, 'g'),
      mixed,
    )
    .replace(
      new RegExp(
        String.raw`\b(\d+|${unit}) (tenths|hundredths|thousandths)(?: of)? (?:an? |one )?(?=${moneyWord})`,
        'g',
      ),
      partsOfTen,
    )
    .replace(
      new RegExp(String.raw`\b(?:an? |one )?(${fraction})(?: of)? (?:an? |one |the )?(?=${moneyWord})`, 'g'),
      fractionDigits,
    )
    .replace(new RegExp(String.raw`\b(?:an?|one) (?:single )?(?=${moneyWord})`, 'g'), '1 ')
    .replace(/\bsub[ -]?(?=(?:cents?|penny|dollar|euro)\b)/g, 'under ')
    .replace(/\b(under|at most) (?=(?:cent|penny|dollar|euro)\b(?! ?\d))/g, '$1 1 ')
    .replace(/\b(?:an?|one) (?=(?:hundred|thousand|million)\b)/g, '1 ')
    .replace(
      new RegExp(
        String.raw`\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[ -](one|two|three|four|five|six|seven|eight|nine)\b`,
        'g',
      ),
      tens,
    )
    .replace(new RegExp(String.raw`\b(${unit})\b`, 'g'), unitDigits)
    .replace(/\b(\d+) (hundred|thousand|million)\b/g, scaled)
    .replace(/(?<=per |for |\/ ?)(hundred|thousand|million)\b/g, (_, word: string) => scale(word));
}

/** A decimal divided by a power of ten, exactly: 5 shifted by 2 places is 0.05. */
export function shiftDecimal(decimal: string, places: number): string {
  const [whole = '0', part = ''] = decimal.split('.');
  const digits = whole.padStart(places + 1, '0') + part;
  const point = digits.length - part.length - places;

  return plain(`${digits.slice(0, point)}.${digits.slice(point)}`);
}

/** A decimal divided by a whole number, to the 18 places that a price can have. */
export function dividedBy(decimal: string, count: number): string {
  const [whole = '0', part = ''] = decimal.split('.');
  const atoms = BigInt(whole + part.padEnd(18, '0').slice(0, 18)) / BigInt(count);

  return shiftDecimal(String(atoms), 18);
}

/** A decimal without redundant zeros. */
export function plain(decimal: string): string {
  const [whole = '', part = ''] = decimal.split('.');
  const short = part.replace(/0+$/, '');

  return (whole.replace(/^0+(?=\d)/, '') || '0') + (short === '' ? '' : `.${short}`);
}

function mixed(_: string, whole: string, part: string): string {
  return `${String(units[whole] ?? whole)}.${part === 'half' ? '5' : '25'} `;
}

function partsOfTen(_: string, count: string, parts: string): string {
  const places = ['tenths', 'hundredths', 'thousandths'].indexOf(parts) + 1;

  return `${shiftDecimal(String(units[count] ?? count), places)} `;
}

function fractionDigits(_: string, word: string): string {
  return `${fractions[word] ?? ''} `;
}

function tens(_: string, ten: string, one: string): string {
  return String((units[ten] ?? 0) + (units[one] ?? 0));
}

/** Leaves words for one, which are usually articles. */
function unitDigits(word: string): string {
  const value = units[word];

  return value === undefined || value === 1 ? word : String(value);
}

function scaled(_: string, count: string, word: string): string {
  return count + scale(word).slice(1);
}

function scale(word: string): string {
  if (word === 'hundred') return '100';
  return word === 'thousand' ? '1000' : '1000000';
}
