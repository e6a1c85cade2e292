/** A list in portions, such as ids for several queries. @param most in one portion, 1 or more */
export function portionsOf<Item>(items: readonly Item[], most: number): Item[][] {
  const count = Math.ceil(items.length / most);
  return Array.from({ length: count }, (_, index) => items.slice(index * most, (index + 1) * most));
}
