import { describe, expect, test } from 'vitest';
import { kinds } from '../../../../api/areas.ts';
import type { TaskEvent } from '../../../../domain/task/events.ts';
import { task } from '../../../../domain/task/task.ts';
import { areaOfAbout, TASK_ABOUT_KINDS, TASK_ABOUT_PEOPLE } from '../../../../domain/task/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(task);
const NOW = '2026-06-15T12:00:00.000Z';
const LATER = '2026-06-16T12:00:00.000Z';
const TODAY = '2026-06-15';
const DETAILS = { title: 'Call back', notes: null, dueOn: '2026-06-18', assignedTo: null };

const created: TaskEvent = {
  type: 'TaskCreated',
  data: { ...DETAILS, aboutKind: 'customer', aboutId: 'c1', createdAt: NOW },
};
const done: TaskEvent = { type: 'TaskDone', data: { by: 'olive', at: NOW } };
const reopened: TaskEvent = { type: 'TaskReopened', data: {} };
const erased: TaskEvent = { type: 'TaskErased', data: {} };
const create = {
  type: 'CreateTask',
  details: DETAILS,
  about: { kind: 'customer', id: 'c1' },
  today: TODAY,
  now: NOW,
} as const;
const revise = (details: Partial<typeof DETAILS>) => ({ type: 'ReviseTask', details, today: TODAY }) as const;

describe('a task', () => {
  test('A task says what is to be done by a day that is likely, and stays about the record that it began with', () => {
    given().when(create).then(created);
    const wrong = (details: Partial<typeof DETAILS>) =>
      given().when({ ...create, details: { ...DETAILS, ...details } });
    wrong({ title: ' ' }).thenRefused('invalid', 'Say what is to be done.');
    wrong({ dueOn: '2062-06-18' }).thenRefused('invalid', '2062-06-18 is more than a year ahead. Check the year.');
    wrong({ dueOn: '2026-06-31' }).thenRefused('invalid');
    given(created).when(create).thenRefused('conflict');
    given(created)
      .when(revise({ dueOn: '2026-06-22' }))
      .then({ type: 'TaskRevised', data: { dueOn: '2026-06-22' } });
    given(created)
      .when(revise({ dueOn: '2062-06-22' }))
      .thenRefused('invalid');
    given(created).when(revise(DETAILS)).thenNothingHappens();
  });

  test('A task is done once, by somebody, and not done again', () => {
    given(created).when({ type: 'FinishTask', by: 'olive', now: NOW }).then(done);
    given(created, done).when({ type: 'FinishTask', by: 'carl', now: LATER }).thenNothingHappens();
    given(created, done).when({ type: 'ReopenTask' }).then(reopened);
    given(created).when({ type: 'ReopenTask' }).thenNothingHappens();
    given().when({ type: 'ReopenTask' }).thenRefused('not_found');
  });

  test('Undoing that a task is not done brings back who did it, and when', () => {
    given(created, done, reopened).thenUndoneLeadsBack();
    given(created, done).thenUndoneLeadsBack();
  });

  test('A task about somebody who was erased says nothing any more, and takes nothing more', () => {
    given(created).when({ type: 'EraseTask' }).then(erased);
    given(created, erased).when({ type: 'EraseTask' }).thenNothingHappens();
    given(created, erased).when({ type: 'FinishTask', by: 'olive', now: NOW }).thenRefused('erased');
    expect(task.evolve(task.evolve(task.initial, created), erased)).toMatchObject({
      details: { title: '[erased]', notes: '[erased]', dueOn: DETAILS.dueOn },
    });
  });
});

test('What a task can be about is a kind of record, of the area that the kind says, and of a person where the kind is', () => {
  for (const kind of TASK_ABOUT_KINDS) {
    const { area, decider } = kinds.of(kind);
    expect([kind, areaOfAbout(kind)]).toEqual([kind, area]);
    expect([kind, TASK_ABOUT_PEOPLE.includes(kind)]).toEqual([kind, isOfAPerson(decider.whose)]);
  }
});

/** Crews are of people too, but their stream is that of them all. */
function isOfAPerson(whose: unknown): boolean {
  return whose !== 'nobody' && !(typeof whose === 'object' && whose !== null && 'each' in whose);
}
