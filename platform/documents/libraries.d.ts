// The parts used here of packages that have no types.

declare module 'pdfmake' {
  interface PdfMake {
    addFonts(fonts: Record<string, Record<'normal' | 'bold' | 'italics' | 'bolditalics', string>>): void;
    virtualfs: { writeFileSync(path: string, bytes: Uint8Array): void };
    setUrlAccessPolicy(allows: (url: string) => boolean): void;
    setLocalAccessPolicy(allows: (path: string) => boolean): void;
    createPdf(definition: object): { getBuffer(): Promise<Buffer> };
  }
  const pdfMake: PdfMake;
  export default pdfMake;
}

declare module 'bidi-js' {
  interface Bidi {
    getEmbeddingLevels(text: string): {
      levels: Uint8Array;
      paragraphs: { start: number; end: number; level: number }[];
    };
    getMirroredCharacter(letter: string): string | null;
  }
  export default function bidiFactory(): Bidi;
}

declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    text: string | undefined,
    options: { targetFormat: 'truetype'; keepAllGlyphs: true; variationAxes: Record<string, number> },
  ): Promise<Uint8Array>;
}

declare module 'fontkit' {
  export interface Font {
    hasGlyphForCodePoint(codePoint: number): boolean;
    layout(text: string): object;
    /** Not documented; there once a text was laid out. */
    _layoutEngine: { engine: { GPOSProcessor: object; GSUBProcessor: object } };
    /** Not documented either: how each kind of substitution is read. */
    GSUB: {
      lookupList: {
        type: { type: { fields: { subTables: { type: { type: { versions: Record<number, object> } } } } } };
      };
    };
  }
  export function openSync(path: string): Font;
  export function create(bytes: Uint8Array): Font;
}
