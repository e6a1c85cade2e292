import type { ReplanAnswer, ReplanKind } from '../../../optimizer/service/replan.schema.ts';
import { createRunner } from './optimizer-run.ts';

/** What is to leave its day. */
export interface ReplanAsked {
  kind: ReplanKind;
  /** The day that is cleared, `YYYY-MM-DD`. */
  date: string;
  /** From when on, `HH:MM`; '' for the whole day, and today from now on. */
  from: string;
  /** Whose day is cleared; '' for all crews. */
  crewId: string;
  /** The last day that work is moved to. */
  to: string;
}

/** Plans a rain day, or a day on which a truck is down. */
export const replanner = createRunner<ReplanAsked, ReplanAnswer>({
  key: 'replan-run',
  path: '/optimizer/schedule/replan',
  bodyOf: ({ kind, date, from, crewId, to }) => ({
    ...{ kind, date, to },
    ...(from !== '' && { from }),
    ...(crewId !== '' && { crew_id: crewId }),
  }),
  take({ success, moves, summary }) {
    if (success || moves.length > 0) return { toast: null, said: null };
    const toast = { title: 'Nothing to Move', text: summary.message, intent: 'warning' } as const;
    return { toast, said: summary.message };
  },
});
