declare module 'subset-font' {
  interface SubsetOptions {
    readonly targetFormat: 'woff2';
    /** Four letters each; all without it. */
    readonly keepFeatures?: readonly string[];
    readonly variationAxes?: Readonly<Record<string, { readonly min: number; readonly max: number }>>;
    /** Entries of the `name` table to keep beside the names of the font: https://learn.microsoft.com/typography/opentype/spec/name. */
    readonly preserveNameIds?: readonly number[];
    readonly noHinting?: boolean;
  }

  /** The part of a font that draws the characters of a text. */
  export default function subsetFont(font: Buffer, text: string, options: SubsetOptions): Promise<Buffer>;
}
