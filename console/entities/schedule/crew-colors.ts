const COLORS = 8;

/**
 * The class that sets a crew's color, `--hw-crew`; always show the crew's name with it. It is the same everywhere, and
 * stays as crews are added, named anew or made inactive.
 * @param crews all of the company's, in the order in which they were added, as a schedule has them
 */
export function crewColor(crewId: string | null, crews: readonly { id: string }[]): string {
  const place = crews.findIndex(({ id }) => id === crewId);
  return place < 0 ? 'hw-crew-none' : `hw-crew-${(place % COLORS) + 1}`;
}
