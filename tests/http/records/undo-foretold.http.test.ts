import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ActUndo, ActUndone } from '../../../api/audit/act-undo.schema.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { timesheetIdOf, weekOf } from '../../../domain/timesheet/terms.ts';
import { addUser } from '../../support/accounts.ts';
import { runs } from '../../support/depth.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// What an undo is said to do is what it does, also where a rule refuses that no record holds alone: hours of one day on several
// jobs, days off that are asked for twice, a name that somebody else has by now.

const TODAY = new Date().toISOString().slice(0, 10);
const WEEK = weekOf(addDays(TODAY, -14));
const DAY = addDays(WEEK, 1);
const OFF = addDays(TODAY, 7);
const MINUTE_MS = 60_000;

let server: TestServer;
let owner: Client;
let now = Date.now();
/** What a look waits for, so that the read models know of all that was done. */
let done = '';

beforeAll(async () => {
  server = await startTestServer({}, () => now);
  owner = await server.signIn();
});
afterAll(() => server.close());

/** Notes how far the log is. @returns the act; null where it was refused, or changed nothing */
async function actOf(asked: Promise<Answer>): Promise<string | null> {
  const { status, headers } = await asked;
  expect(status).toBeLessThan(500);
  // Nobody's clock stands still, and whoever gives up a name may have it back for a minute.
  now += MINUTE_MS + 1;
  done = headers.get('x-position') ?? done;
  return status < 400 ? headers.get('x-command-id') : null;
}

const made = async (path: string, body: object): Promise<string> =>
  (await owner.post(path, body).then(expectStatus(201))).body.id;

async function foretold(act: string): Promise<ActUndo> {
  return (await owner.get(`/api/audit/acts/${act}/undo`, { 'x-min-position': done }).then(expectStatus(200))).body;
}

/** Undoes an act, and holds what came of it against what was said before. */
async function undoAsForetold(act: string): Promise<string | null> {
  const { counts, steps } = await foretold(act);
  const asked = owner.post(`/api/audit/acts/${act}/undo`);
  const undone = await actOf(asked);
  const { status, body } = await asked;
  const came = { status, done: body.done ?? 0, act: body.act !== null, counts, reason: steps[0]?.reason, body };
  if (counts.back > 0) expect(came).toMatchObject({ status: 200, done: counts.back });
  else if (counts.undone > 0) expect(came).toMatchObject({ status: 200, done: 0, act: false });
  else if (counts.changed > 0) expect(came).toMatchObject({ status: 409, body: { code: 'changed_since' } });
  else expect(came).toMatchObject({ status: expect.toSatisfy((each) => each >= 400), body: { message: came.reason } });
  return (body as ActUndone).act === null ? null : undone;
}

/** What the office works with. */
interface Office {
  people: string[];
  accounts: string[];
  jobs: string[];
  equipment: string;
  timeOff: string[];
  acts: string[];
  /** Tells it from the others. */
  at: number;
}

let offices = 0;

async function newOffice(): Promise<Office> {
  offices += 1;
  // Days have gone by since the last one.
  owner = await server.signIn();
  const each = <Made>(names: string[], make: (name: string) => Promise<Made>) => Promise.all(names.map(make));
  return {
    people: await each(['Ash', 'Birch'], (firstName) => made('/api/staff', { firstName })),
    accounts: await each(['one', 'two'], (name) => addUser(owner, `${name}-${offices}`)),
    jobs: await each(['Oak', 'Elm'], (title) => made('/api/jobs', { title, address: '3 Elm St' })),
    equipment: await made('/api/equipment', { name: 'Climbing kit', category: 'Climbing Gear' }),
    timeOff: [],
    acts: [],
    at: offices,
  };
}

/** Carries it out. @param who and which choose among two */
type Carry = (office: Office, who: number, which: number) => Promise<string | null>;

const decide =
  (status: 'approved' | 'denied'): Carry =>
  ({ timeOff }, _who, which) =>
    actOf(owner.patch(`/api/hr/time-off/${timeOff.at(-1 - which)}`, { status, decisionReason: 'So it was agreed' }));

