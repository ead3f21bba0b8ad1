import type { State } from '../domain/state.ts';
import type { KnownService } from '../views/known-service.ts';
import { amountIn } from '../texts/formats.ts';
import { deliveredText } from './service-outcomes.ts';
import { stateMarks } from './state-marks.ts';
import { paymentsLabel, stateLabel } from './status-labels.ts';

/** White text on each colour has a contrast of at least 4.5. */
const colours: Readonly<Record<State, string>> = {
  verified: '#0b6a4b',
  price_differs: '#8a5a00',
  terms_differ: '#a2341f',
  varies: '#8a5a00',
  uncheckable: '#5b6660',
  unchecked: '#5b6660',
  down: '#7a2a1c',
};

const left = 62;
const markWidth = 18;
const charWidth = 6.6;
const padding = 10;

/** A picture of a service's state, for its owner's own pages. It contains no text that an owner wrote. */
export function badge(known: KnownService): string {
  const text = badgeText(known);
  const textWidth = Math.round(text.length * charWidth);
  const right = textWidth + markWidth + 2 * padding;
  const width = left + right;

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="22" viewBox="0 0 ${width} 22" role="img" aria-label="Tollbook: ${text}">`,
    `<rect width="${width}" height="22" rx="4" fill="#1a201d"/>`,
    `<path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H${left}z" fill="${colours[known.state]}"/>`,
    `<path d="${stateMarks[known.state]}" transform="translate(${left + padding - 2} 5)" fill="none" stroke="#fff" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">',
    `<text x="${left / 2}" y="15">Tollbook</text>`,
    `<text x="${left + padding + markWidth + textWidth / 2}" y="15" textLength="${textWidth}" lengthAdjust="spacingAndGlyphs">${text}</text>`,
    '</g></svg>\n',
  ].join('');
}

/** The state, the live price, and the payments: each only where it is known, and none beside terms that nobody should pay. */
function badgeText(known: KnownService): string {
  const { state, asked, wallet, payments } = known;
  const isPayable = state === 'verified' || state === 'price_differs';
  const price =
    isPayable && asked !== null && wallet.observed !== null ? amountIn(asked.currency, asked.price) : null;
  const paid = isPayable && payments !== null && payments.txCount > 0 ? paymentsLabel({ payments }) : null;

  const delivered = isPayable && known.outcomes.delivered !== null ? deliveredText(known.outcomes) : null;

  return [stateLabel(known), price, paid, delivered].filter((part) => part !== null).join(' · ');
}
