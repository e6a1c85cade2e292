/** What a message adds where an act put jobs where others are meanwhile; nothing where there are none. @param texts one of each */
export function inConflict(texts: readonly string[]): string[] {
  return texts.length === 0 ? [] : ['Now in conflict:', ...texts];
}
