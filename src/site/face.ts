/** The mark of a service: initials on a colour, which services of one host share. */
export interface Face {
  readonly initials: string;
  /** From 0 to `faceColours - 1`; states.css has the colours. */
  readonly colour: number;
}

export const faceColours = 8;

const word = /[\p{L}\p{N}]+/gu;

/** `address` is host and path of its endpoint. Of a name without letters, the host has the initials. */
export function faceOf(name: string, address: string): Face {
  const host = address.split('/', 1)[0] ?? '';
  const [first = '', second = ''] = name.match(word) ?? host.match(word) ?? [];
  const initials = [first, second].flatMap((each) => Array.from(each).slice(0, 1)).join('');

  return { initials: initials.toUpperCase(), colour: hashOf(host) % faceColours };
}

/** Spreads texts evenly (FNV-1a), the same in every build and browser. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (const character of text) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  }
  return hash;
}
