/**
 * A document for a customer, in words: what it says, in its order. How it looks is the drawing's (`layout.ts`). It crosses to
 * the thread that draws it, so nothing in it is code.
 */
export interface Paper {
  /** In the file's properties, and at the foot of each page: `Invoice INV-1001`. */
  title: string;
  letterhead: Letterhead;
  /** `Invoice`, and its number. */
  kind: string;
  number: string | null;
  /** What became of it, plainly: `Paid`. */
  status: { text: string; tone: PaperTone } | null;
  /** Whom it is for, and where the work is. */
  addressees: readonly { label: string; lines: readonly string[] }[];
  /** Dates and numbers. */
  facts: readonly { label: string; value: string }[];
  /** What a reader wants to know first: `$1,200.00 due July 15, 2037`. */
  lead: { text: string; note: string | null } | null;
  parts: readonly PaperPart[];
}

/** The company, as it stands above each document. */
export interface Letterhead {
  name: string | null;
  lines: readonly string[];
  logo: PaperImage | null;
}

/** A PNG or JPEG, with its sides in pixels. */
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
  /** Below the rows, and never on a page without one of them. */
  totals: readonly PaperTotal[];
}

export interface PaperColumn {
  label: string;
  /** In points; null for what the others leave: of one column. */
  width: number | null;
  isNumber: boolean;
}

/** A text, with what is said of it below. */
export interface PaperCell {
  text: string;
  note?: string | null;
}

export interface PaperTotal {
  label: string;
  value: string;
  /** What it comes to in the end. */
  isSum?: boolean;
}

export interface PaperText {
  type: 'text';
  title: string;
  text: string;
  /** Whether it stands out. */
  isBoxed?: boolean;
}
