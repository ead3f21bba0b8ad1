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

/** The edit distance of two words: letters added, left out or replaced. Any number above `most` when it is above that. */
export function editDistance(a: string, b: string, most = Infinity): number {
  let [start, endOfA, endOfB] = [0, a.length, b.length];
  while (endOfA > 0 && endOfB > 0 && a.charCodeAt(endOfA - 1) === b.charCodeAt(endOfB - 1)) {
    endOfA -= 1;
    endOfB -= 1;
  }
  while (start < endOfA && start < endOfB && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;

  const width = endOfB - start;
  let row = Array.from({ length: width + 1 }, (_, at) => at);
  for (let i = start; i < endOfA; i += 1) {
    const next = [i - start + 1];
    let least = i - start + 1;
    for (let j = 0; j < width; j += 1) {
      const changed = (row[j] ?? 0) + (a.charCodeAt(i) === b.charCodeAt(start + j) ? 0 : 1);
      const cost = Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1);
      next.push(cost);
      least = Math.min(least, cost);
    }
    if (least > most) return least;
    row = next;
  }
  return row[width] ?? 0;
}
