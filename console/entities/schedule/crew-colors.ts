const COLORS = 8;

/** The class that gives an element the color of a crew, `--hw-crew`; never without the crew's name beside it. */
export function crewColor(crewId: string | null, crewIds: readonly string[]): string {
  const place = crewId === null ? -1 : crewIds.indexOf(crewId);
  return place < 0 ? 'hw-crew-none' : `hw-crew-${(place % COLORS) + 1}`;
}
