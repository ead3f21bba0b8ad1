import { z } from 'zod';

/** That the server takes requests. */
export const Readiness = z.strictObject({ status: z.literal('ready') });
export type Readiness = z.infer<typeof Readiness>;
