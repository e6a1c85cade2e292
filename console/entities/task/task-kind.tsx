import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { TASK_LIMITS, TASK_STATUS_LABELS } from '../../../domain/task/terms.ts';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import type { RemovableKind } from '../../records/record-kind.ts';
import type { ControlProps, Field } from '../../ui/inputs/fields.ts';
import { useAccountId } from '../account/session.ts';
import { personName, staffQuery } from '../person/person.ts';
import { personPicker } from '../person/person-picker.tsx';
import { TASKS, taskPath, taskTitle } from './task.ts';

/** Names of people, by their ids. */
export type Names = Readonly<Record<string, string>>;

/** Everybody who works or worked here; empty while loading. */
export function useNames(): Names {
  const { data: staff } = useQuery(staffQuery);
  return useMemo(() => Object.fromEntries((staff ?? []).map((person) => [person.id, personName(person)])), [staff]);
}

/** Picks who is to do it. */
export function AssigneeInput({ value, onChange, ...control }: ControlProps) {
  return (
    <RecordPicker
      {...control}
      kind={personPicker}
      accountId={useAccountId()}
      picked={value === '' ? [] : [value]}
      titles={useNames()}
      placeholder="Nobody"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

/** The fields of a task's forms. */
function editable(names: Names): readonly Field[] {
  return [
    {
      name: 'title',
      label: 'What is to be done',
      kind: 'text',
      maxLength: TASK_LIMITS.title,
      required: true,
      inTitle: true,
      row: 'whole',
    },
    { name: 'dueOn', label: 'Due', kind: 'date', required: true, isOfNow: true },
    {
      name: 'assignedTo',
      label: 'Who',
      kind: 'text',
      control: AssigneeInput,
      labels: names,
      nothing: 'Nobody',
    },
    { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: TASK_LIMITS.notes },
  ];
}

const told = { readOnly: true, onlyInHistory: true } as const;

/** A task in forms, details, conflicts and history. @param names of people, for the history */
export function taskKind(names: Names): RemovableKind<TaskRecord> {
  return {
    category: 'task',
    collections: TASKS,
    noun: 'task',
    fields: [
      ...editable(names),
      { name: 'status', label: 'Status', kind: 'choice', labels: TASK_STATUS_LABELS, ...told },
      { name: 'doneAt', label: 'Done', kind: 'date', ...told },
    ],
    path: taskPath,
    steps: {
      TaskCreated: 'Added',
      TaskRevised: 'Changed',
      TaskDone: 'Done',
      TaskReopened: 'Not done after all',
      TaskRemoved: 'Removed',
      TaskRestored: 'Restored',
      TaskErased: 'Personal data erased',
    },
    removal: {
      act: 'Remove',
      word: 'Removed',
      restored: { title: 'Task Restored', text: 'It is back in the list.' },
    },
    titleOf: taskTitle,
  };
}
