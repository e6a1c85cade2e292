import { Button } from '@blueprintjs/core';
import { Tick, Undo } from '@blueprintjs/icons';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { TASKS, taskPath, taskTitle } from '../../entities/task/task.ts';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import { useAct } from '../../records/acts/use-act.ts';

interface FinishButtonProps {
  task: TaskRecord;
  /** For a list of several. */
  isSmall?: boolean;
}

/** Says that a task is done, or not done after all. */
export function FinishButton({ task, isSmall = false }: FinishButtonProps) {
  const isDone = task.status === 'done';
  const act = useAct<TaskRecord, TaskRecord>({
    command: ({ id, status }) => ({
      method: 'POST',
      path: `${taskPath(id)}/${status === 'done' ? 'not-done' : 'done'}`,
    }),
    collections: TASKS,
    done: (after) => ({
      title: after.status === 'done' ? 'Task Done' : 'Task Open Again',
      text: taskTitle(after),
      intent: 'success',
    }),
    undoneOn: ({ id }) => ({ category: 'task', id }),
  });
  const isFinal = task.removed || task.status === 'erased';
  const run = () => act.mutate(task);
  const text = isDone ? 'Not Done' : 'Done';
  useRecordActs(taskTitle(task), isSmall || isFinal ? [] : [{ text, run }]);
  if (isFinal) return null;
  return (
    <Button
      icon={isDone ? <Undo /> : <Tick />}
      text={text}
      loading={act.isPending}
      onClick={run}
      {...(isSmall
        ? { size: 'small', className: 'hw-finish', 'aria-label': `${text}: ${taskTitle(task)}` }
        : { intent: isDone ? 'none' : 'primary' })}
    />
  );
}
