import { settingsInForce } from '../../../domain/company/company.ts';
import { addDays } from '../../../domain/kit/times.ts';
import type { Inputs, OpenJob } from '../../../optimizer/planning/inputs.ts';

/** A Monday. */
export const DAY = '2026-06-15';
export const HOURS = { start: '08:00', end: '16:00' } as const;

/** A scheduled job whose place is unknown, with its visit on the Monday. @param start minutes since midnight */
export function scheduledJob(id: string, crewId: string, start: number, minutes: number, more: object = {}): OpenJob {
  const document = {
    id,
    revision: 1,
    jobNumber: id,
    status: 'scheduled',
    crewId,
    priority: 'normal',
    pinned: false,
    erased: false,
    estimatedDuration: minutes / 60,
    minimumCrewSize: 1,
    requiredSkills: [],
    requiredEquipment: [],
    earliestDate: null,
    latestDate: null,
    timeWindow: null,
    promisedStart: null,
    amount: null,
    address: null,
    ...more,
  };
  const at = (minute: number) => new Date(Date.parse(`${DAY}T00:00Z`) + minute * 60_000).toISOString().slice(0, 16);
  return {
    document: document as unknown as OpenJob['document'],
    customer: null,
    place: null,
    visits: [{ start: at(start), end: at(start + minutes) }],
  };
}

/** Crews of two, known by their ids, who have these jobs from the Monday on and no base: a drive is 20 minutes. */
export function inputsOf(
  crewIds: readonly string[],
  visited: readonly OpenJob[],
  { days = 3, resources = {} }: { days?: number; resources?: Partial<Inputs['resources']> } = {},
): Inputs {
  const workingDays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
  const members = (crewId: string) => [`${crewId} Ann`, `${crewId} Bob`];
  return {
    range: { from: DAY, to: addDays(DAY, days - 1) },
    settings: settingsInForce({ overtimeMinutes: 0 }),
    resources: {
      company: { zone: 'UTC', workingDays, workingHours: HOURS },
      crews: crewIds.map((id) => ({
        id,
        name: id,
        isActive: true,
        workingHours: HOURS,
        memberIds: members(id),
        equipmentIds: [],
      })),
      people: crewIds.flatMap(members).map((id) => ({ id, name: id, skills: [], certificates: [] })),
      machines: [],
      timeOff: [],
      locks: [],
      ...resources,
    },
    bases: new Map(),
    unscheduled: [],
    visited,
    isCut: false,
  };
}
