import type { TimeOffRecord } from '../../../api/hr/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { useAct } from '../../records/acts/use-act.ts';

export const TIME_OFF = ['time_off'] as const;
export const TIME_OFF_PATH = '/api/hr/time-off';

/** Time off taken or requested within some days. @param from, to `YYYY-MM-DD`, both included */
export function timeOffQuery(from: string, to: string) {
  const path = listCall(TIME_OFF_PATH, { from, to, sort: 'startDate' });
  return pagedQuery<TimeOffRecord>({
    queryKey: ['time-off', path],
    meta: { collections: [...TIME_OFF, 'staff', 'users'] },
    path,
    limit: 50,
    further: 200,
    select: recordsOf,
  });
}

type Act = 'approved' | 'denied' | 'withdrawn';

/** Decides a request, or withdraws it, each with its undo. */
export function useTimeOffAct() {
  return useAct<{ request: TimeOffRecord; act: Act }, TimeOffRecord | null>({
    command({ request: { id, revision }, act }) {
      const path = `${TIME_OFF_PATH}/${encodeURIComponent(id)}`;
      if (act === 'withdrawn') return { method: 'DELETE', path };
      return { method: 'PATCH', path, body: { status: act, expectedRevision: revision } };
    },
    collections: TIME_OFF,
    done: (_, { act }) => ({ ...SAID[act], intent: 'success' }),
    undoneOn: (_, { request: { id } }) => ({ category: 'time_off', id }),
  });
}

const SAID: Readonly<Record<Act, { title: string; text: string }>> = {
  approved: { title: 'Time Off Approved', text: 'The schedule plans around it on these days.' },
  denied: { title: 'Time Off Denied', text: 'They stay on the schedule as usual.' },
  withdrawn: { title: 'Time Off Withdrawn', text: 'They stay on the schedule as usual.' },
};
