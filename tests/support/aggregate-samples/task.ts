import fc from 'fast-check';
import { taskEvents } from '../../../domain/task/events.ts';
import { task } from '../../../domain/task/task.ts';
import { tasks } from '../../../projections/tasks.ts';
import { AT, few, LATER, mark, maybe, of, SAMPLE_ID, sample, some, TODAY, text, WHY } from './sample.ts';

const day = fc.constantFrom(TODAY, '2026-06-22', '2062-06-22');

export const taskSample = sample(task, taskEvents, {
  first: {
    type: 'CreateTask',
    details: { title: 'Call back', notes: null, dueOn: TODAY, assignedTo: null },
    about: null,
    today: TODAY,
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseTask'),
      details: some({ title: text, notes: text, dueOn: day, assignedTo: maybe(few) }),
      today: of(TODAY),
    }),
    fc.record({ type: of('FinishTask'), by: few, now: fc.constantFrom(AT, LATER) }),
    fc.record({ type: fc.constantFrom('ReopenTask', 'RemoveTask', 'RestoreTask') }),
  ) as fc.Arbitrary<never>,
  projection: tasks,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, aboutKind, aboutId, done, presence } = state;
    const told = { ...details, aboutKind, aboutId, doneBy: done?.by ?? null, doneAt: done?.at ?? null };
    return { [SAMPLE_ID]: { ...told, ...mark(presence === 'removed') } };
  },
  inClear: {
    [WHY.id]: ['TaskCreated.assignedTo', 'TaskRevised.assignedTo', 'TaskCreated.aboutId', 'TaskDone.by'],
    [WHY.choice]: ['TaskCreated.aboutKind'],
    [WHY.entered]: ['TaskCreated.createdAt', 'TaskDone.at'],
    [WHY.work]: ['TaskCreated.dueOn', 'TaskRevised.dueOn'],
  },
});
