import { useState } from 'react';
import type { TaskRecord } from '../../../api/tasks/schema.ts';
import { WithCompanyZone } from '../../entities/settings/with-company-zone.tsx';
import { TASKS_PATH, taskTitle } from '../../entities/task/task.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import type { RecordKind } from '../../records/record-kind.ts';
import { type Field, jsonOf, valuesOf } from '../../ui/inputs/fields.ts';
import { todayIn } from '../../ui/values/wall-time.ts';
import { AboutInput } from './task-about.tsx';

const ABOUT: Field = {
  name: 'about',
  label: 'About',
  kind: 'structured',
  control: AboutInput,
  help: 'The customer, job, quote… It cannot be changed later',
};

interface NewTaskDialogProps {
  kind: RecordKind<TaskRecord>;
  /** The record preselected in the form, by its kind and id. */
  about: string | undefined;
  onClose(): void;
}

/** Adds a task, due today unless another day is chosen. */
export function NewTaskDialog(props: NewTaskDialogProps) {
  return <WithCompanyZone>{(zone) => <TaskDialog {...props} zone={zone} />}</WithCompanyZone>;
}

function TaskDialog({ kind, about, zone, onClose }: NewTaskDialogProps & { zone: string | undefined }) {
  const [fields] = useState(() => [...kind.fields.filter(({ readOnly }) => !readOnly), ABOUT]);
  const [initial] = useState({ ...valuesOf(fields, null), dueOn: todayIn(zone), about: aboutOf(about) });
  return (
    <NewRecordDialog<TaskRecord>
      title="Add Task"
      submitText="Add Task"
      kind={kind}
      fields={fields}
      initial={initial}
      {...(about && { draftOf: about })}
      path={TASKS_PATH}
      saved={(task) => ({ title: 'Task Added', text: taskTitle(task) })}
      onClose={onClose}
    />
  );
}

/** As the form holds it. @param about its kind and id, as in the URL */
function aboutOf(about: string | undefined): string {
  const [kind = '', id = ''] = about?.split('/') ?? [];
  return jsonOf(id === '' ? null : { kind, id });
}
