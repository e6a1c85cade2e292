const COLORS = 8;

/** The class that sets a crew's color, `--hw-crew`; always show the crew's name with it. */
export function crewColor(crewId: string | null, crewIds: readonly string[]): string {
  const place = crewId === null ? -1 : crewIds.indexOf(crewId);
  return place < 0 ? 'hw-crew-none' : `hw-crew-${(place % COLORS) + 1}`;
}
