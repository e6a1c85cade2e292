import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { describeError } from '../../../../platform/runtime/log-errors.ts';
import { StoreUnavailable, UndecodableEvent } from '../../../../store/event-store.ts';
import { captureLog } from '../../../support/stores/captured-log.ts';

const NAME = 'Zebediah Quillfeather';

/** What a mistake throws while handling a person's data. */
function thrownBy(work: () => unknown): Error {
  try {
    work();
  } catch (cause) {
    return cause as Error;
  }
  throw new Error('Nothing was thrown.');
}

const frames = expect.arrayContaining([expect.stringMatching(/log-errors\.unit\.test\.ts:\d+:\d+/)]);

describe('an error in the log', () => {
  const db = new DatabaseSync(':memory:');
  db.exec('CREATE TABLE one (name TEXT UNIQUE); CREATE VIRTUAL TABLE found USING fts5(name)');
  const match = db.prepare('SELECT * FROM found WHERE found MATCH ?');
  const cipher = z.object({ name: z.literal('x'), [NAME]: z.number() });

  test.each<[string, () => unknown]>([
    ['a text that is no JSON', () => JSON.parse(NAME)],
    ['a query that SQLite quotes', () => match.all(`"${NAME}`)],
    ['a column named like a person', () => db.prepare(`SELECT "${NAME}"."x"`)],
    ['a value that does not fit a schema', () => cipher.parse({ name: NAME })],
    ['an address that is none', () => new URL(NAME)],
    ['a time zone that is none', () => new Intl.DateTimeFormat('en-US', { timeZone: NAME })],
    ['a property of nothing', () => (undefined as unknown as Record<string, string>)['Zebediah']],
    ['a cause', () => failWith(new Error('x', { cause: new Error('y', { cause: NAME }) }))],
    ['several at once', () => failWith(new AggregateError([new Error(NAME)], NAME))],
    ['a name of its own', () => failWith(Object.assign(new Error('x'), { name: NAME, code: NAME, person: NAME }))],
    ['lines like those of a stack', () => failWith(new Error(`x\n    at (node:${NAME.replace(' ', '')}:1:1)`))],
    ['a text', () => failWith(NAME)],
  ])('An error in the log says nothing of a person: %s', (_what, work) => {
    expect(JSON.stringify(describeError(thrownBy(work)))).not.toMatch(/Zebediah|Quillfeather/);
  });

  test('An error in the log leads to the line that threw, and tells what the system, SQLite and the runtime say in codes', () => {
    expect(
      describeError(thrownBy(() => db.exec('INSERT INTO one VALUES (1); INSERT INTO one VALUES (1)'))),
    ).toMatchObject({ type: 'Error', code: 2067, stack: frames });
    expect(describeError(thrownBy(() => (null as unknown as { name: string }).name))).toMatchObject({
      type: 'TypeError',
      message: 'Cannot read properties of null',
      stack: frames,
    });
    const cause = Object.assign(new Error(NAME), { code: 'ENOSPC' });
    expect(describeError(new StoreUnavailable('The event log could not be read.', { cause }))).toMatchObject({
      type: 'StoreUnavailable',
      message: 'The event log could not be read.',
      cause: { code: 'ENOSPC', stack: frames },
    });
  });

  test('An error in the log names an event that cannot be read by its place in the log', () => {
    const entry = { id: 'id-1', stream: 'lead-1', revision: 3n, position: '9', type: 'LeadCaptured', error: NAME };
    expect(describeError(new UndecodableEvent(entry))).toMatchObject({
      type: 'UndecodableEvent',
      about: { event: 'id-1', stream: 'lead-1', revision: '3', position: '9' },
    });
  });

  test('An error in the log does not become the text of its line', () => {
    const { log, text, lines } = captureLog();
    log.error(new Error(NAME));
    log.error({ err: new Error(NAME) });
    log.error({ err: new Error(NAME) }, 'loop failed');
    log.error('only a text');
    expect(lines().map(({ msg }) => msg)).toEqual(['failed', 'failed', 'loop failed', 'only a text']);
    expect(text()).not.toContain(NAME);
  });
});

function failWith(thrown: unknown): never {
  throw thrown;
}
