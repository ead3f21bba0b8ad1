import type { TextKind } from '../../domain/meaning.ts';

/** A model in the memory of this thread. */
export interface LoadedModel {
  readonly dimensions: number;
  /** A unit vector whose direction is the meaning of the text. */
  embed(text: string, kind: TextKind): Promise<Float32Array>;
}

/** Longer texts are cut to this many tokens, about 400 characters: what a description says later is seldom news, and takes as long. */
export const maxTokens = 96;
