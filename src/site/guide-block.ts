/** Something of a guide to copy. */
export interface GuideBlock {
  /** The name of the file that it is saved as, or what the commands do. */
  readonly name: string;
  readonly kind: 'file' | 'commands';
  readonly code: string;
}

export function file(name: string, code: string): GuideBlock {
  return { kind: 'file', name, code };
}

export function commands(name: string, code: string): GuideBlock {
  return { kind: 'commands', name, code };
}