const sheetOf = ({ people }: Office, who: number) => `/api/timesheets/${timesheetIdOf(people[who] ?? '', WEEK)}`;

const DEEDS: Readonly<Record<string, Carry>> = {
  async 'ask for days off'({ people, timeOff }, who, which) {
    const days = { startDate: OFF, endDate: addDays(OFF, which) };
    const asked = owner.post('/api/hr/time-off', { employeeId: people[who], requestType: 'sick', ...days });
    const { status, body } = await asked;
    if (status === 201) timeOff.push(body.id);
    return actOf(asked);
  },
  'approve days off': decide('approved'),
  'deny days off': decide('denied'),
  'withdraw days off': ({ timeOff }, _who, which) => actOf(owner.delete(`/api/hr/time-off/${timeOff.at(-1 - which)}`)),
  'hours on a job': ({ people, jobs }, who, which) =>
    actOf(owner.post(`/api/jobs/${jobs[which]}/hours`, { personId: people[who], hours: '13', day: DAY })),
  'hours without a job': (office, who) =>
    actOf(owner.post(`${sheetOf(office, who)}/entries`, { day: DAY, kind: 'yard', hours: '13' })),
  'submit hours': (office, who) => actOf(owner.post(`${sheetOf(office, who)}/submit`)),
  'approve hours': (office, who) => actOf(owner.post(`${sheetOf(office, who)}/approve`)),
  'take an address to sign in with': ({ accounts, at }, who, which) =>
    actOf(owner.patch(`/api/users/${accounts[who]}`, { email: `${which}-${at}@example.com` })),
  'give up an address': ({ accounts }, who) => actOf(owner.patch(`/api/users/${accounts[who]}`, { email: null })),
  'hand out': ({ people, equipment }, who) =>
    actOf(owner.post(`/api/equipment/${equipment}/hand-out`, { heldBy: people[who] })),
  'take back': ({ equipment }) => actOf(owner.post(`/api/equipment/${equipment}/take-back`)),
  leave: ({ people }, who) => actOf(owner.post(`/api/staff/${people[who]}/archive`)),
  'come back': ({ people }, who) => actOf(owner.post(`/api/staff/${people[who]}/restore`)),
  async undo({ acts }, who, which) {
    const act = acts.at(-1 - (2 * who + which));
    return act === undefined ? null : undoAsForetold(act);
  },
};

/** What one rule is about, and what undoes any of it: among all deeds at once they would seldom meet. */
const THEMES = [
  ['ask for days off', 'approve days off', 'deny days off', 'withdraw days off'],
  ['hours on a job', 'hours without a job', 'submit hours', 'approve hours'],
  ['take an address to sign in with', 'give up an address'],
  ['hand out', 'take back', 'leave', 'come back'],
];

type Deed = readonly [Carry, number, number];

const history = fc.constantFrom(...THEMES).chain((theme) => {
  const what = fc.constantFrom(...theme, 'undo').map((name) => DEEDS[name] as Carry);
  return fc.array(fc.tuple(what, fc.nat(1), fc.nat(1)), { minLength: 8, maxLength: 24 });
});

/** @param chosen which acts are undone in the end */
async function undoWhatWasDone(deeds: readonly Deed[], chosen: number[]) {
  const office = await newOffice();
  const note = (act: string | null) => act !== null && office.acts.push(act);
  for (const [carry, who, which] of deeds) note(await carry(office, who, which));
  for (const at of chosen) {
    const act = office.acts[at % office.acts.length];
    if (act !== undefined) note(await undoAsForetold(act));
  }
}

test('Whatever was done, an undo of any act does what was foretold', { tags: ['more'], timeout: 300_000 }, async () => {
  const chosen = fc.array(fc.nat(), { minLength: 4, maxLength: 16 });
  const property = fc.asyncProperty(history, chosen, undoWhatWasDone);
  await fc.assert(property, { numRuns: runs(10), endOnFailure: true });
});
