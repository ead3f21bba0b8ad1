import { z } from 'zod/mini';
import { declaredService } from '../domain/declaration.ts';
import type { DeclaredService } from '../domain/service.ts';
import { inFileOrder } from '../domain/service-file.ts';
import { Service } from './service.ts';

/** The content of a service's file, whose endpoint is in canonical form already. */
export const Declaration = z.strictObject({
  ...declaredService({ allowInsecure: true }).shape,
  endpoint: Service.shape.endpoint,
});

/** A service as its file in git declares it. */
export function declarationView(declared: DeclaredService): object {
  return inFileOrder(declared);
}
