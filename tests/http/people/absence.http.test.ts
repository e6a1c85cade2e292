import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// The company is in New York; the time is eight o'clock there on a Monday in June.
const NOW = Date.parse('2026-06-15T12:00:00Z');

let server: TestServer;
let owner: Client;
beforeAll(async () => {
  server = await startTestServer({}, () => NOW);
  owner = await server.signIn();
});
afterAll(() => server.close());

const PATH = '/api/hr/time-off';
const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });
const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
const ask = (employeeId: string, startDate: string, endDate = startDate, requestType = 'vacation') =>
  owner.post(PATH, { requestType, employeeId, startDate, endDate }).then(expectStatus(201));
const decide = (id: string, status: string) => owner.patch(`${PATH}/${id}`, { status }).then(expectStatus(200));

test('What time off does to the schedule is told before it is approved, and after', async () => {
  const { id: leeId } = await add('/api/staff', { firstName: 'Lee', lastName: 'Ash', skills: ['Climbing'] });
  const { id: kimId } = await add('/api/staff', { firstName: 'Kim', lastName: 'Fir' });
  const { id: crewId } = await add('/api/crews', { name: 'North', memberIds: [leeId, kimId] });
  const visits = (day: string, start: string) => ({
    crewId,
    visits: [{ start: `${day}T${start}:00-04:00`, end: `${day}T12:00:00-04:00` }],
  });
  const job = { address: '3 Elm St, Hadley', serviceType: 'tree_removal' };
  const asks = { minimumCrewSize: 2, requiredSkills: ['Climbing'] };
  const short = await add('/api/jobs', { ...job, ...asks, title: 'Ada King', ...visits('2026-06-17', '08:00') });
  const fine = await add('/api/jobs', { ...job, title: 'Ben Oak', ...visits('2026-06-16', '10:00') });
  await add('/api/jobs', { ...job, ...asks, ...visits('2026-06-19', '08:00') });

  const asked = await ask(leeId, '2026-06-16', '2026-06-18');
  const { id } = asked.body;
  const before = await owner.get(`${PATH}/${id}/effects`, seen(asked)).then(expectStatus(200));
  expect(before.body).toEqual({
    crews: ['North'],
    short: 1,
    balance: null,
    colleagues: [],
    visits: [
      {
        jobId: fine.id,
        number: fine.jobNumber,
        title: 'Ben Oak',
        customer: null,
        day: '2026-06-16',
        start: '2026-06-16T10:00-04:00',
        end: '2026-06-16T12:00-04:00',
        crewId,
        crew: 'North',
        hasPeople: true,
        hasSkills: true,
        missing: [],
      },
      {
        jobId: short.id,
        number: short.jobNumber,
        title: 'Ada King',
        customer: null,
        day: '2026-06-17',
        start: '2026-06-17T08:00-04:00',
        end: '2026-06-17T12:00-04:00',
        crewId,
        crew: 'North',
        hasPeople: false,
        hasSkills: false,
        missing: [
          { kind: 'crew_too_small', message: 'North has one person on that day; the job needs 2.' },
          { kind: 'skill_missing', message: 'Nobody there from North can do “Climbing”.' },
        ],
      },
    ],
  });
  const approved = await decide(id, 'approved');
  const after = await owner.get(`${PATH}/${id}/effects`, seen(approved)).then(expectStatus(200));
  expect(after.body).toEqual(before.body);

  const alone = await ask((await add('/api/staff', { firstName: 'Pat' })).id, '2026-06-16');
  const none = await owner.get(`${PATH}/${alone.body.id}/effects`, seen(alone)).then(expectStatus(200));
  expect(none.body).toMatchObject({ crews: [], short: 0, visits: [] });
  await owner.get(`${PATH}/nobody/effects`).then(expectStatus(404));
});

test('Absence is counted by month and type, and from today on', async () => {
  const { id } = await add('/api/staff', { firstName: 'Grace' });
  const counted = async (after: Answer) => {
    const figures = await owner.get(`${PATH}/figures`, seen(after)).then(expectStatus(200));
    const absence = await owner.get('/api/hr/absence', seen(after)).then(expectStatus(200));
    return { figures: figures.body, months: absence.body.months };
  };
  const { figures: was } = await counted(await ask(id, '2026-06-29'));
  const sick = await ask(id, '2026-06-14', '2026-06-17', 'sick');
  await decide(sick.body.id, 'approved');
  const over = await ask(id, '2026-02-27', '2026-03-02');
  await decide(over.body.id, 'approved');
  const early = await ask(id, '2025-06-30', '2025-07-01', 'personal');
  const { figures, months } = await counted(await decide(early.body.id, 'approved'));
  expect(figures).toEqual({
    today: '2026-06-15',
    pending: was.pending,
    awayToday: was.awayToday + 1,
    daysAhead: was.daysAhead + 2,
  });
  const named = months.map(({ month }: { month: string }) => month);
  expect([named.length, named[0], named[6], named[11]]).toEqual([12, '2025-07', '2026-01', '2026-06']);
  const none = { vacation: 0, sick: 0, personal: 0, bereavement: 0, unknown: 0 };
  expect(months[0]).toEqual({
    month: '2025-07',
    from: '2025-07-01',
    to: '2025-07-31',
    days: { ...none, personal: 1 },
    total: 1,
  });
  expect(months[7]).toMatchObject({ days: { ...none, vacation: 2 }, total: 2 });
  expect(months[8]).toMatchObject({ days: { ...none, vacation: 2 }, total: 2 });
  expect(months[11].days.sick).toBe(4);

  const withdrawn = await owner.delete(`${PATH}/${sick.body.id}`).then(expectStatus(204));
  expect((await counted(withdrawn)).months[11].days.sick).toBe(0);
});
