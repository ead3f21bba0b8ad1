import type { DeclaredService } from '../../domain/service.ts';
import { Hash } from '../../domain/hash.ts';

/** The text of a service from which a model makes its vector. */
export function meaningText({ name, description }: Pick<DeclaredService, 'name' | 'description'>): string {
  return `${name}. ${description}`;
}

const hash = new Hash();

/** A number that stands for a text, to find its vector by. */
export function meaningKey(text: string): number {
  hash.addText(text);
  return hash.end();
}
