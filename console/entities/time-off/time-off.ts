import { queryOptions } from '@tanstack/react-query';
import type {
  AbsenceAnswer,
  BalancesAnswer,
  TimeOffEffects,
  TimeOffFigures,
  TimeOffPreview,
  TimeOffRecord,
} from '../../../api/hr/schema.ts';
import { may } from '../../../domain/user/terms.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { useAct } from '../../records/acts/use-act.ts';
import type { Account } from '../account/session.ts';
import { formatWallDay, startOfDay } from '../schedule/wall-dates.ts';

export const TIME_OFF = ['time_off'] as const;
export const TIME_OFF_PATH = '/api/hr/time-off';

// Each request includes the name of the person.
const META = { collections: [...TIME_OFF, 'people'] } as const;

/** The filters of a list of requests, as query parameters of its call. Days are `YYYY-MM-DD`, both included. */
export type TimeOffFilter = Readonly<
  Partial<
    Record<'search' | 'status' | 'employeeId' | 'from' | 'to' | 'sort', string | undefined> & {
      removed: boolean | undefined;
    }
  >
>;

/** The call of a list of requests. */
export function timeOffListPath(filter: TimeOffFilter): string {
  return listCall(TIME_OFF_PATH, filter);
}

/** The requests of a list, as far as the person has scrolled. */
export function timeOffQuery(filter: TimeOffFilter) {
  const path = timeOffListPath(filter);
  return pagedQuery<TimeOffRecord>({
    queryKey: ['time-off', path],
    meta: META,
    path,
    limit: 50,
    further: 200,
    select: recordsOf,
  });
}

export function timeOffPath(id: string): string {
  return `${TIME_OFF_PATH}/${encodeURIComponent(id)}`;
}

/** One request, withdrawn or not. */
export function timeOffRequestQuery(id: string) {
  return queryOptions({
    queryKey: ['time_off', id],
    meta: { ...META, id },
    queryFn: (context) => read<TimeOffRecord>(timeOffPath(id), context),
  });
}

/** What a request does, or would do, to the schedule of its days. */
export function timeOffEffectsQuery(id: string) {
  return queryOptions({
    queryKey: ['time-off-effects', id],
    meta: { collections: [...TIME_OFF, 'jobs', 'crews', 'people', 'company'] },
    queryFn: (context) => read<TimeOffEffects>(`${timeOffPath(id)}/effects`, context),
  });
}

/** What a request would be: its type and days, and for whom; without `employeeId` for whoever asks. */
export interface Previewed {
  employeeId: string | undefined;
  requestType: string;
  startDate: string;
  endDate: string;
  half: string | undefined;
}

const BALANCES = { collections: [...TIME_OFF, 'crews', 'people', 'company'] } as const;

/** What a request would come to: its days, the balance, and who else of the crew is off. */
export function timeOffPreviewQuery(asked: Previewed | null) {
  const path = listCall(`${TIME_OFF_PATH}/preview`, { ...asked });
  return queryOptions({
    queryKey: ['time-off-preview', path],
    meta: BALANCES,
    queryFn: (context) => read<TimeOffPreview>(path, context),
  });
}

/** The balances of time off at the end of a day, by default today's; of one person, or of all that one may see. */
export function balancesQuery(asked: { employeeId?: string; asOf?: string | undefined }) {
  const path = listCall('/api/hr/balances', asked);
  return queryOptions({
    queryKey: ['balances', path],
    meta: BALANCES,
    queryFn: (context) => read<BalancesAnswer>(path, context),
  });
}

/** What waits for a decision, who is away today, and the days off still to come. */
export const timeOffFiguresQuery = queryOptions({
  queryKey: ['time-off-figures'],
  meta: { collections: [...TIME_OFF, 'company'] },
  queryFn: (context) => read<TimeOffFigures>(`${TIME_OFF_PATH}/figures`, context),
});

/** The days off of the last twelve months, by month and type. */
export const absenceQuery = queryOptions({
  queryKey: ['absence'],
  meta: { collections: [...TIME_OFF, 'company'] },
  queryFn: (context) => read<AbsenceAnswer>('/api/hr/absence', context),
});

export type Decision = 'approved' | 'denied';

/** What somebody may do with a request. */
export interface TimeOffRights {
  approve: boolean;
  deny: boolean;
  /** Withdraw it. */
  takeBack: boolean;
  /** Bring it back, whoever withdrew it. */
  bringBack: boolean;
}

/** @param account null if it cannot change anything */
export function rightsTo(request: TimeOffRecord, account: Account | null): TimeOffRights {
  const { status, employeeId, requestedBy, removed, erased } = request;
  const isOwner = account?.role === 'owner';
  const decides = account !== null && may(account.role, 'timeOff:change');
  const isPending = decides && status === 'pending' && !removed && !erased;
  const takeBack = isOwner || (account !== null && [employeeId, requestedBy].includes(account.id));
  return {
    approve: isPending && (isOwner || account.id !== employeeId),
    deny: isPending,
    takeBack,
    bringBack: decides && takeBack,
  };
}

/** Takes a request back, with its undo. */
export function useWithdrawTimeOff() {
  return useAct<TimeOffRecord, null>({
    command: ({ id }) => ({ method: 'DELETE', path: timeOffPath(id) }),
    collections: TIME_OFF,
    done: (_, request) => ({
      title: 'Request Withdrawn',
      text: `${nameIn(request)} stays on the schedule as usual.`,
      intent: 'success',
    }),
    undoneOn: (_, { id }) => ({ category: 'time_off', id }),
  });
}

/** Whom a request is for. */
export function nameIn({ employee }: Pick<TimeOffRecord, 'employee'>): string {
  return employee ?? 'Somebody';
}

/** How many days a request is for, and how many of them count where those are fewer: `5 days, 3 counted`. */
export function formatDays({ totalDays, countedDays }: Pick<TimeOffRecord, 'totalDays' | 'countedDays'>): string {
  const isAll = countedDays === undefined || countedDays === Number(totalDays);
  return isAll ? inDays(totalDays) : `${inDays(totalDays)}, ${countedDays} counted`;
}

/** A balance in words: `5 days`, or `1 day short` where it is below zero. */
export function inBalance(days: number): string {
  return days < 0 ? `${inDays(-days)} short` : inDays(days);
}

/** `1 day`, `0.5 days`, `5 days`. */
export function inDays(days: number | string): string {
  return `${days} ${Number(days) === 1 ? 'day' : 'days'}`;
}

/** The days of a request: `Mon, Jun 15 to Wed, Jun 17`, or `Mon, Jun 15, morning`. */
export function formatSpan({
  startDate,
  endDate,
  half = null,
}: Pick<TimeOffRecord, 'startDate' | 'endDate'> & Partial<Pick<TimeOffRecord, 'half'>>): string {
  const [first, last] = [startDate, endDate].map((day) => formatWallDay(startOfDay(day)));
  const days = startDate === endDate ? String(first) : `${first} to ${last}`;
  return half === null ? days : `${days}, ${half}`;
}
