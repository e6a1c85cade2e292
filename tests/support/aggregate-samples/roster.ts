import fc from 'fast-check';
import { rosterEvents } from '../../../domain/roster/events.ts';
import { roster } from '../../../domain/roster/roster.ts';
import { crews } from '../../../projections/crews.ts';
import { AT, few, hours, mark, maybe, of, sample, some, text, WHY } from './sample.ts';

const members = fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }).map((memberIds) => ({
  memberIds,
  movedFrom: { p: 'a', q: 'b' },
  people: { p: { name: 'Pat', isWorking: true }, q: { name: 'Quinn', isWorking: true } },
}));

const crewDetails = { name: fc.constantFrom('Removal', 'Stumps'), homeAddress: text, workingHours: hours };

export const rosterSample = sample(roster, rosterEvents, {
  commands: fc.oneof(
    fc.record({
      type: of('FormCrew'),
      crewId: few,
      details: fc.record({ ...crewDetails, defaultEquipmentIds: fc.constant([]) }),
      isActive: fc.boolean(),
      members: fc.oneof(
        members,
        members.map((change) => ({ ...change, movedFrom: {} })),
      ),
      now: fc.constant(AT),
    }),
    fc.record(
      { type: of('ReviseCrew'), crewId: few, details: some(crewDetails), isActive: fc.boolean(), members },
      { requiredKeys: ['type', 'crewId', 'details'] },
    ),
    fc.record({ type: fc.constantFrom('DisbandCrew', 'ReinstateCrew'), crewId: few }),
    fc.record({ type: of('MoveMember'), personId: fc.constantFrom('p', 'q'), from: maybe(few), to: maybe(few) }),
  ) as fc.Arbitrary<never>,
  projection: crews,
  shows: ({ crews: all, crewOf }) => {
    const shown = [...all].map(([crewId, { details, isActive, isDisbanded }]) => {
      const size = [...crewOf.values()].filter((of) => of === crewId).length;
      return [crewId, { ...details, isActive, memberIds: { length: size }, ...mark(isDisbanded) }];
    });
    return Object.fromEntries(shown);
  },
  // Whoever is put back into a crew becomes its latest member.
  essenceOfDocument: (document) => {
    const { memberIds } = document as { memberIds: string[] };
    return { ...document, memberIds: memberIds.toSorted() };
  },
  inClear: {
    [WHY.id]: [
      'CrewFormed.crewId',
      'CrewFormed.defaultEquipmentIds',
      'CrewRevised.crewId',
      'CrewRevised.defaultEquipmentIds',
      'CrewDeactivated.crewId',
      'CrewActivated.crewId',
      'CrewDisbanded.crewId',
      'CrewReinstated.crewId',
      'CrewMemberAssigned.crewId',
      'CrewMemberAssigned.personId',
      'CrewMemberAssigned.fromCrewId',
      'CrewMemberReleased.crewId',
      'CrewMemberReleased.personId',
    ],
    [WHY.entered]: ['CrewFormed.formedAt'],
    'what the company calls a crew, and when it works': [
      'CrewFormed.name',
      'CrewFormed.workingHours',
      'CrewRevised.name',
      'CrewRevised.workingHours',
    ],
  },
});
