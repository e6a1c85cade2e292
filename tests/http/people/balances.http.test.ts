import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addSignedIn } from '../../support/accounts.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

let server: TestServer;
let owner: Client;
let sam: { id: string; client: Client };
let climber: { id: string; client: Client };
let leeId: string;
beforeAll(async () => {
  server = await startTestServer();
  owner = await server.signIn();
  sam = await addSignedIn(server, owner, 'sam', { role: 'office' });
  climber = await addSignedIn(server, owner, 'climber', { role: 'crew' });
  leeId = await addPerson('Lee', '2020-03-02');
  const holidays = [{ day: '2027-07-05', name: 'Independence Day' }];
  await owner.patch('/api/settings', { holidays, timeOffPolicies: [VACATION, SICK] }).then(expectStatus(200));
});
afterAll(() => server.close());

const VACATION = { type: 'vacation', from: '2026-01-01', per: 'year', days: 10, carryOver: 3 };
const SICK = { type: 'sick', from: '2026-01-01', per: 'month', days: 0.5, probation: 3, probationUnit: 'months' };
const PATH = '/api/hr/time-off';

async function addPerson(firstName: string, startedOn: string): Promise<string> {
  return (await owner.post('/api/staff', { firstName, startedOn }).then(expectStatus(201))).body.id;
}
const ask = (employeeId: string, startDate: string, endDate = startDate, more: object = {}) =>
  owner.post(PATH, { employeeId, requestType: 'vacation', startDate, endDate, ...more }).then(expectStatus(201));
const decide = (id: string, status: string, more: object = {}) => owner.patch(`${PATH}/${id}`, { status, ...more });
const seen = (answer: Answer) => ({ 'x-min-position': answer.headers.get('x-position') ?? '' });
const balance = async (employeeId: string, asOf: string, type = 'vacation', after = {}) => {
  const { body } = await owner
    .get(`/api/hr/balances?employeeId=${employeeId}&asOf=${asOf}`, after)
    .then(expectStatus(200));
  expect(body).toMatchObject({ asOf, people: [{ employeeId }] });
  return body.people[0].balances.find(({ requestType }: { requestType: string }) => requestType === type).balance;
};

