import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York; the time is six o'clock there on a Monday in June.
const NOW = Date.parse('2026-06-15T10:00:00Z');

let server: TestServer;
let owner: Client;
let last: Answer;
beforeAll(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
});
afterAll(() => server.close());

const done = (status: number) => (answer: Answer) => {
  last = expectStatus(status)(answer);
  return last;
};
const add = async (path: string, body: object): Promise<string> =>
  (await owner.post(path, body).then(done(201))).body.id;
const at = (day: string, start: string, end: string) => ({
  visits: [{ start: `${day}T${start}:00-04:00`, end: `${day}T${end}:00-04:00` }],
});
const addJob = (title: string, body: object) => add('/api/jobs', { address: '3 Elm St, Hadley', title, ...body });
const seen = () => ({ 'x-min-position': last.headers.get('x-position') ?? '' });

async function problemsOn(day: string, client = owner): Promise<Answer['body'][]> {
  const { body } = await client.get(`/api/schedule?from=${day}&to=${day}`, seen()).then(expectStatus(200));
  return body.problems;
}
const kinds = (all: { kind: string }[]) => all.map(({ kind }) => kind);

describe('what stands on the schedule', () => {
  test('Two jobs of a crew at one time are problems until one of them moves', async () => {
    const crewId = await add('/api/crews', {
      name: 'North',
      memberIds: [await add('/api/staff', { firstName: 'Lee' })],
    });
    const oak = await addJob('Oak', { crewId, ...at('2026-06-16', '08:00', '12:00') });
    const elm = await addJob('Elm', { crewId, ...at('2026-06-16', '11:00', '14:00') });
    const found = await problemsOn('2026-06-16');
    expect(found.map(({ jobId, start, open }) => [jobId, start, kinds(open)])).toEqual([
      [oak, '2026-06-16T08:00-04:00', ['crew_double_booked']],
      [elm, '2026-06-16T11:00-04:00', ['crew_double_booked']],
    ]);
    expect(found[0].open[0]).toMatchObject({ jobId: elm, personId: null, machineId: null });
    await owner.put(`/api/jobs/${elm}`, at('2026-06-16', '12:00', '15:00')).then(done(200));
    expect(await problemsOn('2026-06-16')).toEqual([]);
  });

  test('What breaks after it was planned is a problem at once: a machine, a certificate', async () => {
    const certifications = [{ name: 'Climbing', issuedOn: null, expiresOn: '2027-01-31' }];
    const lee = await add('/api/staff', { firstName: 'Lee', certifications });
    const saw = await add('/api/equipment', { name: 'Big saw', category: 'Chainsaws' });
    const crewId = await add('/api/crews', { name: 'South', memberIds: [lee], defaultEquipmentIds: [saw] });
    const wants = { requiredSkills: ['Climbing'], requiredEquipment: ['Chainsaws'] };
    await addJob('Beech', { crewId, ...at('2026-06-17', '08:00', '12:00'), ...wants });
    const now = async () => (await problemsOn('2026-06-17')).map(({ open }) => kinds(open));
    expect(await now()).toEqual([]);
    await owner.patch(`/api/equipment/${saw}`, { status: 'maintenance' }).then(done(200));
    expect(await now()).toEqual([['equipment_maintenance']]);
    await owner
      .patch(`/api/staff/${lee}`, { certifications: [{ ...certifications[0], expiresOn: '2026-06-16' }] })
      .then(done(200));
    expect(await now()).toEqual([['certificate_expired', 'equipment_maintenance']]);
  });

  test('What was accepted with a reason is told as such, with it, and counts no more', async () => {
    const crewId = await add('/api/crews', {
      name: 'East',
      memberIds: [await add('/api/staff', { firstName: 'Kim' })],
    });
    const job = { crewId, timeWindow: { start: '13:00', end: '16:00' } };
    const id = await addJob('Ash', { ...job, ...at('2026-06-18', '08:00', '10:00'), overrideReason: 'She agreed' });
    expect(await problemsOn('2026-06-18')).toEqual([
      {
        jobId: id,
        start: '2026-06-18T08:00-04:00',
        end: '2026-06-18T10:00-04:00',
        open: [],
        accepted: [expect.objectContaining({ kind: 'outside_window' })],
        reason: 'She agreed',
      },
    ]);
    await addJob('Fir', { crewId, ...at('2026-06-18', '09:00', '11:00') });
    const [again] = await problemsOn('2026-06-18');
    expect([kinds(again.open), kinds(again.accepted)]).toEqual([['crew_double_booked'], ['outside_window']]);
  });

  test('The first page tells of what cannot go as planned in the next weeks, and anew once something changes', async () => {
    const waiting = async (client = owner) => {
      const { body } = await client.get('/api/dashboard/attention?limit=100', seen()).then(expectStatus(200));
      return body.groups.find(({ id }: { id: string }) => id === 'schedule-problems');
    };
    const before = await waiting();
    const kim = await add('/api/staff', { firstName: 'Kim' });
    const crewId = await add('/api/crews', { name: 'West', memberIds: [kim] });
    const visits = ['2026-06-24', '2026-06-25'].flatMap((day) => at(day, '08:00', '12:00').visits);
    const id = await addJob('Larch', { crewId, visits });
    expect((await waiting())?.count).toBe(before?.count);
    const off = await add('/api/hr/time-off', {
      employeeId: kim,
      requestType: 'vacation',
      startDate: '2026-06-24',
      endDate: '2026-06-25',
    });
    await owner.patch(`/api/hr/time-off/${off}`, { status: 'approved' }).then(done(200));
    const after = await waiting();
    expect(after).toMatchObject({ category: 'job', page: '/schedule?problems=ahead', count: (before?.count ?? 0) + 2 });
    expect(after.records.filter((each: { id: string }) => each.id === id)).toEqual([
      { id, title: expect.stringContaining('Larch'), note: 'Time off, nobody is there:', day: '2026-06-24' },
    ]);
    // Four weeks from today.
    await owner.put(`/api/jobs/${id}`, at('2026-07-13', '08:00', '12:00')).then(done(200));
    expect((await waiting())?.count).toBe(before?.count);
  });
});
