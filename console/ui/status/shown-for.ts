const LEAST_MS = 5_000;
const MOST_MS = 20_000;
/** Of a person who was not looking for it. */
const MS_PER_CHARACTER = 50;

/** How long a toast is shown: as long as its text takes to read, in milliseconds. */
export function shownFor(text: string): number {
  return Math.min(Math.max(LEAST_MS, text.length * MS_PER_CHARACTER), MOST_MS);
}
