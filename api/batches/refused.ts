import type { RefusedItem } from '../../domain/batch/events.ts';
import { partsOfStream } from '../../domain/kit/event.ts';
import type { ApiContext } from '../kit/context.ts';

/** The records that an act of a batch left unchanged, by the kinds that people know, each with the reason. */
export function refusedRecords(
  { kinds }: Pick<ApiContext, 'kinds'>,
  refused: readonly RefusedItem[],
): { category: string; id: string; message: string }[] {
  return refused.map(({ stream, recordId, reason }) => {
    const { category } = partsOfStream(stream);
    const kind = kinds.all.find(({ decider }) => decider.category === category);
    return { category: kind?.category ?? category, id: recordId, message: reason };
  });
}
