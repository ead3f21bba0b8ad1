import type { Status } from '../domain/status.ts';
import type { KnownService } from '../views/known-service.ts';
import { mismatchLabel, paymentsLabel, trustLabel } from './status-words.ts';

/** White text on each colour has a contrast of at least 4.5. */
const colours: Readonly<Record<Status, string>> = {
  verified: '#0b6a4b',
  unverified: '#5b6660',
  inactive: '#a2341f',
};

const left = 62;
const charWidth = 6.6;
const padding = 10;

/** A picture of a service's status, for its owner's own pages. It contains no text that an owner wrote. */
export function badge(known: KnownService): string {
  const text = badgeText(known);
  const colour = known.mismatch === null ? colours[known.status] : colours.unverified;
  const right = Math.round(text.length * charWidth) + 2 * padding;
  const width = left + right;

  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="22" viewBox="0 0 ${width} 22" role="img" aria-label="Tollbook: ${text}">`,
    `<rect width="${width}" height="22" rx="4" fill="#1a201d"/>`,
    `<path d="M${left} 0h${right - 4}a4 4 0 0 1 4 4v14a4 4 0 0 1-4 4H${left}z" fill="${colour}"/>`,
    '<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">',
    `<text x="${left / 2}" y="15">Tollbook</text>`,
    `<text x="${left + right / 2}" y="15" textLength="${right - 2 * padding}" lengthAdjust="spacingAndGlyphs">${text}</text>`,
    '</g></svg>\n',
  ].join('');
}

/** Leaves out score and payments beside a mismatch, where they mean little, and each where it is not known. */
function badgeText(known: KnownService): string {
  const { status, mismatch, trustScore, payments } = known;
  if (mismatch !== null) return mismatchLabel(mismatch);

  const standing =
    trustScore === null ? trustLabel(known).toLowerCase() : `${status} · ${String(trustScore)}`;
  return payments === null || payments.txCount === 0
    ? standing
    : `${standing} · ${paymentsLabel({ payments }) ?? ''}`;
}
