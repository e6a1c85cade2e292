import { NonIdealStateIconSize } from '@blueprintjs/core';
import { TickCircle } from '@blueprintjs/icons';
import { useMemo } from 'react';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';
import { TASK_FILTERS } from '../../../domain/task/terms.ts';
import { may } from '../../../domain/user/terms.ts';
import { changesOwn } from '../../entities/account/rights.ts';
import { listOf, type PageProps } from '../../entities/account/session.ts';
import { tasksCall, tasksQuery, taskTitle } from '../../entities/task/task.ts';
import { type Names, taskKind, useNames } from '../../entities/task/task-kind.tsx';
import { ClearFilters } from '../../records/list/clear-filters.tsx';
import { isFiltered } from '../../records/list/list-search.ts';
import type { RecordColumn } from '../../records/list/record-columns.ts';
import { RecordListPage, usePagedList } from '../../records/list/record-list-page.tsx';
import { RemovedSelect, RestoreButton } from '../../records/list/removed.tsx';
import type { RemovableKind } from '../../records/record-kind.ts';
import { Choice } from '../../ui/inputs/choice.tsx';
import { MoreFilters } from '../../ui/inputs/more-filters.tsx';
import { FinishButton } from './finish-button.tsx';
import { NewTaskDialog } from './new-task-dialog.tsx';
import { AboutLink } from './task-about.tsx';
import { TaskDrawer } from './task-drawer.tsx';
import { DueDay } from './task-status.tsx';
import { filterOf, TASK_SORTS, type TasksSearch } from './tasks-search.ts';

const MORE_KEYS = ['removed'];
const FILTER_KEYS = ['q', 'status', 'mine', 'assignedTo', 'about', ...MORE_KEYS];

/** What is to be done, by its day: everybody's for the office, their own for who has tasks. */
export function TasksPage(props: PageProps<TasksSearch>) {
  const { account, search, onSearch } = props;
  const call = tasksCall(filterOf(search, account.id));
  const list = usePagedList(tasksQuery(call), call, TASK_SORTS);
  const names = useNames();
  const kind = useMemo(() => taskKind(names), [names]);
  const seesAll = may(account.role, 'tasks:read');
  const columns = useMemo(() => columnsFor(account.role, kind), [account.role, kind]);
  const shown = listOf(props, 'tasks');
  return (
    <RecordListPage
      {...shown}
      title="Tasks"
      subtitle={seesAll ? 'What is to be done, by whom, and by when' : 'What you are to do, and by when'}
      kind={kind}
      plural="tasks"
      param="task"
      list={list}
      columns={columns}
      filterKeys={FILTER_KEYS}
      filters={
        <>
          <Choice
            label="Status"
            value={search.status === 'open' ? undefined : search.status}
            choices={STATUSES}
            none={search.removed ? 'Any status' : 'Open'}
            onChoice={(status) => onSearch({ status })}
          />
          {seesAll && <Whose search={search} names={names} onSearch={onSearch} />}
          {shown.canChange && (
            <MoreFilters isUsed={isFiltered(search, MORE_KEYS)}>
              <RemovedSelect
                noun="tasks"
                removal={kind.removal}
                isRemoved={search.removed === true}
                onChange={(removed) => onSearch({ removed })}
              />
            </MoreFilters>
          )}
          <ClearFilters search={search} keys={FILTER_KEYS} onSearch={onSearch} />
        </>
      }
      add={{
        text: 'Add Task',
        how: (onClose) => <NewTaskDialog kind={kind} about={search.about} onClose={onClose} />,
      }}
      drawer={(open) => <TaskDrawer key={open.id} {...open} names={names} account={account} />}
      firstUse={{
        title: 'Nothing to do',
        icon: <TickCircle size={NonIdealStateIconSize.SMALL} />,
        description: seesAll
          ? 'Note whom to call back, what to check, what to order. On its day it is on the dashboard too.'
          : 'What the office gives you to do is listed here.',
      }}
    />
  );
}

const LABELS = { open: 'Open', due: 'Due by today', overdue: 'Overdue', done: 'Done' } as const;
const STATUSES = TASK_FILTERS.filter((status) => status !== 'open').map((status) => [status, LABELS[status]] as const);

const MINE = 'mine';

interface WhoseProps extends Pick<PageProps<TasksSearch>, 'search' | 'onSearch'> {
  names: Names;
}

function Whose({ search, names, onSearch }: WhoseProps) {
  const people = Object.entries(names).toSorted(([, a], [, b]) => compareTexts(a, b));
  return (
    <Choice
      label="Whose"
      value={search.mine ? MINE : search.assignedTo}
      choices={[[MINE, 'Mine'], ...people]}
      none="Everybody’s"
      comesLater
      onChoice={(whose) =>
        onSearch({ mine: whose === MINE || undefined, assignedTo: whose === MINE ? undefined : whose })
      }
    />
  );
}

/** @param role of whoever is signed in */
function columnsFor(role: string, kind: RemovableKind<TaskRecord>): readonly RecordColumn<TaskRecord>[] {
  return [
    { id: 'title', header: 'What is to be done', value: taskTitle, widest: 480 },
    {
      id: 'dueOn',
      header: 'Due',
      stays: true,
      value: ({ dueOn }) => dueOn,
      cell: (task) => <DueDay task={task} />,
    },
    ...(may(role, 'tasks:read')
      ? [{ id: 'assignedTo', header: 'Who', value: ({ assignedToName }: TaskRecord) => assignedToName }]
      : []),
    {
      id: 'about',
      header: 'About',
      widest: 320,
      value: ({ about }) => about && (about.label ?? about.kind),
      cell: ({ about }) => about && <AboutLink about={about} />,
    },
    ...(changesOwn(role, 'tasks')
      ? [
          {
            id: 'finish',
            header: '',
            stays: true,
            value: () => null,
            cell: (task: TaskRecord) =>
              task.removed ? (
                may(role, 'tasks:change') && <RestoreButton kind={kind} record={task} isSmall />
              ) : (
                <FinishButton task={task} isSmall />
              ),
          },
        ]
      : []),
  ];
}
