/** The fields of a revision that are given and differ from what is there; lists and objects are compared by content. */
export function changedFields<Details extends object>(details: Partial<Details>, before: Details): Partial<Details> {
  const changed = Object.entries(details).filter(
    ([field, value]) => value !== undefined && !isSame(value, before[field as keyof Details]),
  );
  return Object.fromEntries(changed) as Partial<Details>;
}

/** Those fields of a record that an event names: what its undo puts back. */
export function pickFields<Details extends object>(details: Details, named: object): Partial<Details> {
  return Object.fromEntries(Object.entries(details).filter(([field]) => field in named)) as Partial<Details>;
}

/** Values of a log are JSON, and a schema gives an object's keys one order. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
