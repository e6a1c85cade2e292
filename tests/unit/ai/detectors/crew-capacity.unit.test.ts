import { expect, test } from 'vitest';
import { crewCapacity } from '../../../../ai/detectors/crew-capacity.ts';
import { addDays } from '../../../../domain/kit/times.ts';
import { crewRow, jobRow, personRow, visit } from '../../../support/insights/crew-at-work.ts';
import { factsWith } from '../../../support/insights/facts-with.ts';

// A Tuesday. The crew works five days of 8.5 hours.
const NOW = '2026-06-02T14:00:00.000Z';
const NEXT = '2026-06-08';
const crews = [crewRow()];
const people = [personRow('ann')];

/** A week of visits, so many hours on each of five days. */
const weekOf = (monday: string, hours: number, said = {}) =>
  [0, 1, 2, 3, 4].map((day) =>
    jobRow({
      id: `${monday}-${day}`,
      estimatedDuration: hours,
      visits: [visit(`${addDays(monday, day)}T07:00`, hours)],
      ...said,
    }),
  );
/** Eight weeks before, each as full. */
const past = (hours: number) =>
  Array.from({ length: 8 }, (_, at) => weekOf(addDays(NEXT, -7 * (at + 2)), hours, { status: 'completed' })).flat();
const waiting = (said = {}) =>
  [1, 2, 3].map((at) => jobRow({ id: `waits-${at}`, status: 'unscheduled', priorityRank: 2, ...said }));

const found = (jobs: readonly ReturnType<typeof jobRow>[], said = {}) =>
  crewCapacity.find(factsWith(NOW, { crews, people, jobs, ...said }));

test('A week with more booked than the crew has hours is found', () => {
  const [finding] = found([...weekOf(NEXT, 9), ...weekOf(addDays(NEXT, 7), 8)]) ?? [];

  expect(finding).toMatchObject({
    subject: `over/elm/${NEXT}`,
    title: '{0} is booked at 106% of its hours in the week of Mon, Jun 8',
    opens: 'schedule',
  });
  expect(finding?.evidence.map(({ kind }) => kind)).toEqual(['crew', 'job', 'job', 'job', 'job', 'job']);
});

test('A full week is no finding, and time off or a holiday makes it too much', () => {
  const full = weekOf(NEXT, 8.5);
  const off = { employeeId: 'ann', startDate: NEXT, endDate: NEXT, half: null, status: 'approved' };

  expect(found(full)).toEqual([]);
  expect(found(full, { timeOff: [off] })).toHaveLength(1);
  expect(found(full, { timeOff: [{ ...off, status: 'pending' }] })).toEqual([]);
  expect(found(full, { company: [{ id: 'main', holidays: [{ day: NEXT, name: 'Closed' }] }] })).toHaveLength(1);
});

test('A crew that always has a little more than its hours is over them only by more than usual', () => {
  expect(found([...past(9), ...weekOf(NEXT, 9)])).toEqual([]);
  expect(found([...past(9), ...weekOf(NEXT, 10)])).toHaveLength(1);
});

test('A week with room is found while jobs wait that could go there', () => {
  const rows = [...past(8), ...weekOf(NEXT, 4), ...weekOf(addDays(NEXT, 7), 7), ...weekOf(addDays(NEXT, 14), 7)];

  const open = found([...rows, ...waiting()]);

  expect(open).toMatchObject([{ subject: `under/elm/${NEXT}`, severity: 'info', worth: 300_000 }]);
  expect(open?.[0]?.evidence.map(({ id }) => id)).toEqual(['elm', 'waits-1', 'waits-2', 'waits-3']);
  expect(found(rows)).toEqual([]);
  expect(found([...rows, ...waiting({ requiredSkills: ['Crane operator'] })])).toEqual([]);
  expect(found([...rows, ...waiting({ earliestDate: addDays(NEXT, 7) })])).toEqual([]);
  // They came in now, and are on their way.
  expect(found([...rows, ...waiting({ createdAt: NOW })])).toEqual([]);
});

