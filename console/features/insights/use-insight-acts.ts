import type { InsightRecord } from '../../../api/insights/schema.ts';
import { insightKind } from '../../entities/insight/insight-kind.ts';
import { useAct } from '../../records/acts/use-act.ts';

const { category, collections, path, titleOf } = insightKind;

/** Marks an insight as read, or as unread. */
export function useMarkRead() {
  return useAct<InsightRecord, InsightRecord>({
    command: ({ id, isRead }) => ({ method: 'POST', path: `${path(id)}/${isRead ? 'unread' : 'read'}` }),
    collections,
    done: (after, { isRead }) => ({ title: isRead ? 'Marked as Unread' : 'Marked as Read', text: titleOf(after) }),
    undoneOn: ({ id }) => ({ category, id }),
  });
}
