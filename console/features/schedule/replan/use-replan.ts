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
  /** The machine that broke; '' where the crew cannot drive. */
  machineId: string;
  /** Who is sick; '' until they are chosen. */
  personId: string;
  /** The last day without the machine or the person. */
  until: string;
  /** The last day that work may move to. */
  to: string;
}

/** Whether only a machine or a person is missing, and the crews work on without it. */
export function isOutage({ kind, machineId }: Pick<ReplanAsked, 'kind' | 'machineId'>): boolean {
  return kind === 'absence' || (kind === 'truck_down' && machineId !== '');
}

/** Plans a rain day, a day with a truck down, or days on which somebody is sick. */
export const replanner = createRunner<ReplanAsked, ReplanAnswer>({
  key: 'replan-run',
  path: '/optimizer/schedule/replan',
  bodyOf: (asked) => {
    const { kind, date, from, crewId, machineId, personId, until, to } = asked;
    return {
      kind,
      date,
      to,
      ...(from !== '' && { from }),
      ...(kind !== 'absence' && crewId !== '' && { crew_id: crewId }),
      ...(kind === 'truck_down' && machineId !== '' && { equipment_id: machineId }),
      ...(kind === 'absence' && { person_id: personId }),
      ...(isOutage(asked) && { until }),
    };
  },
  take({ success, moves, outage, summary }) {
    if (success || moves.length > 0 || outage) return { toast: null, said: null };
    const toast = { title: 'Nothing to Move', text: summary.message, intent: 'warning' } as const;
    return { toast, said: summary.message };
  },
});
