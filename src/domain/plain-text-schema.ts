import { z } from 'zod/mini';
import { keptLine, lineFaults } from './plain-text.ts';

/** A line of text from an owner, trimmed and normalized to NFC; `max` counts code points. Untrusted: escape it wherever it is shown. */
export function plainText(max: number, about: { description: string; examples: string[] }) {
  return z.string().check(
    z.overwrite(keptLine),
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
