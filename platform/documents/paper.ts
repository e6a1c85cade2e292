/**
 * A document for a customer, in words and in order. What it looks like is up to the drawing (`layout.ts`). It is sent
 * to the thread that draws it, so it contains no code.
 */
export interface Paper {
  /** Shown in the file's properties and at the bottom of each page: `Invoice INV-1001`. */
  title: string;
  letterhead: Letterhead;
  /** `Invoice`, and its number. */
  kind: string;
  number: string | null;
  /** Its status in plain words: `Paid`. */
  status: { text: string; tone: PaperTone } | null;
  /** Who it is for, and where the work is. */
  addressees: readonly { label: string; lines: readonly string[] }[];
  /** Dates and numbers. */
  facts: readonly { label: string; value: string }[];
  /** What a reader wants to know first: `$1,200.00 due July 15, 2037`. */
  lead: { text: string; note: string | null } | null;
  parts: readonly PaperPart[];
}

/** The company, as shown at the top of each document. */
export interface Letterhead {
  name: string | null;
  lines: readonly string[];
  logo: PaperImage | null;
}

/** A PNG or JPEG; width and height in pixels. */
export interface PaperImage {
  bytes: Uint8Array;
  width: number;
  height: number;
}

export type PaperTone = 'green' | 'amber' | 'red' | 'grey';

export type PaperPart = PaperTable | PaperText;

export interface PaperTable {
  type: 'table';
  title: string | null;
  columns: readonly PaperColumn[];
  rows: readonly (readonly PaperCell[])[];
  /** Below the rows, and never on a page without at least one of them. */
  totals: readonly PaperTotal[];
}

export interface PaperColumn {
  label: string;
  /** In points; null for the one column that takes what the others leave. */
  width: number | null;
  isNumber: boolean;
}

/** A text, with a note about it below. */
export interface PaperCell {
  text: string;
  note?: string | null;
}

export interface PaperTotal {
  label: string;
  value: string;
  /** Whether it is the final sum. */
  isSum?: boolean;
}

export interface PaperText {
  type: 'text';
  title: string;
  text: string;
  /** Whether it stands out. */
  isBoxed?: boolean;
}
