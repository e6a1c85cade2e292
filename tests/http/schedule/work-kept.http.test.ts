import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../../domain/kit/times.ts';
import { runs } from '../../support/depth.ts';
import type { Answer, Client } from '../../support/requests/client.ts';
import { expectStatus, startTestServer, type TestServer } from '../../support/server.ts';

// No hour of work is lost: whatever is planned, applied, taken back, moved or given up in a week, what is placed, what
// is listed and what was given up is what was asked, to the minute.

// The company is in New York; the time is six o'clock there on a Monday in June.
const NOW = Date.parse('2037-06-15T10:00:00Z');
const MONDAY = '2037-06-15';

const day = fc.integer({ min: 0, max: 6 }).map((days) => addDays(MONDAY, days));

const jobs = fc.array(
  fc.record({
    minutes: fc.oneof(fc.integer({ min: 20, max: 400 }), fc.integer({ min: 420, max: 1_800 })),
    latestDate: fc.option(day, { freq: 2 }),
    priority: fc.constantFrom('low', 'normal', 'urgent'),
    hasWindow: fc.boolean(),
    /** How much of it a person has placed on a day, if anything. */
    placed: fc.option(fc.record({ day, minutes: fc.integer({ min: 15, max: 300 }) }), { freq: 3 }),
  }),
  { minLength: 2, maxLength: 5 },
);

const steps = fc.array(
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ act: fc.constant('plan' as const), from: day, days: fc.constantFrom(1, 1, 3, 7) }),
    },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('undo' as const) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('giveUp' as const), job: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('unschedule' as const), job: fc.nat(4) }) },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('fitIn' as const), job: fc.nat(4) }) },
    {
      weight: 2,
      arbitrary: fc.record({
        act: fc.constant('shorten' as const),
        job: fc.nat(4),
        by: fc.integer({ min: 1, max: 90 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ act: fc.constant('rain' as const), from: day }) },
  ),
  { minLength: 3, maxLength: 5 },
);

type Step = typeof steps extends fc.Arbitrary<(infer Each)[]> ? Each : never;
type Wanted = typeof jobs extends fc.Arbitrary<(infer Each)[]> ? Each : never;
type Body = Answer['body'];
type Of<Act extends Step['act']> = Extract<Step, { act: Act }>;

/** A company with two crews and some jobs. */
class Week {
  private readonly owner: Client;
  /** The minutes of each job. */
  private readonly asked = new Map<string, number>();
  /** What can be taken back, the last at the end. */
  private readonly done: { category: string; id: string; commandId: string }[] = [];

  private constructor(owner: Client) {
    this.owner = owner;
  }

  static async of(server: TestServer, wanted: readonly Wanted[], overtimeMinutes: number): Promise<Week> {
    const week = new Week(await server.signIn());
    const { owner, asked } = week;
    const add = async (path: string, body: object) => (await owner.post(path, body).then(expectStatus(201))).body;
    await owner.patch('/api/settings', { overtimeMinutes }).then(expectStatus(200));
    const crewIds: string[] = [];
    for (const name of ['North', 'South']) {
      const { id } = await add('/api/staff', { lastName: name });
      const crew = { name, memberIds: [id], homeAddress: '1 Main St, Amherst, MA 01002' };
      crewIds.push((await add('/api/crews', crew)).id);
    }
    for (const { minutes, hasWindow, placed, latestDate, priority } of wanted) {
      const visits = placed && [visitOf(placed.day, Math.min(placed.minutes, minutes))];
      const { id } = await add('/api/jobs', {
        address: '12 Elm St, Hadley, MA 01035',
        estimatedDuration: minutes / 60,
        minimumCrewSize: 1,
        latestDate,
        priority,
        ...(hasWindow && { timeWindow: { start: '09:00', end: '16:00' } }),
        ...(visits && { crewId: crewIds[asked.size % 2], visits }),
      });
      asked.set(id, minutes);
    }
    return week;
  }

  private async read(path: string): Promise<Body> {
    return (await this.owner.get(path).then(expectStatus(200))).body;
  }

  private async job(at: number): Promise<Body> {
    return this.read(`/api/jobs/${[...this.asked.keys()][at % this.asked.size]}`);
  }

  /** Nothing is lost, and what is left is listed. @returns what is left of each job, in minutes */
  async check(): Promise<Map<string, number>> {
    const listed: Body[] = await this.read('/api/jobs?unscheduled=true&limit=100');
    const hours = new Map<string, number>(listed.map(({ id, remainingHours }) => [id, remainingHours]));
    const left = new Map<string, number>();
    for (const [id, minutes] of this.asked) {
      const { visits, remainingHours, givenUp } = await this.read(`/api/jobs/${id}`);
      const rest = Math.round(remainingHours * 60);
      expect(minutesOf(visits) + rest + Math.round((givenUp?.hours ?? 0) * 60)).toBe(minutes);
      expect(hours.get(id)).toBe(rest > 0 ? remainingHours : undefined);
      left.set(id, rest);
    }
    return left;
  }

