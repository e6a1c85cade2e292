/** Of what goes into one append as a list, in characters of its JSON: far below what an append may hold. */
const PART_CHARACTERS = 200_000;
/** Where each of them is an event. */
const PART_ITEMS = 400;

/** A list in parts that fit into an append each, in order; at least one. */
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
