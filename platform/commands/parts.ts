/** The most characters of JSON of a list in one append: far below what an append may hold. */
const PART_CHARACTERS = 200_000;
/** The most items, for lists in which each item becomes an event. */
const PART_ITEMS = 400;

/** Splits a list into parts that each fit into one append, in order; at least one. */
export function* partsOf<Item>(items: readonly Item[]): Generator<Item[]> {
  let [part, length] = [[] as Item[], 0];
  for (const item of items) {
    const size = JSON.stringify(item).length;
    if (part.length === PART_ITEMS || (part.length > 0 && length + size > PART_CHARACTERS)) {
      yield part;
      [part, length] = [[], 0];
    }
    part.push(item);
    length += size;
  }
  yield part;
}
