/** A list's filters and order, with a name: a view is an address. */
export interface SavedView {
  name: string;
  /** The address's part from `?` on, '' for none. */
  search: string;
}

const PREFIX = 'heartwood.views';

/** The views that were saved for a page in this browser. */
export function readViews(path: string): SavedView[] {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + path) ?? '[]') as SavedView[];
  } catch {
    return [];
  }
}

export function writeViews(path: string, views: readonly SavedView[]): void {
  try {
    localStorage.setItem(PREFIX + path, JSON.stringify(views));
  } catch {
    // Storage is full or switched off: the address itself can still be kept.
  }
}
