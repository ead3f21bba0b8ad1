/** Whether a text asks for something or describes it. Some models need to know. */
export type TextKind = 'question' | 'service';

/** The vector of a text: its direction, in whole numbers from -127 to 127, says what the text means. */
export interface KeyedVector {
  /** Stands for the text. */
  readonly key: number;
  readonly vector: Int8Array;
}
