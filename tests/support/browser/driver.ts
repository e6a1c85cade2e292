/** Of the window's inner part, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

/** What the walk through the product needs of a browser: each has other words for it. One page, 1440 × 900. */
export interface Driver {
  /** Opens an address, and waits until it has loaded; fails if nothing answers there. */
  open(url: string): Promise<void>;
  /** @param expression JavaScript, whose value can be written as JSON */
  evaluate<Value>(expression: string): Promise<Value>;
  click(at: Point): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** @returns the page on paper, as a PDF */
  print(): Promise<Uint8Array>;
  /** @returns a PNG of what the window shows */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A browser that the product is walked in. */
export interface WalkedBrowser {
  name: string;
  /** Why it cannot be had here, in words; null if it can. */
  missing: string | null;
  /** Why it does not print for a test, in words. */
  cannotPrint?: string;
  /** Whether its scrollbars take room from the page, as on Windows. */
  hasWideScrollbars?: boolean;
  launch(): Promise<Driver>;
}

export const WINDOW = { width: 1440, height: 900 };
