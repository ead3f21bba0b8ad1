import { categoryIcons } from './category-icons.ts';

/** The path of an icon, in a box of 24 × 24. Categories of an operator's own share one. */
export function categoryIcon(id: string): string {
  return (Object.hasOwn(categoryIcons, id) ? categoryIcons[id] : categoryIcons['other']) ?? '';
}
