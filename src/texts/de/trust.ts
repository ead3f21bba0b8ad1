import type * as english from '../en/trust.ts';
import { groupThousands } from '../formats.ts';

type Finding = Parameters<typeof english.trustEvidence>[0];

export const trustEvidence: typeof english.trustEvidence = (found) => {
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
      return ageText(found.unchangedDays);
    case 'buyers':
      return buyersText(found);
  }
};

const flaws = {
  elsewhere: 'die letzte zeigte eine andere Wallet, ein anderes Netzwerk oder einen anderen Token',
  gone: 'der Dienst antwortet nicht mehr',
};

function flawText(flaw: keyof typeof flaws | null): string {
  return flaw === null ? '' : `; ${flaws[flaw]}`;
}

function ageText(days: number | null): string {
  if (days === null) return 'es wurden keine Bedingungen gelesen';

  return `die aktuellen Bedingungen sind seit ${days === 1 ? 'einem Tag' : `${groupThousands(days)} Tagen`} unverändert`;
}

function buyersText({ wallets, isShared, leftOut }: Finding & { readonly name: 'buyers' }): string {
  if (wallets === null) {
    return isShared
      ? 'alle Zahlungen gehören zu einer Wallet, die sich mehrere Dienste teilen'
      : 'Zahlungen werden nicht gezählt';
  }

  const others = leftOut.map((flag) => doubtful[flag]).join(' und ');
  const paid = wallets === 1 ? '1 Wallet hat gezahlt' : `${groupThousands(wallets)} Wallets haben gezahlt`;
  return others === '' ? paid : `${paid}, nicht mitgezählt ${others}`;
}

const doubtful: Readonly<Record<Extract<Finding, { name: 'buyers' }>['leftOut'][number], string>> = {
  self_payments: 'die eigene',
  single_payer: 'eine mit über 90\u00a0% der Zahlungen',
};
