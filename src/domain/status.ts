import { z } from 'zod/mini';

export const statuses = ['verified', 'unverified', 'inactive'] as const;

/** The status of a service: its 402 matches its declaration, it has not been verified yet, or it no longer answers. */
export const Status = z.enum(statuses).check(
  z.meta({
    description:
      '`verified`: its live 402 matches; `unverified`: not seen to match; `inactive`: no longer answers.',
    examples: ['unverified'],
  }),
);
export type Status = z.infer<typeof Status>;
