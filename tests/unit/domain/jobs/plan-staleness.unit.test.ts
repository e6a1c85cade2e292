import { expect, test } from 'vitest';
import { registry } from '../../../../domain/index.ts';
import type { EventBody, RecordedEvent } from '../../../../domain/kit/event.ts';
import { STALING_TYPES, staleBy } from '../../../../domain/plan/staleness.ts';
import { metadata } from '../../../support/samples/event-samples.ts';
import { PLAN_HEAD, planRoute, planStop } from '../../../support/samples/plans.ts';

const PLAN = {
  ...PLAN_HEAD,
  routes: [planRoute([planStop('a')])],
  unassigned: [{ jobId: 'b' }],
  moves: [{ jobId: 'm' }],
};

function event(stream: string, type: string, data: object = {}): RecordedEvent<EventBody> {
  return { type, data, stream, id: 'e', revision: 1n, position: '2', metadata: metadata() };
}

const visits = (day: number) => ({ visits: [{ start: `2026-06-${day}T08:00`, end: `2026-06-${day}T12:00` }] });
const AWAY = { employeeId: 'ada', startDate: '2026-06-10', endDate: '2026-06-15' };

test('Every type of event that can make a plan stale is one that there is', () => {
  expect([...STALING_TYPES].filter((type) => !registry.has(type))).toEqual([]);
});

test.each([
  ['a new job', event('job-n', 'JobCreated'), 'new_job'],
  ['a job of the plan that takes longer', event('job-a', 'JobRevised', { estimatedDuration: 6 }), 'job_changed'],
  ['one that found no place and was cancelled', event('job-b', 'JobCancelled'), 'job_changed'],
  ['one that it takes off its day', event('job-m', 'JobStarted'), 'job_changed'],
  ['another job that comes to its day', event('job-n', 'JobScheduled', visits(15)), 'job_moved_in'],
  ['another job that is to be planned again', event('job-n', 'JobUnscheduled'), 'new_job'],
  ['an undo that brings a job back to its day', event('job-n', 'JobLifeRestored', visits(15)), 'job_moved_in'],
  ['a new crew', event('roster-main', 'CrewFormed', { crewId: 'oak' }), 'crew_changed'],
  [
    'a member who changes crews',
    event('roster-main', 'CrewMemberAssigned', { crewId: 'oak', fromCrewId: 'elm' }),
    'crew_changed',
  ],
  ['other hours of a crew', event('roster-main', 'CrewRevised', { crewId: 'elm', workingHours: null }), 'crew_changed'],
  ['a crew that is disbanded', event('roster-main', 'CrewDisbanded', { crewId: 'elm' }), 'crew_changed'],
  ['a certificate', event('staff-ada', 'StaffMemberRevised', { certifications: [] }), 'person_changed'],
  ['somebody who leaves', event('staff-ada', 'StaffMemberLeft'), 'person_changed'],
  [
    'a machine that breaks',
    event('equipment-saw', 'EquipmentStatusChanged', { status: 'maintenance' }),
    'equipment_changed',
  ],
  ['hours of the company', event('company-main', 'CompanySettingsRevised', { workingHours: null }), 'settings_changed'],
  [
    'a day that becomes a holiday',
    event('company-main', 'CompanySettingsRevised', { holidays: [] }),
    'settings_changed',
  ],
  ['other ways of driving', event('company-main', 'CompanySettingsRevised', { travel: null }), 'settings_changed'],
  ['more overtime', event('company-main', 'CompanySettingsRevised', { overtimeMinutes: 60 }), 'settings_changed'],
  ['a locked day', event('schedule-main', 'DayLocked', { day: '2026-06-15', crewId: null }), 'day_locked'],
])('%s makes a plan stale', (_, happened, reason) => {
  expect(staleBy(PLAN, happened)).toBe(reason);
});

test.each([
  ['a note', event('job-a', 'JobNoteAdded')],
  ['another title of a job', event('job-a', 'JobRevised', { title: 'Oak' })],
  ['another job on another day', event('job-n', 'JobScheduled', visits(16))],
  ['another job that begins', event('job-n', 'JobStarted')],
  ['an undo on another day', event('job-n', 'JobLifeRestored', visits(16))],
  ['another name of a crew', event('roster-main', 'CrewRevised', { crewId: 'elm', name: 'Elm two' })],
  ['another crew that is disbanded', event('roster-main', 'CrewDisbanded', { crewId: 'oak' })],
  ['a phone number', event('staff-ada', 'StaffMemberRevised', { phone: null })],
  ['somebody of no crew', event('staff-bob', 'StaffMemberLeft')],
  ['another machine', event('equipment-truck', 'EquipmentRetired')],
  ['notes on a machine', event('equipment-saw', 'EquipmentRevised', { notes: 'x' })],
  ['the tax', event('company-main', 'CompanySettingsRevised', { taxRate: 5 })],
  ['another locked day', event('schedule-main', 'DayLocked', { day: '2026-06-16', crewId: null })],
  ['a day of another crew', event('schedule-main', 'DayLocked', { day: '2026-06-15', crewId: 'oak' })],
])('%s does not make a plan stale', (_, happened) => {
  expect(staleBy(PLAN, happened)).toBeNull();
});

test('A visit that a plan leaves where it is may begin and end, and not go elsewhere', () => {
  const plan = { ...PLAN, routes: [planRoute([planStop('a'), planStop('stays', 13, { isFixed: true })])] };
  expect(staleBy(plan, event('job-stays', 'JobStarted'))).toBeNull();
  expect(staleBy(plan, event('job-stays', 'JobCompleted'))).toBeNull();
  expect(staleBy(plan, event('job-stays', 'JobScheduled', visits(15)))).toBe('job_changed');
  expect(staleBy(plan, event('job-a', 'JobStarted'))).toBe('job_changed');
});

test('A plan that only moves scheduled work does not become stale by new jobs', () => {
  const rainDay = { ...PLAN, kind: 'rain_day' };
  expect(staleBy(rainDay, event('job-n', 'JobCreated'))).toBeNull();
  expect(staleBy(rainDay, event('job-n', 'JobUnscheduled'))).toBeNull();
  expect(staleBy(rainDay, event('job-n', 'JobScheduled', visits(15)))).toBe('job_moved_in');
  expect(staleBy(rainDay, event('job-a', 'JobUnscheduled'))).toBe('job_changed');
});

test.each([
  [AWAY, 'time_off'],
  [{ ...AWAY, employeeId: 'bob' }, null],
  [{ ...AWAY, endDate: '2026-06-14' }, null],
])('Time off makes a plan stale by who is off and when: %j', (timeOff, reason) => {
  expect(staleBy(PLAN, event('time_off-t', 'TimeOffApproved'), timeOff)).toBe(reason);
  expect(staleBy(PLAN, event('time_off-t', 'TimeOffApproved'))).toBeNull();
});
