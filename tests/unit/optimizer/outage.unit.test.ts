import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { PlannedOutage } from '../../../domain/plan/events.ts';
import { type Clearing, whyStays } from '../../../optimizer/planning/clearing.ts';
import type { Inputs } from '../../../optimizer/planning/inputs.ts';
import { planWithout } from '../../../optimizer/planning/outage.ts';
import { DAY, inputsOf, scheduledJob } from '../../support/samples/open-jobs.ts';

const NOW = `${DAY}T06:00`;
const CREW = 'elm';
const SICK: PlannedOutage = { category: 'staff', id: 'elm Ann', from: DAY, to: DAY, half: null };
const BROKEN: PlannedOutage = { ...SICK, category: 'equipment', id: 'chipper' };

function crew(skillsOfAnn: string[]): Partial<Inputs['resources']> {
  const people = [
    { id: 'elm Ann', name: 'Ann', skills: skillsOfAnn, certificates: [] },
    { id: 'elm Bob', name: 'Bob', skills: [], certificates: [] },
  ];
  const machine = { category: 'Chippers', status: 'available', assignedTo: null, nextMaintenance: null };
  const machines = [{ ...machine, id: 'chipper', name: 'Bandit' }];
  return { people, machines } as unknown as Partial<Inputs['resources']>;
}

/** The jobs that leave their crew. */
function leaving(
  outage: PlannedOutage,
  jobs: ReturnType<typeof scheduledJob>[],
  skills: string[] = [],
  from = '00:00',
) {
  const asked: Clearing = {
    kind: outage.category === 'staff' ? 'absence' : 'machine_down',
    day: DAY,
    from,
    crewId: null,
  };
  const inputs = inputsOf([CREW], jobs, { resources: crew(skills) });
  const { clearing } = planWithout(inputs, asked, outage, NOW);
  return jobs.filter((job) => whyStays(clearing, job, NOW) === null).map(({ document }) => document.id);
}

const job = (id: string, start: number, more: object = {}) => scheduledJob(id, CREW, start, 60, more);

describe('a crew works on', () => {
  test('Without somebody who is sick, what asks for more people or for what only they can do leaves', () => {
    const jobs = [
      job('any', 480),
      job('two', 600, { minimumCrewSize: 2 }),
      job('climb', 700, { requiredSkills: ['Climbing'] }),
      job('other', 800, { requiredSkills: ['Crane'] }),
    ];
    // What they could not do either does not leave because of them.
    expect(leaving(SICK, jobs, ['Climbing'])).toEqual(['two', 'climb']);
  });

  test('Without a machine that broke, what needs one of its kind leaves', () => {
    const jobs = [job('any', 480), job('chips', 600, { requiredEquipment: ['Chippers'] })];
    expect(leaving(BROKEN, jobs)).toEqual(['chips']);
  });

  test('Without somebody from a time on, what is over by then stays, as does what was begun', () => {
    const big = { minimumCrewSize: 2 };
    const jobs = [job('over', 480, big), job('begun', 600, { ...big, status: 'in_progress' }), job('later', 720, big)];
    expect(leaving(SICK, jobs, [], '10:00')).toEqual(['later']);
  });
});

test('A job leaves if and only if its crew can do it with everybody, and cannot without whoever is sick', () => {
  const need = fc.record({ size: fc.integer({ min: 1, max: 3 }), skill: fc.constantFrom(null, 'Climbing', 'Crane') });
  fc.assert(
    fc.property(fc.array(need, { maxLength: 6 }), fc.subarray(['Climbing', 'Crane']), (needs, skills) => {
      const jobs = needs.map(({ size, skill }, at) =>
        job(`${at}`, 480, { minimumCrewSize: size, requiredSkills: skill === null ? [] : [skill] }),
      );
      const expected = needs.flatMap(({ size, skill }, at) => {
        const lacksPeople = size === 2;
        const lacksSkill = skill !== null && skills.includes(skill);
        return lacksPeople || lacksSkill ? [`${at}`] : [];
      });
      expect(leaving(SICK, jobs, skills)).toEqual(expected);
    }),
  );
});