  /** What the plan says is to the minute what it does. */
  async plan({ from, days }: Of<'plan'>): Promise<void> {
    const before = await this.check();
    const range = { date: from, to: addDays(from, days - 1) };
    const plan = await this.owner.post('/optimizer/schedule/optimize', range).then(expectStatus(200));
    if (!plan.body.success) return;
    const { schedules } = plan.body;
    this.keep(await this.owner.post('/optimizer/schedule/apply', schedules).then(expectStatus(200)));
    const left = await this.check();
    const planned: Body[] = schedules.flatMap(({ assignments }: Body) => assignments);
    const added = planned.filter(({ current }) => current === null);
    for (const [id, parts] of Map.groupBy(added, ({ job_id }) => job_id)) {
      const minutes = parts.reduce((sum, part) => sum + Math.round(part.duration_hours * 60), 0);
      const remaining = Math.round(parts[0].remaining_hours * 60);
      expect([left.get(id), minutes + remaining]).toEqual([remaining, before.get(id)]);
    }
  }

  async undo(): Promise<void> {
    const last = this.done.pop();
    // What came after it may stand against it.
    if (last) await this.owner.post('/api/undo', last);
  }

  async giveUp({ job }: Of<'giveUp'>): Promise<void> {
    const { id, visits, remainingHours } = await this.job(job);
    const isRest = visits.length > 0 && remainingHours > 0;
    const given = await this.owner.post(`/api/jobs/${id}/give-up-rest`, { reason: 'Sold' });
    expect(given.status).toBe(isRest ? 200 : 409);
    const commandId = given.headers.get('x-command-id');
    if (isRest && commandId) this.done.push({ category: 'job', id, commandId });
  }

  async unschedule({ job }: Of<'unschedule'>): Promise<void> {
    await this.owner.post(`/api/jobs/${(await this.job(job)).id}/unschedule`, {});
  }

  async fitIn({ job }: Of<'fitIn'>): Promise<void> {
    const { id: job_id } = await this.job(job);
    const found = await this.owner.post('/optimizer/schedule/insertions', { job_id, date: MONDAY });
    const [place] = found.body.insertions ?? [];
    if (!place || place.needs.length > 0) return;
    const { crew_id, date, start } = place;
    this.keep(await this.owner.post('/optimizer/schedule/insert', { job_id, crew_id, date, start }));
  }

  async shorten({ job, by }: Of<'shorten'>): Promise<void> {
    const { id, visits } = await this.job(job);
    const [first, ...others] = visits;
    if (!first) return;
    const end = Math.max(Date.parse(first.end) - by * 60_000, Date.parse(first.start) + 60_000);
    const shorter = [{ start: first.start, end: new Date(end).toISOString() }, ...others];
    await this.owner.put(`/api/jobs/${id}`, { visits: shorter }).then(expectStatus(200));
  }

  async rain({ from }: Of<'rain'>): Promise<void> {
    const { body } = await this.owner.post('/optimizer/schedule/replan', { kind: 'rain_day', date: from });
    if (body.plan_id) this.keep(await this.owner.post(`/optimizer/plans/${body.plan_id}/apply`, {}));
  }

  private keep({ status, body: { category, id, commandId } }: Answer): void {
    if (status === 200) this.done.push({ category, id, commandId });
  }
}

const minutesOf = (visits: readonly { start: string; end: string }[]) =>
  visits.reduce((sum, { start, end }) => sum + (Date.parse(end) - Date.parse(start)) / 60_000, 0);

function visitOf(on: string, minutes: number) {
  const start = Date.parse(`${on}T08:00:00-04:00`);
  return { start: new Date(start).toISOString(), end: new Date(start + minutes * 60_000).toISOString() };
}

test('After each step of a week, what is placed, listed and given up of each job is what was asked, to the minute', {
  tags: ['more'],
}, async () => {
  await fc.assert(
    fc.asyncProperty(jobs, steps, fc.constantFrom(0, 45), async (wanted, all, overtimeMinutes) => {
      const server = await startTestServer({}, () => NOW);
      try {
        const week = await Week.of(server, wanted, overtimeMinutes);
        await week.check();
        for (const step of all) {
          await week[step.act](step as never);
          await week.check();
        }
      } finally {
        await server.close();
      }
    }),
    { numRuns: runs(2) },
  );
});
