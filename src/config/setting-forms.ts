import { statSync } from 'node:fs';
import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import parse from 'spdx-expression-parse';
import { z } from 'zod';
import { readAddressRange } from '../domain/address-range.ts';
import { durationMs } from '../domain/duration.ts';
import { OwnerId } from '../domain/owner.ts';
import { isPublicAddress } from '../domain/public-address.ts';

export const flag = z
  .enum(['0', '1'], { error: 'write 0 or 1' })
  .default('0')
  .transform((text) => text === '1');

export const folder = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((path) => resolve(path))
    .refine((path) => statSync(path, { throwIfNoEntry: false })?.isDirectory() !== false, {
      error: 'write the path of a folder; a file stands there',
    });

export const givenDuration = z.string().transform((text, context) => {
  const ms = durationMs(text);
  if (ms !== undefined) return ms;

  context.addIssue({
    code: 'custom',
    message: 'write a number and a unit, like 15m, 30s, 12h or 90d; 0 for never',
  });
  return z.NEVER;
});

export const duration = (fallback: string) => z.string().default(fallback).pipe(givenDuration);

export const rateLimit = (fallback: string) =>
  z
    .string()
    .default(fallback)
    .transform((text, context) => {
      const [, requests, unit] = /^(\d{1,9})(?:\/(s|min|h))?$/.exec(text) ?? [];
      if (requests === '0') return undefined;
      if (requests !== undefined && unit !== undefined) {
        return { requests: Number(requests), perSeconds: { s: 1, min: 60, h: 3600 }[unit] ?? 60 };
      }

      context.addIssue({
        code: 'custom',
        message: 'write requests per time, like 600/min, 10/s or 1000/h; 0 for none',
      });
      return z.NEVER;
    });

export const proxies = z
  .string()
  .default('')
  .transform((text, context) => {
    const given = text.split(/[\s,]+/).filter((range) => range !== '');
    const ranges = given.map(readAddressRange).filter((range) => range !== undefined);
    if (ranges.length === given.length) return ranges;

    context.addIssue({
      code: 'custom',
      message: 'write addresses and networks of proxies with commas between them, like 127.0.0.1,10.0.0.0/8',
    });
    return z.NEVER;
  });

export const branch = z
  .string()
  .regex(/^[\w][\w./-]*$/, { error: 'write the name of a branch, like main' })
  .optional();

/**
 * Whoever can change an issuer's keys on their way can act for every owner, so they come over TLS or from a private address. The host
 * becomes part of owners.
 */
export function isIssuer(text: string): boolean {
  const url = URL.parse(text);
  if (!url || /[?#@\s]/.test(text) || !OwnerId.safeParse(`oidc:${url.host}:1`).success) return false;

  const isNear = url.hostname === 'localhost' || (isIPv4(url.hostname) && !isPublicAddress(url.hostname));
  return url.protocol === 'https:' || (url.protocol === 'http:' && isNear);
}

/** Whether a text is an SPDX licence expression, like `CC0-1.0` or `MIT OR Apache-2.0`: of known licences, or `LicenseRef-…`. */
export function isLicence(text: string): boolean {
  try {
    parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether a text can name a model: `none`, a folder that is there, or a name on the Hugging Face Hub like `Xenova/all-MiniLM-L6-v2`. */
export function isModelName(text: string): boolean {
  if (/^[\w-][\w.-]{0,95}(?:\/[\w-][\w.-]{0,95})?$/.test(text)) return true;

  return text.length <= 1_024 && statSync(text, { throwIfNoEntry: false })?.isDirectory() === true;
}
