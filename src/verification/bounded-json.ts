import { hiddenCharacter } from '../domain/plain-text.ts';

const mostLevels = 10;
const mostMembers = 64;
const longestName = 100;

/** How many characters of JSON may still be kept. */
export interface Room {
  left: number;
  readonly of: number;
}

export function roomOf(characters: number): Room {
  return { left: characters, of: characters };
}

/**
 * Why a value from outside is not fit to be kept: it is too large or too deep, or hides characters. Undefined where it is fit; it uses up its
 * characters of the room then. Walks no further than the room allows, however large the value is.
 */
export function unfitness(value: unknown, room: Room): string | undefined {
  const before = room.left;
  const fault = faultIn(value, 0, room);
  if (fault !== undefined) room.left = before;

  return fault;
}

function faultIn(value: unknown, level: number, room: Room): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'object' || value === null) return textFault(value, room);
  if (level > mostLevels) return `is nested more than ${String(mostLevels)} levels deep`;

  // For lists, the names are places.
  const members = Object.entries(value);
  if (members.length > mostMembers) {
    return `has more than ${String(mostMembers)} members in one object or list`;
  }
  for (const [name, member] of members) {
    const fault = nameFault(name, room) ?? faultIn(member, level + 1, room);
    if (fault !== undefined) return fault;
  }
  return undefined;
}

function nameFault(name: string, room: Room): string | undefined {
  if (name === '__proto__') return 'has a member named "__proto__"';

  return name.length > longestName
    ? `has a name of more than ${String(longestName)} characters`
    : textFault(name, room);
}

function textFault(value: unknown, room: Room): string | undefined {
  const text = String(value);
  room.left -= text.length + 3;
  if (room.left < 0) return `needs more than what is left of ${String(room.of)} characters`;

  return hiddenCharacter(text.replaceAll(/[\n\r\t]/g, ' ')) === undefined
    ? undefined
    : 'has a hidden character';
}
