import type { CrewDocument } from '../../projections/crews.ts';
import type { ApiContext } from '../kit/context.ts';
import { streamIdOf } from '../kit/records.ts';
import { crewKind } from './record.ts';

/** The ids of the crews that somebody is in now, from their stream; none for somebody in no crew. */
export async function crewIdsOf({ streams }: Pick<ApiContext, 'streams'>, personId: string): Promise<string[]> {
  const { records } = await streams.recall(crewKind.decider, streamIdOf(crewKind, ''));
  return [...records].flatMap(([id, { document }]) => {
    const { removed, memberIds } = document as CrewDocument;
    return !removed && memberIds.includes(personId) ? [id] : [];
  });
}
