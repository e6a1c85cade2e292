import { expect, test } from 'vitest';
import { certificatesExpiring } from '../../../../ai/detectors/certificates-expiring.ts';
import { NO_JOB_DETAILS } from '../../../../domain/job/events.ts';
import { type JobCommand, job } from '../../../../domain/job/job.ts';
import { roster } from '../../../../domain/roster/roster.ts';
import { NO_STAFF_DETAILS } from '../../../../domain/staff/events.ts';
import { staff } from '../../../../domain/staff/staff.ts';
import { crewRow, jobRow, personRow, visit } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';
import { factsAfter, recordedBy } from '../../../support/insights/recorded-facts.ts';

const NOW = '2026-06-01T14:00:00.000Z';
const crane = (id: string, day: string, said = {}) =>
  jobRow({ id, requiredSkills: ['Crane operator'], visits: [visit(`${day}T08:00`)], ...said });
const operator = (expiresOn: string | null, id = 'ann') =>
  personRow(id, ['Crane operator'], [{ name: 'NCCCO Crane operator', expiresOn }]);

test('A certificate that expires before booked work that needs it is found, with the work, earliest first', () => {
  const facts = factsWith(NOW, {
    crews: [crewRow()],
    people: [operator('2026-06-10')],
    jobs: [crane('late', '2026-06-20'), crane('soon', '2026-06-11'), crane('covered', '2026-06-10')],
  });

  const found = certificatesExpiring.find(facts);

  expect(found).toEqual([
    expect.objectContaining({ subject: 'ann', severity: 'critical', opens: 'schedule', measure: 2, worth: 200_000 }),
  ]);
  expect(found?.[0]?.evidence.map(({ kind, id }) => `${kind} ${id}`)).toEqual(['staff ann', 'job soon', 'job late']);
});

test('Nothing is found where somebody else of the crew has a valid certificate, or the work is not booked', () => {
  const covered = factsWith(NOW, {
    crews: [crewRow({ memberIds: ['ann', 'bob'] })],
    people: [operator('2026-06-10'), operator(null, 'bob')],
    jobs: [crane('1', '2026-06-20'), crane('2', '2026-06-21', { status: 'unscheduled' })],
  });

  expect(certificatesExpiring.find(covered)).toEqual([]);
});

test('The one with a valid certificate counts only while they are there', () => {
  const away = factsWith(NOW, {
    crews: [crewRow({ memberIds: ['ann', 'bob'] })],
    people: [operator('2026-06-10'), operator(null, 'bob')],
    jobs: [crane('1', '2026-06-22')],
    timeOff: [{ employeeId: 'bob', startDate: '2026-06-20', endDate: '2026-06-25', half: null, status: 'approved' }],
  });

  expect(certificatesExpiring.find(away)).toMatchObject([{ subject: 'ann' }]);
});

test('It says nothing without certificates that expire, or without work that needs a skill', () => {
  const jobs = [crane('1', '2026-06-20')];
  const people = [operator('2026-06-10')];

  expect(certificatesExpiring.find(factsWith(NOW, { crews: [crewRow()], people: [operator(null)], jobs }))).toBeNull();
  expect(certificatesExpiring.find(factsWith(NOW, { crews: [crewRow()], people, jobs: [] }))).toBeNull();
});

test('A finding names neither the person nor the certificate nor its last day', () => {
  const facts = factsWith(NOW, {
    crews: [crewRow()],
    people: [operator('2026-06-10')],
    jobs: [crane('1', '2026-06-22')],
  });

  expect(JSON.stringify(certificatesExpiring.find(facts))).not.toMatch(/Ann|Secret|NCCCO|06-10|Jun 10/);
});

test('It was right if the certificate was renewed, or the work was done without, and wrong if nobody did it', () => {
  const people = [operator('2026-06-10')];
  const crews = [crewRow()];
  const facts = factsWith(NOW, { crews, people, jobs: [crane('1', '2026-06-22')] });
  const [finding] = certificatesExpiring.find(facts) ?? [];
  if (!finding) throw new Error('nothing found');
  const later = '2026-07-01T14:00:00.000Z';
  const done = [crane('1', '2026-06-22', { status: 'completed' })];

  expect(
    certificatesExpiring.provedRight(
      finding,
      factsWith(later, { crews, people: [operator('2028-06-10')], jobs: done }),
    ),
  ).toBe(true);
  expect(certificatesExpiring.provedRight(finding, factsWith(later, { crews, people, jobs: done }))).toBe(true);
  const calledOff = [crane('1', '2026-06-22', { status: 'cancelled' })];
  expect(certificatesExpiring.provedRight(finding, factsWith(later, { crews, people, jobs: calledOff }))).toBe(false);
  expect(certificatesExpiring.provedRight(finding, factsWith(later, { crews, people, jobs: [] }))).toBeNull();
});

test('It reads what the events of people, crews and jobs say', () => {
  const details = { ...NO_STAFF_DETAILS, firstName: 'Ann', lastName: 'Secret' };
  const certifications = [{ name: 'Crane operator', issuedOn: null, expiresOn: '2026-06-10' }];
  const commands: JobCommand[] = [
    {
      type: 'CreateJob',
      customerId: 'customer',
      details: { ...NO_JOB_DETAILS, address: '1 Elm Street', requiredSkills: ['Crane operator'], crewId: 'elm' },
      now: NOW,
    },
    {
      type: 'ScheduleJob',
      planned: { visits: [visit('2026-06-22T08:00')] },
      zone: 'America/New_York',
      isStatus: true,
    },
  ];

  const facts = factsAfter(
    NOW,
    recordedBy(staff, 'ann', [{ type: 'AddStaffMember', details: { ...details, certifications }, now: NOW }]),
    recordedBy(roster, 'main', [
      {
        type: 'FormCrew',
        crewId: 'elm',
        details: { name: 'Elm', workingHours: null, homeAddress: null, defaultEquipmentIds: [] },
        isActive: true,
        members: { memberIds: ['ann'], movedFrom: {}, people: { ann: { name: 'Ann', isWorking: true } } },
        now: NOW,
      },
    ]),
    recordedBy(job, 'job-1', commands),
  );

  expect(certificatesExpiring.find(facts)).toMatchObject([{ subject: 'ann', measure: 1 }]);
});
