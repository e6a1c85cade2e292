import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Detector } from '../../../../ai/detectors/detector.ts';
import { present } from '../../../../ai/facts/facts.ts';
import { type Past, type Pasts, walkPast } from '../../../../ai/insights/backtest.ts';
import { earnedBy } from '../../../../ai/insights/confidence.ts';
import type { Verdict } from '../../../../ai/insights/verdicts.ts';
import { COMPANY_ID } from '../../../../domain/company/terms.ts';
import type { EventBody, RecordedEvent } from '../../../../domain/kit/event.ts';
import { addDays } from '../../../../domain/kit/times.ts';
import type { Batch } from '../../../../store/event-store.ts';
import { aFinding } from '../../../support/insights/a-finding.ts';
import { metadata } from '../../../support/samples/event-samples.ts';
import { captured } from '../../../support/samples/lead-events.ts';

/** A Monday. */
const FIRST = '2026-01-05';
const week = (number: number) => addDays(FIRST, 7 * number);
/** Noon of the Wednesday of a week, in New York, which is the company's zone. */
const inWeek = (number: number) => `${addDays(week(number), 2)}T17:00:00.000Z`;
/** When a week begins there, in winter. */
const begins = (number: number) => `${week(number)}T05:00:00.000Z`;

type Told = readonly [recordedAt: string, stream: string, body: EventBody];
const comes = (at: string, id: string, value: number | null = null): Told => [at, `lead-${id}`, captured(id, value)];
const goes = (at: string, id: string): Told => [at, `lead-${id}`, { type: 'LeadRemoved', data: {} }];

/** Each lead is a finding for as long as it is there; it was right if it is there at its horizon, a week later. */
const leadsStay: Detector = {
  name: 'slow_leads',
  reads: ['leads'],
  needs: 'Leads.',
  find: ({ leads }) => present(leads).map(({ id, estimatedValue }) => aFinding(id, { measure: estimatedValue })),
  prior: 0.6,
  horizonDays: 7,
  rightIf: 'it is still there a week later',
  provedRight: ({ subject }, later) => later.leads.get(subject)?.removed !== true,
};

const recorded = (told: readonly Told[]): RecordedEvent[] =>
  told.map(([recordedAt, stream, body], place) => {
    const id = `e${place}`;
    const position = String(place + 1).padStart(12, '0');
    return { ...body, id, stream, revision: BigInt(place), position, metadata: { ...metadata(), recordedAt } };
  });

/** A log of so many events a page. */
const logOf = (events: readonly RecordedEvent[], page = 3) => ({
  async *subscribe(): AsyncGenerator<Batch> {
    for (let from = 0; from === 0 || from < events.length; from += page) {
      const entries = events.slice(from, from + page);
      yield { entries, position: '', eventId: '', live: from + page >= events.length };
    }
  },
});

async function pastAfter(
  told: readonly Told[],
  until: string,
  detector = leadsStay,
  pasts: Pasts = new Map(),
): Promise<Past> {
  const signal = new AbortController().signal;
  await walkPast({
    log: logOf(recorded(told)),
    detectors: [detector],
    pasts,
    until,
    signal,
    pause: async () => undefined,
  });
  return pasts.get(detector.name) as Past;
}

const earned = (past: Past, verdicts: Verdict[] = []) => earnedBy(leadsStay, past, verdicts);
const casesOf = ({ cases }: Past) => cases.map(({ subject, from, until, right }) => ({ subject, from, until, right }));

test('What stays found is one case, from the week it appears until it has passed, judged when its horizon is over', async () => {
  const told = [comes(inWeek(0), 'stays'), comes(inWeek(0), 'goes'), goes(inWeek(1), 'goes'), comes(inWeek(3), 'late')];
  expect(casesOf(await pastAfter(told, week(4)))).toEqual([
    { subject: 'stays', from: begins(1), until: null, right: true },
    { subject: 'goes', from: begins(1), until: begins(2), right: false },
    { subject: 'late', from: begins(4), until: null, right: null },
  ]);
});

