/** A colour as its red, green and blue, 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number];

/** Steps between the two ends of a ramp: fine enough that the edges of letters look as smooth as with 256. */
const steps = 31;

/** The colours of an indexed picture: at most 256. The first is that of its paper. */
export class Palette {
  readonly colours: readonly Colour[];
  readonly #nearest = new Map<number, number>();

  /** Every ramp has two colours as `#rrggbb`, with what lies between them: the smooth edges of what is drawn in one upon the other. */
  constructor(ramps: readonly (readonly [from: string, to: string])[]) {
    this.colours = distinct(ramps.flatMap(([from, to]) => between(read(from), read(to))));
    if (this.colours.length > 256) throw new Error('a palette has no room for so many ramps');
  }

  /** The indexes of the pixels of a picture, which come as red, green, blue and alpha. */
  indexesOf(pixels: Uint8Array): Uint8Array {
    const indexes = new Uint8Array(pixels.length / 4);
    for (let place = 0; place < indexes.length; place += 1) {
      const at = 4 * place;
      indexes[place] = this.#indexOf(pixels[at] ?? 0, pixels[at + 1] ?? 0, pixels[at + 2] ?? 0);
    }
    return indexes;
  }

  #indexOf(...colour: Colour): number {
    const [red, green, blue] = colour;
    const key = (red << 16) | (green << 8) | blue;
    const known = this.#nearest.get(key);
    if (known !== undefined) return known;

    const index = this.#search(colour);
    this.#nearest.set(key, index);
    return index;
  }

  #search(colour: Colour): number {
    const distances = this.colours.map((other) => distance(colour, other));

    return distances.indexOf(Math.min(...distances));
  }
}

function between(from: Colour, to: Colour): Colour[] {
  const at = (step: number) => (value: number, place: number) =>
    Math.round(value + (((to[place] ?? 0) - value) * step) / steps);

  return Array.from({ length: steps + 1 }, (_, step) => from.map(at(step)) as [number, number, number]);
}

function distinct(colours: readonly Colour[]): Colour[] {
  return [...new Map(colours.map((colour) => [colour.join(), colour])).values()];
}

function read(hex: string): Colour {
  const value = Number.parseInt(hex.slice(1), 16);

  return [value >> 16, (value >> 8) & 255, value & 255];
}

function distance(a: Colour, b: Colour): number {
  return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2;
}
