import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York; the time is six o'clock there on a Monday in June.
const NOW = Date.parse('2037-06-15T10:00:00Z');
const DAY = '2037-06-16';

let server: TestServer;
let owner: Client;
beforeEach(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
});
afterEach(() => server.close());

const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
const visit = (day: string, from: string, to: string) => ({
  start: `${day}T${from}:00-04:00`,
  end: `${day}T${to}:00-04:00`,
});
const instants = (...visits: { start: string; end: string }[]) =>
  visits.map(({ start, end }) => ({ start: new Date(start).toISOString(), end: new Date(end).toISOString() }));

async function addCrew(name: string): Promise<string> {
  const { id } = await add('/api/staff', { lastName: name });
  return (await add('/api/crews', { name, memberIds: [id], homeAddress: '1 Main St, Amherst, MA 01002' })).id;
}

/** A job of 6 hours, of which 4 are placed with a crew. */
async function addPart(crewId: string, more: object = {}): Promise<string> {
  const asked = { address: '12 Elm St, Hadley, MA 01035', estimatedDuration: 6, minimumCrewSize: 1, crewId };
  const { id } = await add('/api/jobs', { ...asked, visits: [visit(DAY, '08:00', '12:00')], ...more });
  return id;
}

const planOf = async (body: object = {}): Promise<Answer['body']> =>
  (await owner.post('/optimizer/schedule/optimize', { date: DAY, ...body }).then(expectStatus(200))).body;
const apply = (schedules: unknown) => owner.post('/optimizer/schedule/apply', schedules);
const job = async (id: string) => (await owner.get(`/api/jobs/${id}`).then(expectStatus(200))).body;

describe('what is left of a job', () => {
  test('It is planned with its own crew, beside its visit, which stays; applying adds it, and the undo takes only that back', async () => {
    await addCrew('North');
    const south = await addCrew('South');
    const id = await addPart(south);
    const answer = await planOf();
    expect(answer.schedules).toMatchObject([{ crew_id: south, assignments: [{ job_id: id, duration_hours: 2 }] }]);
    const [{ assignments }] = answer.schedules;
    expect(answer.fixed).toMatchObject([
      { job_id: id, reason: 'It is a part of its job, and the rest is still to be placed.' },
    ]);
    const applied = await apply(answer.schedules).then(expectStatus(200));
    const [{ start: from, end }] = assignments;
    expect(await job(id)).toMatchObject({
      crewId: south,
      status: 'scheduled',
      remainingHours: 0,
      visits: instants(visit(DAY, '08:00', '12:00'), { start: `${from}:00-04:00`, end: `${end}:00-04:00` }),
    });
    const { category, id: batch, commandId } = applied.body;
    await owner.post('/api/undo', { category, id: batch, commandId }).then(expectStatus(200));
    expect(await job(id)).toMatchObject({ remainingHours: 2, visits: instants(visit(DAY, '08:00', '12:00')) });
    expect((await planOf()).schedules).toMatchObject([{ assignments: [{ job_id: id }] }]);
  });

  test('Work that has begun keeps its status; a rest that was given up is not planned', async () => {
    const id = await addPart(await addCrew('North'));
    await owner.post(`/api/jobs/${id}/start`, {}).then(expectStatus(200));
    const { schedules } = await planOf();
    await apply(schedules).then(expectStatus(200));
    expect(await job(id)).toMatchObject({ status: 'in_progress', remainingHours: 0, visits: [{}, {}] });
    const other = await addPart(await addCrew('South'));
    await owner.post(`/api/jobs/${other}/give-up-rest`, { reason: 'Sold' }).then(expectStatus(200));
    expect(await planOf()).toMatchObject({ success: false });
  });

  test('A job that changed since is not given a visit', async () => {
    const id = await addPart(await addCrew('North'));
    const { schedules } = await planOf();
    await owner.put(`/api/jobs/${id}`, { visits: [visit(DAY, '08:00', '14:00')] }).then(expectStatus(200));
    await apply(schedules).then(expectStatus(409));
    expect(await job(id)).toMatchObject({ visits: [{}] });
  });

  test('A rest for which its crew has no time is told, and no other crew is offered', async () => {
    const north = await addCrew('North');
    await addCrew('South');
    const id = await addPart(north, {
      estimatedDuration: 12,
      visits: [visit(DAY, '07:00', '15:00')],
      latestDate: DAY,
    });
    const { schedules, unassigned } = await planOf();
    expect(schedules.flatMap((each: Answer['body']) => each.assignments)).toEqual([]);
    expect(unassigned).toMatchObject([{ job_id: id }]);
    expect(JSON.stringify(unassigned)).not.toContain('South');
  });

  test('What nobody began for a week is left to a person, and listed', async () => {
    await addPart(await addCrew('North'), { visits: [visit('2037-06-01', '08:00', '12:00')] });
    expect(await planOf()).toMatchObject({
      success: false,
      summary: { message: 'No unscheduled jobs found for optimization.' },
    });
    expect((await owner.get('/api/jobs?unscheduled=true')).body).toMatchObject([{ remainingHours: 2 }]);
  });
});
