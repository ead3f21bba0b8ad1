import { z } from 'zod/mini';

export const statuses = ['verified', 'unverified', 'inactive'] as const;

/** What has been seen of a service: its 402 matches what it declares, not seen yet, or no longer answering. */
export const Status = z.enum(statuses).check(
  z.meta({
    description:
      '`verified`: its live 402 matches; `unverified`: not seen to match; `inactive`: no longer answers.',
    examples: ['unverified'],
  }),
);
export type Status = z.infer<typeof Status>;
