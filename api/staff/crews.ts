import type { z } from 'zod';
import { crewStints } from '../../projections/crew-stints.ts';
import { crews } from '../../projections/crews.ts';
import type { ApiContext } from '../kit/context.ts';
import type { crewsOfPerson } from './schema.ts';

/** The crews that somebody was in, by their names now, the latest first. @param personId */
export async function crewHistory(
  { readModels }: Pick<ApiContext, 'readModels'>,
  personId: string,
): Promise<z.output<typeof crewsOfPerson>> {
  const models = readModels.current();
  const found = (await models.get(crewStints.collection, [personId])).get(personId);
  const stints = found?.stints.toReversed() ?? [];
  const known = await models.get(crews.collection, [...new Set(stints.map(({ crewId }) => crewId))]);
  return stints.map(({ crewId, from, to }) => ({ crewId, name: known.get(crewId)?.name ?? 'A former crew', from, to }));
}
