import { z } from 'zod/mini';
import { normalizeLine, normalizeParagraph, lineFaults } from './plain-text.ts';

interface About {
  readonly description: string;
  readonly examples: string[];
}

/** A line of text from an owner, trimmed and normalized to NFC; `max` counts code points. Untrusted: escape it wherever it is shown. */
export function plainText(max: number, about: About) {
  return normalizedText(normalizeLine, max, about);
}

/** A text that may be given in several lines, and is stored as one. */
export function plainParagraph(max: number, about: About) {
  return normalizedText(normalizeParagraph, max, about);
}

function normalizedText(normalize: (text: string) => string, max: number, about: About) {
  return z.string().check(
    z.overwrite(normalize),
    z.check<string>(({ value, issues }) => {
      const faults = lineFaults(value, max);
      issues.push(
        ...faults.map((message) => ({
          code: 'custom' as const,
          message,
          input: value,
          params: { max },
          continue: true,
        })),
      );
    }),
    z.meta({ ...about, minLength: 1, maxLength: max }),
  );
}
