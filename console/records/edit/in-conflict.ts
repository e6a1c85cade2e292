/**
 * What a message adds if an act put jobs in conflict with others; nothing if there are none. @param texts one per
 * conflict
 */
export function inConflict(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ['Now in conflict:', ...texts];
}
