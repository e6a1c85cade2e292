/** The given fields that differ from the current ones; lists and objects are compared by content. */
export function changedFields<Details extends object>(details: Partial<Details>, before: Details): Partial<Details> {
  const changed = Object.entries(details).filter(
    ([field, value]) => value !== undefined && !isSame(value, before[field as keyof Details]),
  );
  return Object.fromEntries(changed) as Partial<Details>;
}

/** The record's current values of the fields that an event names: what undoing that event puts back. */
export function pickFields<Details extends object>(details: Details, named: object): Partial<Details> {
  return Object.fromEntries(Object.entries(details).filter(([field]) => field in named)) as Partial<Details>;
}

/** Values in the log are JSON, and the schema fixes the order of an object's keys, so comparing the text is enough. */
function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
