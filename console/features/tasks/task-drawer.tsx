import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { changesOwn } from '../../entities/account/rights.ts';
import type { Account } from '../../entities/account/session.ts';
import { taskQuery } from '../../entities/task/task.ts';
import { type Names, taskKind } from '../../entities/task/task-kind.tsx';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RemoveButton } from '../../records/list/removed.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { Day } from '../../ui/values/day.tsx';
import { FinishButton } from './finish-button.tsx';
import { AboutLink } from './task-about.tsx';
import { TaskStatus } from './task-status.tsx';

interface TaskDrawerProps extends OpenRecord {
  names: Names;
  account: Account;
}

/** One task: what it is about, its details and history, and the way to say that it is done. */
export function TaskDrawer({ names, account, ...open }: TaskDrawerProps) {
  const query = useQuery(taskQuery(open.id));
  const task = query.data;
  const { assignedTo, assignedToName } = task ?? {};
  // Whoever only signs in here is none of the people, and known by the task alone.
  const kind = useMemo(
    () => taskKind(assignedTo && assignedToName ? { ...names, [assignedTo]: assignedToName } : names),
    [names, assignedTo, assignedToName],
  );
  const finish = task && changesOwn(account.role, 'tasks') && <FinishButton task={task} />;
  return (
    <RecordDrawer
      {...open}
      kind={kind}
      record={task}
      loading={query}
      badge={task && <TaskStatus task={task} />}
      actions={
        task && (
          <>
            {finish}
            <RemoveButton kind={kind} record={task} />
          </>
        )
      }
      below={
        task && (
          <>
            {(task.about || task.doneAt) && <More task={task} />}
            {/* Whoever changes nothing else of it has no acts above. */}
            {!open.canChange && finish && <ActionBar at="start">{finish}</ActionBar>}
          </>
        )
      }
    />
  );
}

function More({ task: { about, doneAt, doneByName } }: { task: TaskRecord }) {
  return (
    <dl className="hw-details">
      {about && (
        <div className="hw-detail">
          <dt>About</dt>
          <dd>
            <AboutLink about={about} />
          </dd>
        </div>
      )}
      {doneAt && (
        <div className="hw-detail">
          <dt>Done</dt>
          <dd>
            <Day iso={doneAt} />
            {doneByName && ` by ${doneByName}`}
          </dd>
        </div>
      )}
    </dl>
  );
}
