import { queryOptions } from '@tanstack/react-query';
import type { CalendarRecord } from '../../../api/calendars/schema.ts';
import { read } from '../../data/query-client.ts';
import { useAct } from '../../records/acts/use-act.ts';

const CALENDARS = ['calendars'] as const;

function calendarPath(id: string): string {
  return `/api/schedule/calendars/${encodeURIComponent(id)}`;
}

/** Whether a calendar is shared, and its link. @param id of a crew, or `company` */
export function calendarQuery(id: string) {
  return queryOptions({
    queryKey: ['calendars', id],
    meta: { collections: [...CALENDARS] },
    queryFn: (context) => read<CalendarRecord>(calendarPath(id), context),
  });
}

/** Creates or revokes the link of a calendar, each with its undo. @param id of a crew, or `company` */
export function useShareCalendar(id: string) {
  return useAct<'share' | 'revoke', CalendarRecord | null>({
    command: (act) => ({ method: act === 'share' ? 'POST' : 'DELETE', path: `${calendarPath(id)}/link` }),
    collections: CALENDARS,
    done: (_, act) => ({ ...SAID[act], intent: 'success' }),
    undoneOn: () => ({ category: 'calendar', id }),
  });
}

const SAID = {
  share: { title: 'Link Made', text: 'Anyone with the link can see this calendar.' },
  revoke: { title: 'Link Revoked', text: 'Calendars that use it no longer update.' },
};