test('What comes back, or is materially worse, is a case of its own; what is little worse is none', async () => {
  const worse = (at: string, estimatedValue: number): Told => [
    at,
    'lead-worse',
    { type: 'LeadDetailsRevised', data: { estimatedValue } },
  ];
  const told = [
    comes(inWeek(0), 'back'),
    comes(inWeek(0), 'worse', 100),
    goes(inWeek(1), 'back'),
    worse(inWeek(1), 110),
    [inWeek(2), 'lead-back', { type: 'LeadRestored', data: {} }] as const,
    worse(inWeek(2), 125),
  ];
  expect(casesOf(await pastAfter(told, week(5)))).toEqual([
    { subject: 'back', from: begins(1), until: begins(2), right: false },
    { subject: 'worse', from: begins(1), until: begins(3), right: true },
    { subject: 'back', from: begins(3), until: null, right: true },
    { subject: 'worse', from: begins(3), until: null, right: true },
  ]);
});

test('A case is judged on the facts of the day on which its horizon ends, not on those of the week after', async () => {
  const detector = { ...leadsStay, horizonDays: 10 };
  const thursday = `${addDays(week(2), 3)}T05:00:00.000Z`;
  const before = new Date(Date.parse(thursday) - 1).toISOString();
  const rightIf = async (at: string) =>
    casesOf(await pastAfter([comes(inWeek(0), 'a'), goes(at, 'a')], week(4), detector))[0]?.right;
  expect(await rightIf(before)).toBe(false);
  expect(await rightIf(thursday)).toBe(true);
});

test('A week ends when it does for the company, also where its clock changes in it', async () => {
  // The clock goes forward on March 8: that week begins at 5:00 and ends at 4:00 in UTC.
  const told = (at: string) => [comes('2026-03-02T17:00:00.000Z', 'first'), comes(at, 'a')];
  const from = async (at: string) =>
    casesOf(await pastAfter(told(at), '2026-03-16')).find(({ subject }) => subject === 'a')?.from;
  expect(await from('2026-03-09T03:59:59.999Z')).toBe('2026-03-09T04:00:00.000Z');
  expect(await from('2026-03-09T04:00:00.000Z')).toBe('2026-03-16T04:00:00.000Z');
});

test('The zone is the one that the company had in that week', async () => {
  const zone: Told = [
    inWeek(1),
    `company-${COMPANY_ID}`,
    { type: 'CompanySettingsRevised', data: { timeZone: 'Pacific/Auckland' } },
  ];
  const told = [comes(inWeek(0), 'a'), zone, comes(inWeek(1), 'b')];
  expect(casesOf(await pastAfter(told, week(2)))).toMatchObject([
    { subject: 'a', from: begins(1) },
    { subject: 'b', from: `${addDays(week(2), -1)}T11:00:00.000Z` },
  ]);
});

test('A week in which a detector throws or says nothing is left out: what it had found stays as it was', async () => {
  const odd = (what: () => null): Detector => ({
    ...leadsStay,
    find: (facts) => (facts.today === week(2) ? what() : leadsStay.find(facts)),
    provedRight(finding, later) {
      if (later.today === week(2)) throw new Error('No such lead.');
      return leadsStay.provedRight(finding, later);
    },
  });
  const throws = () => {
    throw new Error('No such season.');
  };
  const told = [comes(inWeek(0), 'a'), comes(inWeek(1), 'b')];
  for (const what of [throws, () => null])
    expect(casesOf(await pastAfter(told, week(5), odd(what)))).toEqual([
      { subject: 'a', from: begins(1), until: null, right: null },
      { subject: 'b', from: begins(3), until: null, right: true },
    ]);
});

test('Weeks in which nothing happened are looked at as well, and no week before the first event', async () => {
  const seen: string[] = [];
  const detector: Detector = {
    ...leadsStay,
    find({ today }) {
      seen.push(today);
      return [];
    },
  };
  await pastAfter([comes(inWeek(0), 'a'), comes(inWeek(3), 'b')], week(5), detector);
  expect(seen).toEqual([1, 2, 3, 4, 5].map(week));
});

test('What is dated in the future is no reason to look further than up to now', async () => {
  const told = [comes(inWeek(0), 'a'), comes('2099-01-01T00:00:00.000Z', 'far'), comes(inWeek(1), 'b')];
  expect(await pastAfter(told, week(2))).toMatchObject({ through: week(2), cases: [{ subject: 'a' }] });
});

test('Of a log with nothing in it, the past is known at once', async () => {
  expect(await pastAfter([], week(2))).toEqual({ version: 1, through: week(2), isWhole: true, cases: [] });
});

