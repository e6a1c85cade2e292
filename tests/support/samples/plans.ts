import type { PlanHead, PlannedMove, PlanRoute, PlanStop, PlanTotals } from '../../../domain/plan/events.ts';

/** A plan of one day, with values that do not matter to a test. */
export const PLAN_HEAD: PlanHead = {
  kind: 'schedule',
  from: '2026-06-15',
  to: '2026-06-15',
  zone: 'America/New_York',
  mode: 'balanced',
  weights: { travel: 10 },
  seed: 1,
  iterations: 1_000,
  position: '1',
  travelSource: 'distance',
  travelNote: null,
  askedBy: 'owner',
  runId: 'run',
  crewIds: ['elm'],
  memberIds: ['ada'],
  equipmentIds: ['saw'],
  assumed: [],
  isKept: true,
};

/** One that begins at a given hour of the day and takes four. */
export function planStop(jobId: string, hour = 8, more: Partial<PlanStop> = {}): PlanStop {
  const at = (hours: number) => `2026-06-15T${String(hours).padStart(2, '0')}:00`;
  return {
    jobId,
    revision: 0,
    sequence: 1,
    isFixed: false,
    isRest: false,
    arrival: at(hour),
    start: at(hour),
    end: at(hour + 4),
    travelMinutes: 12,
    miles: 5,
    terms: [{ term: 'travel', points: 120, amount: 12 }],
    ...more,
  };
}

export function planRoute(stops: PlanStop[], more: Partial<PlanRoute> = {}): PlanRoute {
  return {
    day: '2026-06-15',
    crewId: 'elm',
    stops,
    workMinutes: 240,
    travelMinutes: 24,
    miles: 10,
    availableMinutes: 480,
    ...more,
  };
}

/** A job moved from the day before to where `planStop` puts it. */
export function plannedMove(jobId: string, more: Partial<PlannedMove> = {}): PlannedMove {
  const at = (day: string) => ({ crewId: 'elm', visits: [{ start: `${day}T08:00`, end: `${day}T12:00` }] });
  return {
    jobId,
    revision: 0,
    from: at('2026-06-14'),
    to: at('2026-06-15'),
    isPromised: false,
    ...more,
  };
}

export const PLAN_TOTALS: PlanTotals = {
  jobs: 1,
  crews: 1,
  unassigned: 1,
  workMinutes: 240,
  travelMinutes: 24,
  miles: 10,
  hard: 0,
  medium: 1,
  soft: 240,
};
