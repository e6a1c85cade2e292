import { expect, test } from 'vitest';
import { indexPlan } from '../../../domain/schedule/conflicts.ts';
import { machinesOf, type NeedsMachines } from '../../../optimizer/planning/machines.ts';

const DAY = '2026-06-16';
const CHIPPER = 'Chippers';

interface Listing {
  [crewId: string]: { people: number; lists: string[] };
}

/** Which crews are planned with a chipper. */
function planned(crews: Listing, machines: string[], needing: Partial<Record<'fixed' | 'jobs', string[]>> = {}) {
  const index = indexPlan({
    jobs: [],
    people: [],
    timeOff: [],
    locks: [],
    today: '2026-06-15',
    company: { workingDays: ['tuesday'], workingHours: { start: '07:00', end: '17:00' } },
    crews: Object.entries(crews).map(([id, { lists }]) => ({
      id,
      name: id,
      isActive: true,
      workingHours: { start: '07:00', end: '17:00' },
      memberIds: [],
      equipmentIds: lists,
    })),
    machines: machines.map((id) => ({
      id,
      name: id,
      category: CHIPPER,
      status: 'available',
      nextMaintenance: null,
      assignedTo: null,
    })),
  });
  const staffed = Object.entries(crews).map(([crewId, { people }]) => ({
    crewId,
    day: DAY,
    present: Array.from({ length: people }, (_, at) => person(`${crewId}-${at}`)),
  }));
  const jobOf = (crewId: string): NeedsMachines => ({
    document: { crewId, requiredEquipment: [CHIPPER] },
    visits: [{ start: `${DAY}T08:00`, end: `${DAY}T10:00` }],
  });
  const anywhere: NeedsMachines = { document: { crewId: null, requiredEquipment: [CHIPPER] }, visits: [] };
  const { has, shared } = machinesOf(index, staffed, {
    fixed: (needing.fixed ?? []).map(jobOf),
    jobs: [anywhere, ...(needing.jobs ?? []).map(jobOf)],
  });
  return { with: staffed.filter((on) => has(on, CHIPPER)).map(({ crewId }) => crewId), shared };
}

const person = (id: string) => ({ id, name: id, skills: [], certificates: [] });
const both: Listing = { north: { people: 3, lists: ['a'] }, south: { people: 2, lists: ['a'] } };
const told = ['north', 'south'].map((crewId) => ({ crewId, category: CHIPPER }));

test('A machine that two crews list goes to one of them for the day, and that is told', () => {
  expect(planned(both, ['a'])).toEqual({ with: ['north'], shared: told });
});

test('A shared machine goes to the crew whose fixed visits ask for it, then to the crew that it is planned for', () => {
  expect(planned(both, ['a'], { jobs: ['south'] }).with).toEqual(['south']);
  expect(planned(both, ['a'], { fixed: ['south'], jobs: ['north'] }).with).toEqual(['south']);
});

test('A crew that lists another machine too takes that one, and a machine that no crew lists helps out', () => {
  const more = { ...both, north: { people: 3, lists: ['a', 'b'] } };
  expect(planned(more, ['a', 'b'])).toEqual({ with: ['north', 'south'], shared: [] });
  expect(planned(both, ['a', 'free'])).toEqual({ with: ['north', 'south'], shared: [] });
});

test('A machine that no crew lists goes to one crew', () => {
  const none = { north: { people: 2, lists: [] }, south: { people: 3, lists: [] } };
  expect(planned(none, ['free'])).toEqual({ with: ['south'], shared: [] });
});
