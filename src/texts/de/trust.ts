import { trustNumbers } from '../../views/trust-evidence.ts';
import type * as english from '../en/trust.ts';
import { amountIn, groupThousands } from '../formats.ts';

type Finding = Parameters<typeof english.trustEvidence>[0];
type Step = Parameters<typeof english.trustStep>[0];
type Flaw = NonNullable<Step['flaw']>;
type Buyers = NonNullable<Extract<Finding, { name: 'buyers' }>['buyers']>;

export const trustEvidence: typeof english.trustEvidence = (found, currency) => {
  switch (found.name) {
    case 'terms':
      return `${groupThousands(found.verified)} von ${groupThousands(found.ok)} beantworteten Prüfungen zeigten die angegebenen Bedingungen${flawText(found.flaw)}`;
    case 'availability':
      return `${groupThousands(found.ok)} von ${groupThousands(found.checks)} Prüfungen in ${String(found.days)} Tagen wurden beantwortet${flawText(found.flaw)}`;
    case 'latency':
      return found.averageMs === null
        ? 'keine Prüfung wurde beantwortet'
        : `Antworten dauerten im Mittel ${groupThousands(found.averageMs)} ms`;
    case 'age':
      return ageText(found);
    case 'buyers':
      return found.buyers === null ? uncounted(found.isShared) : buyersText(found.buyers, currency);
  }
};

export const trustStep: typeof english.trustStep = ({ name, flaw }, currency) => {
  if (flaw !== null) return mended[flaw];

  return name === 'buyers'
    ? `eine weitere Wallet, die nicht der Anbieter finanziert hat, zahlt 1 ${currency}`
    : steps[name];
};

const flaws: Readonly<Record<Flaw, string>> = {
  elsewhere: 'die letzte zeigte eine andere Wallet, ein anderes Netzwerk oder einen anderen Token',
  gone: 'der Dienst antwortet nicht mehr',
};

const mended: Readonly<Record<Flaw, string>> = {
  elsewhere:
    'der Dienst verlangt die Zahlung wieder an die angegebene Wallet, im angegebenen Netzwerk und Token',
  gone: 'der Dienst antwortet wieder',
};

const steps: Readonly<Record<Exclude<Step['name'], 'buyers'>, string>> = {
  terms: 'jede beantwortete Prüfung zeigt die angegebenen Bedingungen',
  availability: 'jede Prüfung wird beantwortet',
  latency: `Antworten dauern höchstens ${groupThousands(trustNumbers.quickMs)} ms`,
  age: `Wallet, Netzwerk und Token bleiben weitere ${groupThousands(trustNumbers.stepDays)} Tage dieselben`,
};

function flawText(flaw: Flaw | null): string {
  return flaw === null ? '' : `; ${flaws[flaw]}`;
}

function ageText({ days, checks, verified }: Extract<Finding, { name: 'age' }>): string {
  if (checks === 0) return 'es gab keine Prüfung';
  if (days === null) return 'die angegebene Wallet wurde nicht verlangt';

  return `seit ${sinceText(days)} dieselbe Wallet, dasselbe Netzwerk und derselbe Token; ${groupThousands(verified)} von ${groupThousands(checks)} Prüfungen wurden mit den angegebenen Bedingungen beantwortet`;
}

function sinceText(days: number): string {
  if (days === 0) return 'weniger als einem Tag';

  return days === 1 ? 'einem Tag' : `${groupThousands(days)} Tagen`;
}

function uncounted(isShared: boolean): string {
  return isShared
    ? 'alle Zahlungen gehören zu einer Wallet, die sich mehrere Dienste teilen'
    : 'Zahlungen werden nicht gezählt';
}

function buyersText({ wallets, paid, funded, unknown }: Buyers, currency: string): string {
  const sum = amountIn(currency, String(paid));
  const have = wallets === 1 ? 'hat' : 'haben';
  const buyers =
    wallets === 0
      ? 'noch zählt keine Wallet als Käufer'
      : `${walletsText(wallets)} ${have} insgesamt ${sum} gezahlt`;
  const others = [
    ...(funded > 0
      ? [`${walletsText(funded)} ${funded === 1 ? 'wurde' : 'wurden'} vom Anbieter finanziert`]
      : []),
    ...(unknown > 0 ? [`wer ${walletsText(unknown)} finanziert hat, ist nicht bekannt`] : []),
  ];

  return [buyers, ...others].join('; ');
}

function walletsText(count: number): string {
  return count === 1 ? '1 Wallet' : `${groupThousands(count)} Wallets`;
}
