import { WarningSign } from '@blueprintjs/icons';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { TASK_STATUS_LABELS } from '../../../domain/task/terms.ts';
import { taskTone } from '../../entities/tones.ts';
import { StatusTag } from '../../ui/status/status-tag.tsx';
import { Day } from '../../ui/values/day.tsx';

/** Where it stands; that it is overdue stands with its day. */
export function TaskStatus({ task: { status } }: { task: TaskRecord }) {
  return <StatusTag tone={taskTone(status)}>{TASK_STATUS_LABELS[status] ?? status}</StatusTag>;
}

/** By when it is to be done; overdue shows by icon, word and color. */
export function DueDay({ task: { dueOn, isOverdue, removed } }: { task: TaskRecord }) {
  if (!isOverdue || removed) return <Day iso={dueOn} />;
  return (
    <span className="hw-overdue">
      <WarningSign size={14} />
      Overdue since <Day iso={dueOn} />
    </span>
  );
}