test('A crew that has hardly any work next week is found, also where none waits', () => {
  const next = weekOf(NEXT, 1);
  expect(found([...past(8), ...next])).toMatchObject([
    { subject: 'idle/elm', severity: 'warning', title: '{0} has hardly any work in the week of Mon, Jun 8' },
  ]);
  // A crew that never has more is as busy as ever.
  expect(found([...past(1), ...next])).toEqual([]);
  // What is usual by now differs from day to day, and is no news.
  expect(found([...past(7), ...next])).toEqual(found([...past(8), ...next]));
});

test('A crew that gets no work while the others have some is found, however little is usual', () => {
  const oak = crewRow({ id: 'oak', memberIds: ['ben'] });
  const others = { crews: [...crews, oak], people: [...people, personRow('ben')] };
  const ofOak = (monday: string, hours: number) =>
    weekOf(monday, hours, { crewId: 'oak' }).map((job) => ({ ...job, id: `oak-${job.id}` }));
  const weeks = (hours: number) => [...ofOak(addDays(NEXT, -7), hours), ...ofOak(NEXT, hours)];
  const idle = (jobs: readonly ReturnType<typeof jobRow>[]) =>
    found(jobs, others)?.filter(({ subject }) => subject === 'idle/elm');

  const [finding] = idle([...past(1), ...weeks(4)]) ?? [];
  expect(finding?.description).toContain('while the other crews have work');
  // Nobody has work, or it had some this week.
  expect(idle([...past(1), ...weeks(1)])).toEqual([]);
  expect(idle([...past(1), ...weeks(4), ...weekOf(addDays(NEXT, -7), 2)])).toEqual([]);
  // One that never works, such as a crew of somebody who left, is not waited for.
  expect(idle(weeks(4))).toEqual([]);
});

test('A lull that lasts stays one finding as another week is the next one', () => {
  // Here work comes in four days before.
  const early = [...past(8), ...weekOf(addDays(NEXT, -7), 8, { status: 'completed' })].map((job) => {
    const day = job.visits?.[0]?.start.slice(0, 'YYYY-MM-DD'.length) ?? '';
    return { ...job, createdAt: `${addDays(day, -4)}T08:00:00.000Z` };
  });
  const on = (day: string, jobs: readonly ReturnType<typeof jobRow>[]) =>
    crewCapacity.find(factsWith(`${day}T14:00:00.000Z`, { crews, people, jobs }))?.map(({ subject }) => subject);

  // Until Friday little is usually booked of the next week; that of June 15 is without work too.
  expect(on('2026-06-04', early)).toEqual([]);
  expect(on('2026-06-05', early)).toEqual(['idle/elm']);
  expect(on('2026-06-08', early)).toEqual(['idle/elm']);
  expect(on('2026-06-10', early)).toEqual(['idle/elm']);
  expect(on('2026-06-08', [...early, ...weekOf('2026-06-15', 4)])).toEqual([]);
});

test('Room is none where the crew is as usual, or nobody plans so far ahead', () => {
  const rows = (pastHours: number) => [...past(pastHours), ...weekOf(NEXT, 5), ...waiting()];
  const [booked] = [weekOf(NEXT, 5)];

  expect(found(rows(5))?.filter(({ subject }) => subject.endsWith(NEXT))).toEqual([]);
  // Whatever was done in a past week came in a few days before.
  const late = past(8).map((job) => ({ ...job, createdAt: `${job.visits?.[0]?.start.slice(0, 10)}T08:00:00.000Z` }));
  expect(found([...late, ...booked, ...waiting()])).toEqual([]);
});

test('It says nothing of room without six weeks of work, and nothing at all without visits', () => {
  expect(found([...past(8).slice(0, 25), ...weekOf(NEXT, 1), ...waiting()])).toEqual([]);
  expect(found(waiting())).toBeNull();
});

test('It was right if some of the work had to go elsewhere', () => {
  const jobs = weekOf(NEXT, 9);
  const [finding] = found(jobs) ?? [];
  if (!finding) throw new Error('nothing found');
  const later = (rows: typeof jobs) =>
    crewCapacity.provedRight(finding, factsWith('2026-06-30T14:00:00.000Z', { crews, jobs: rows }));

  expect(later(jobs.map((job, at) => (at === 0 ? { ...job, crewId: 'oak' } : job)))).toBe(true);
  expect(later(jobs.map((job) => ({ ...job, clockHours: 9 })))).toBe(true);
  expect(later(jobs.map((job) => ({ ...job, clockHours: 6 })))).toBe(false);
});
