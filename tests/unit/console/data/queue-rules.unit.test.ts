import { describe, expect, test } from 'vitest';
import { ApiError } from '../../../../console/data/api.ts';
import {
  type Act,
  bodyAt,
  countsOf,
  isLeaseFree,
  nextToSend,
  pauseAfter,
  sentWith,
  steadyTime,
  verdictOf,
  type Waiting,
  waitingOf,
} from '../../../../console/data/device/queue-rules.ts';

const AT = '2026-06-15T12:00:00.000Z';
const LATER = '2026-06-15T17:30:00.000Z';

const start: Act = {
  record: { category: 'job', id: 'j1' },
  title: 'J-1001',
  did: 'Started',
  method: 'POST',
  path: '/api/jobs/j1/start',
  isTimed: true,
  collections: ['jobs'],
};
const photo = { ...start, isTimed: false, file: new File(['x'], 'oak.jpg') };
const refused = { status: 409, code: 'conflict', message: 'It was cancelled.', at: LATER };

let order = 0;

function waiting(act: Act = start, more: Partial<Waiting> = {}): Waiting {
  order += 1;
  return { ...waitingOf(act, { id: `key-${order}`, person: 'ada', at: AT }), order, ...more };
}

const of = (id: string, act: Act = start): Act => ({ ...act, record: { category: 'job', id } });

describe('what is sent of an act', () => {
  test('What is sent of a kept act says when it was done, and anew each time when it is sent', () => {
    const kept = waiting();
    expect(bodyAt(kept, LATER)).toEqual({ at: AT, sentAt: LATER });
    expect(bodyAt(kept, AT)).toEqual({ at: AT, sentAt: AT });
    expect(kept).toMatchObject({ id: expect.stringMatching('key-'), person: 'ada', at: AT, refused: null });
  });

  test('What is sent of a kept act is nothing but its body where the call takes no times', () => {
    const hours = waiting({ ...start, isTimed: false, body: { hours: '2' } });
    expect(bodyAt(hours, LATER)).toEqual({ hours: '2' });
    expect(bodyAt(waiting({ ...start, isTimed: false }), LATER)).toBeUndefined();
  });

  test('The photo of a kept act is kept apart, by its name', () => {
    expect(waiting(photo)).toMatchObject({ file: 'oak.jpg' });
    expect(waiting()).toMatchObject({ file: null });
  });
});

describe('the time of an act, and of its sending', () => {
  const hours = (count: number) => count * 3_600_000;
  const noon = Date.parse(AT);
  const closed = () => 0;

  test('The time of a kept act, and of its sending, is what the clock says, as long as it goes on', () => {
    const [first] = [waiting()];
    expect(steadyTime([], noon, closed)).toBe(noon);
    expect(steadyTime([first], noon + hours(5), () => hours(5))).toBe(noon + hours(5));
    // A page that slept counts less time.
    expect(steadyTime([first], noon + hours(5), () => hours(1))).toBe(noon + hours(5));
  });

  test('Where the clock was put back, time goes on from the acts that wait, by what the page counted since', () => {
    const [first] = [waiting()];
    expect(steadyTime([first], noon - hours(24), () => hours(2))).toBe(noon + hours(2));
    expect(steadyTime([first], 0, closed)).toBe(noon);
  });

  test('A refused act does not tell the time: the clock may be right since', () => {
    const tomorrow = new Date(noon + hours(24)).toISOString();
    expect(steadyTime([waiting(start, { at: tomorrow, refused })], noon, closed)).toBe(noon);
  });

  test('The time of sending is told by what was done later, not by what is tried again from before', () => {
    const [first, second, third] = [waiting(), waiting(), waiting()];
    expect(sentWith(second, [first, second, third])).toEqual([second, third]);
  });
});

describe('the next to send', () => {
  const none = new Set<string>();

  test('The next act to send is the earliest, however they are listed', () => {
    const [first, second, third] = [waiting(), waiting(of('j2')), waiting()];
    expect(nextToSend([third, first, second], none)).toBe(first);
    expect(nextToSend([], none)).toBeUndefined();
  });

  test('No act of a record that waits is sent before its turn; those of other records go on', () => {
    const [first, second, other] = [waiting(), waiting(), waiting(of('j2'))];
    expect(nextToSend([first, second, other], new Set(['job/j1/acts']))).toBe(other);
  });

  test('An act that was refused waits for its person and holds up nothing', () => {
    const [first, second] = [waiting(start, { refused }), waiting()];
    expect(nextToSend([first, second], none)).toBe(second);
    expect(nextToSend([first], none)).toBeUndefined();
  });

  test('Photos of a record wait for none of its acts', () => {
    const [act, taken] = [waiting(), waiting(photo)];
    expect(nextToSend([act, taken], new Set(['job/j1/acts']))).toBe(taken);
  });
});

test.each<[string, unknown, ReturnType<typeof verdictOf>]>([
  ['no network', new ApiError(0, { code: 'offline' }), 'none'],
  ['a page that was left', new DOMException('aborted', 'AbortError'), 'none'],
  ['a proxy without a word of Heartwood’s', new ApiError(404, { error: 'nope' }), 'none'],
  ['a server that fails', new ApiError(500, { code: 'internal' }), 'later'],
  ['a server that starts', new ApiError(503, { code: 'rebuilding' }), 'later'],
  ['a server that has too much to do', new ApiError(429, { code: 'busy' }), 'later'],
  ['nobody signed in', new ApiError(401, { code: 'unauthorized' }), 'held'],
  ['somebody else signed in', new ApiError(403, { code: 'other_person' }), 'held'],
  ['a second factor that is due', new ApiError(403, { code: 'second_factor_setup_required' }), 'held'],
  ['a rule', new ApiError(409, { code: 'conflict' }), 'refused'],
  ['a wrong value', new ApiError(400, { code: 'invalid' }), 'refused'],
  ['a role that may not', new ApiError(403, { code: 'forbidden' }), 'refused'],
  ['a record that is gone', new ApiError(404, { code: 'not_found' }), 'refused'],
])('What kept an act from being done is told apart: %s', (_, error, verdict) => expect(verdictOf(error)).toBe(verdict));

test('Tries to send become rarer, and never so rare that they are forgotten; the server may ask for more time', () => {
  expect([0, 1, 3, 50].map((failures) => pauseAfter(failures, null))).toEqual([1_000, 2_000, 8_000, 60_000]);
  expect(pauseAfter(0, 30)).toBe(30_000);
});

test('Acts that wait and acts that were refused are counted apart', () => {
  expect(countsOf([waiting(), waiting(start, { refused }), waiting()])).toEqual({ waiting: 2, refused: 1 });
});

describe('the tab that sends, where the browser has no locks', () => {
  const held = { holder: 'other', until: 10_000 };

  test('Where the browser has no locks, another tab sends only once the first is gone', () => {
    expect(isLeaseFree(undefined, 'here', 5_000)).toBe(true);
    expect(isLeaseFree(held, 'here', 5_000)).toBe(false);
    expect(isLeaseFree(held, 'other', 5_000)).toBe(true);
    expect(isLeaseFree(held, 'here', 10_001)).toBe(true);
  });

  test('Where the browser has no locks, a clock that was put back does not keep the sending tab for good', () => {
    expect(isLeaseFree({ holder: 'other', until: 90_000_000 }, 'here', 5_000)).toBe(true);
  });
});
