import type { ReplanAnswer, ReplanKind } from '../../../../optimizer/answers/replan.schema.ts';
import { createRunner } from '../optimize/optimizer-run.ts';

/** The work to move off a day. */
export interface ReplanAsked {
  kind: ReplanKind;
  /** The day to clear, `YYYY-MM-DD`. */
  date: string;
  /** The time to clear from, `HH:MM`; '' for the whole day, or for today from now on. */
  from: string;
  /** The crew whose day is cleared; '' for all crews. */
  crewId: string;
  /** The last day that work may move to. */
  to: string;
}

/** Plans a rain day, or a day with a truck down. */
export const replanner = createRunner<ReplanAsked, ReplanAnswer>({
  key: 'replan-run',
  path: '/optimizer/schedule/replan',
  bodyOf: ({ kind, date, from, crewId, to }) => ({
    kind,
    date,
    to,
    ...(from !== '' && { from }),
    ...(crewId !== '' && { crew_id: crewId }),
  }),
  take({ success, moves, summary }) {
    if (success || moves.length > 0) return { toast: null, said: null };
    const toast = { title: 'Nothing to Move', text: summary.message, intent: 'warning' } as const;
    return { toast, said: summary.message };
  },
});