test('The past of another version of the detector counts for nothing', async () => {
  const told = [comes(inWeek(0), 'a')];
  const pasts: Pasts = new Map();
  await pastAfter(told, week(3), leadsStay, pasts);
  const never: Detector = { ...leadsStay, version: 2, find: () => [] };
  expect(await pastAfter(told, week(3), never, pasts)).toMatchObject({ version: 2, cases: [] });
});

// ── How sure that makes it ──────────────────────────────────────────────────────────────────────────────────────────

/** So many leads, of which some go. */
async function leadsOf(count: number, gone: number): Promise<Past> {
  const ids = Array.from({ length: count }, (_, place) => `l${place}`);
  const told = [...ids.map((id) => comes(inWeek(0), id)), ...ids.slice(0, gone).map((id) => goes(inWeek(1), id))];
  return pastAfter(told, week(4));
}

test('The share of twenty cases and more is the confidence', async () => {
  expect(earned(await leadsOf(21, 4))).toEqual({ confidence: '0.8095', track: { right: 17, of: 21 }, cases: 21 });
  expect(earned(await leadsOf(20, 20))).toEqual({ confidence: '0', track: { right: 0, of: 20 }, cases: 20 });
});

test('With fewer it is the prior, with their count; before the past is known, without', async () => {
  const past = await leadsOf(19, 4);
  expect(earned(past)).toEqual({ confidence: '0.6', track: null, cases: 19 });
  expect(earned({ ...past, isWhole: false })).toEqual({ confidence: '0.6', track: null, cases: null });
});

test('Who says that it is not true, or acts on it, is believed before what followed', async () => {
  const past = await leadsOf(20, 0);
  const verdict = (subject: string, raisedAt: string, right: boolean) => ({ subject, raisedAt, right });
  const rightOf = (...verdicts: Verdict[]) => earned(past, verdicts).track;
  expect(rightOf(verdict('l1', inWeek(0), false))).toEqual({ right: 19, of: 20 });
  expect(rightOf(verdict('l1', inWeek(3), false))).toEqual({ right: 19, of: 20 });
  expect(rightOf(verdict('l1', inWeek(0), true))).toEqual({ right: 20, of: 20 });
  expect(rightOf(verdict('l1', inWeek(0), false), verdict('l2', inWeek(0), false))).toEqual({ right: 18, of: 20 });
});

test('What was raised and passed within a week is a case of its own once somebody judges it', async () => {
  const past = await leadsOf(20, 0);
  const verdict = { subject: 'brief', raisedAt: inWeek(2), right: false };
  expect(earned(past, [verdict]).track).toEqual({ right: 20, of: 21 });
  const gone = await leadsOf(20, 1);
  expect(earned(gone, [{ subject: 'l0', raisedAt: inWeek(4), right: true }]).track).toEqual({ right: 20, of: 21 });
});

// ── By increments ───────────────────────────────────────────────────────────────────────────────────────────────────

test('Looking through the past week by week, with what is stored in between, finds the same as doing it at once', async () => {
  const happening = fc.record({
    day: fc.nat(60),
    id: fc.constantFrom('a', 'b', 'c'),
    what: fc.constantFrom('LeadRemoved', 'LeadRestored', 'LeadDetailsRevised'),
    value: fc.constantFrom(100, 110, 130, 200),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(happening, { maxLength: 25 }),
      fc.subarray([1, 2, 3, 4, 5, 6, 7, 8]),
      async (happenings, stops) => {
        const first = ['a', 'b', 'c'].map((id) => comes(inWeek(0), id, 100));
        const more = happenings
          .toSorted((one, other) => one.day - other.day)
          .map(({ day, id, what, value }): Told => {
            const data = what === 'LeadDetailsRevised' ? { estimatedValue: value } : {};
            return [`${addDays(week(1), day)}T12:00:00.000Z`, `lead-${id}`, { type: what, data }];
          });
        const told = [...first, ...more];
        const detector = { ...leadsStay, horizonDays: 10 };
        const atOnce = await pastAfter(told, week(9), detector);
        let pasts: Pasts = new Map();
        for (const stop of [...stops, 9]) {
          const known = told.filter(([at]) => at < begins(stop + 1));
          await pastAfter(known, week(stop), detector, pasts);
          pasts = new Map(JSON.parse(JSON.stringify([...pasts])));
        }
        expect(pasts.get(detector.name)).toEqual(atOnce);
      },
    ),
  );
});