describe('balances', () => {
  test('A balance follows the policy, the requests and the holidays, on any day, also one ahead', async () => {
    const { body } = await ask(leeId, '2027-07-03', '2027-07-07');
    await decide(body.id, 'approved').then(expectStatus(200));
    await ask(leeId, '2027-08-02', '2027-08-02', { half: 'morning' });
    const pending = seen(await ask(leeId, '2027-12-30', '2028-01-04'));
    expect(await balance(leeId, '2027-08-31', 'vacation', pending)).toEqual({
      policy: { ...VACATION, probation: 0, probationUnit: 'days' },
      carriedOver: 3,
      lapsed: 7,
      accrued: 10,
      used: 2,
      pending: 0.5,
      ahead: 4,
      balance: 10.5,
      probationUntil: null,
      available: 10.5,
    });
    expect(await balance(leeId, '2028-01-31')).toMatchObject({ carriedOver: 3, accrued: 10, pending: 2, balance: 11 });
    expect(await balance(leeId, '2027-08-31', 'sick')).toMatchObject({ accrued: 4, carriedOver: 6 });
    expect(await balance(leeId, '2027-08-31', 'personal')).toBe(null);
  });

  test('A balance is one’s own to see; the owner and the office see all', async () => {
    for (const client of [owner, sam.client]) {
      const { people } = (await client.get('/api/hr/balances').then(expectStatus(200))).body;
      const names = people.map(({ employee }: { employee: string }) => employee);
      expect(names).toEqual(expect.arrayContaining(['owner', 'sam', 'climber', 'Lee']));
    }
    const own = (await climber.client.get('/api/hr/balances').then(expectStatus(200))).body;
    expect(own.people.map(({ employeeId }: { employeeId: string }) => employeeId)).toEqual([climber.id]);
    await climber.client.get(`/api/hr/balances?employeeId=${leeId}`).then(expectStatus(403));
    const days = 'requestType=sick&startDate=2027-01-04&endDate=2027-01-04';
    await climber.client.get(`${PATH}/preview?${days}&employeeId=${leeId}`).then(expectStatus(403));
    expect((await climber.client.get(`${PATH}/preview?${days}`).then(expectStatus(200))).body).toMatchObject({
      totalDays: '1',
      countedDays: 1,
      balance: { asOf: '2027-01-04' },
    });
  });

  test.each([['asOf=2027-02-30'], ['asOf=9999-01-01'], ['employeeId=nobody']])(
    'Balances are refused with %s',
    async (query) => {
      await owner.get(`/api/hr/balances?${query}`).then(expectStatus(400));
    },
  );

  test.each([
    ['startDate=2027-01-05&endDate=2027-01-04', 'endDate'],
    ['startDate=2027-02-30&endDate=2027-03-04', 'startDate'],
    ['startDate=2027-01-04&endDate=2027-01-05&half=morning', 'half'],
    ['startDate=2027-01-04&endDate=2027-01-05&requestType=strike', 'requestType'],
  ])('What a request comes to is refused with %s', async (query, path) => {
    const type = query.includes('requestType') ? '' : '&requestType=vacation';
    const { body } = await owner.get(`${PATH}/preview?${query}${type}`).then(expectStatus(400));
    expect(body.issues[0].path).toBe(path);
  });

  test('Time off beyond the balance is approved with a reason alone, and an undo is undone with the same', async () => {
    const kim = await addPerson('Kim', '2020-01-06');
    const { body } = await ask(kim, '2026-06-01', '2026-06-12', { requestType: 'vacation' });
    await decide(body.id, 'approved').then(expectStatus(200));
    const beyond = await ask(kim, '2026-09-14', '2026-09-15');
    const effects = await owner.get(`${PATH}/${beyond.body.id}/effects`, seen(beyond)).then(expectStatus(200));
    const told = { asOf: '2026-09-15', counted: 2, before: 0, after: -2, beyond: 2, probationUntil: null };
    expect(effects.body).toMatchObject({ balance: told, colleagues: [] });
    const refused = await decide(beyond.body.id, 'approved', { decisionReason: ' ' }).then(expectStatus(400));
    expect(refused.body.issues).toEqual([
      {
        path: 'decisionReason',
        message: 'This is 2 days beyond the balance of vacation. Say why it is approved all the same.',
      },
    ]);
    expect((await owner.get(`${PATH}/${beyond.body.id}`)).body).toMatchObject({ status: 'pending', revision: 0 });
    const approved = await decide(beyond.body.id, 'approved', { decisionReason: 'A funeral' }).then(expectStatus(200));
    const undo = (answer: Answer) =>
      owner
        .post('/api/undo', {
          category: 'time_off',
          id: beyond.body.id,
          commandId: answer.headers.get('x-command-id'),
        })
        .then(expectStatus(200));
    const redone = await undo(await undo(approved));
    expect(redone.body.record).toMatchObject({ status: 'approved', decisionReason: 'A funeral' });
    const earlier = await ask(kim, '2026-04-06', '2026-04-06');
    const { message } = (await decide(earlier.body.id, 'approved').then(expectStatus(400))).body;
    expect(message).toContain(
      '1 day beyond the balance of vacation, which then lacks it on 2026-06-12 for what is requested already.',
    );
  });

  test('What was approved counts as it did then, whatever the company’s week becomes; what is pending as now', async () => {
    const jo = await addPerson('Jo', '2020-01-06');
    const week = (await ask(jo, '2026-05-04', '2026-05-08')).body;
    const approved = (await decide(week.id, 'approved').then(expectStatus(200))).body;
    const pending = await ask(jo, '2026-05-11', '2026-05-15');
    const told = async (id: string) => (await owner.get(`${PATH}/${id}`).then(expectStatus(200))).body.countedDays;
    const counts = async () => [await told(week.id), await told(pending.body.id)];
    const { used, pending: asked } = await balance(jo, '2026-05-31', 'vacation', seen(pending));
    expect([approved.countedDays, ...(await counts()), used, asked]).toEqual([5, 5, 5, 5, 5]);

    const workingDays = ['monday', 'tuesday', 'wednesday', 'thursday'];
    const changed = await owner.patch('/api/settings', { workingDays }).then(expectStatus(200));
    expect(await balance(jo, '2026-05-31', 'vacation', seen(changed))).toMatchObject({ used: 5, pending: 4 });
    expect(await counts()).toEqual([5, 4]);
    await owner.patch('/api/settings', { workingDays: null }).then(expectStatus(200));
  });

  test('In probation time off is beyond the balance', async () => {
    const newcomer = await addPerson('Robin', '2026-10-05');
    const { body } = await ask(newcomer, '2027-01-04', '2027-01-05', { requestType: 'sick' });
    const refused = await decide(body.id, 'approved').then(expectStatus(400));
    expect(refused.body.message).toContain(
      '1 day beyond the balance of sick, which is not to be used before 2027-01-05',
    );
    await decide(body.id, 'denied').then(expectStatus(200));
  });

  test('Before a request is made and decided it says which colleagues of the crew are off or asked to be', async () => {
    const [ash, oak, elm] = [
      await addPerson('Ash', '2020-01-06'),
      await addPerson('Oak', '2020-01-06'),
      await addPerson('Elm', '2020-01-06'),
    ];
    await owner.post('/api/crews', { name: 'North', memberIds: [ash, oak] }).then(expectStatus(201));
    await ask(elm, '2026-11-02');
    const asked = await ask(oak, '2026-11-03', '2026-11-03', { half: 'afternoon', reason: 'Surgery' });
    const off = { startDate: '2026-11-03', endDate: '2026-11-03', half: 'afternoon', status: 'pending' };
    const query = `employeeId=${ash}&requestType=vacation&startDate=2026-11-02&endDate=2026-11-06`;
    const { body } = await owner.get(`${PATH}/preview?${query}`, seen(asked)).then(expectStatus(200));
    expect(body.colleagues).toEqual([{ employeeId: oak, employee: 'Oak', crew: 'North', ...off }]);
    const mine = await ask(ash, '2026-11-02', '2026-11-06');
    const effects = await owner.get(`${PATH}/${mine.body.id}/effects`, seen(mine)).then(expectStatus(200));
    expect(effects.body.colleagues).toEqual(body.colleagues);
  });

  test('Policies are set by the owner alone, checked, and undone like any change of the settings', async () => {
    const before = (await owner.get('/api/settings')).body.timeOffPolicies;
    await sam.client.patch('/api/settings', { timeOffPolicies: [] }).then(expectStatus(403));
    for (const wrong of [
      { type: 'strike' },
      { from: '2026-02-30' },
      { per: 'week' },
      { days: 1.255 },
      { days: -1 },
      { days: '10' },
      { carryOver: 1.001 },
      { probation: 0.5 },
      { probationUnit: 'years' },
    ])
      await owner.patch('/api/settings', { timeOffPolicies: [{ ...VACATION, ...wrong }] }).then(expectStatus(400));
    const twice = await owner.patch('/api/settings', { timeOffPolicies: [VACATION, VACATION] }).then(expectStatus(400));
    expect(twice.body.issues[0].path).toBe('timeOffPolicies');
    const none = await owner.patch('/api/settings', { timeOffPolicies: [] }).then(expectStatus(200));
    expect(await balance(leeId, '2027-08-31', 'vacation', seen(none))).toBe(null);
    const commandId = none.headers.get('x-command-id');
    const undone = await owner
      .post('/api/undo', { category: 'company', id: 'main', commandId })
      .then(expectStatus(200));
    expect(undone.body.record.timeOffPolicies).toEqual(before);
  });
});
