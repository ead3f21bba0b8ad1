import { editDistance } from './edit-distance.ts';

/** The known name that a misspelt or shortened one most likely means; undefined only where none is known. */
export function nearestName(given: string, known: readonly string[]): string | undefined {
  const [nearest] = known
    .map((name) => ({ name, distance: distanceBetween(folded(given), folded(name)) }))
    .sort((a, b) => a.distance - b.distance);

  return nearest?.name;
}

/** A name that continues the given one is nearer than any that is spelled otherwise. */
function distanceBetween(given: string, name: string): number {
  const distance = editDistance(given, name);

  return given !== '' && name.includes(given) ? distance / 100 : distance;
}

function folded(name: string): string {
  return name
    .slice(0, 64)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '');
}
