import type { Face } from '../site/face.ts';

/** Fills in what `Face.astro` renders. */
export function showFace(element: HTMLElement, { initials, colour }: Face): void {
  element.className = `face c${String(colour)}`;
  element.dataset['initials'] = initials;
}
