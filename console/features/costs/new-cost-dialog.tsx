import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CostRecord } from '../../../api/costs/schema.ts';
import { useAccountId } from '../../entities/account/session.ts';
import { costKind } from '../../entities/cost/cost-kind.ts';
import { jobQuery, jobTitle } from '../../entities/job/job.ts';
import { jobPicker } from '../../entities/job/job-picker.ts';
import { LaborTwice } from '../../entities/job/labor-twice.tsx';
import { WithCompanyZone } from '../../entities/settings/with-company-zone.tsx';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { bodyOf, type ControlProps, type Field, valuesOf } from '../../ui/inputs/fields.ts';
import { todayIn } from '../../ui/values/wall-time.ts';

const FIELDS: readonly Field[] = [
  ...costKind.fields,
  {
    name: 'jobId',
    label: 'Job',
    kind: 'structured',
    control: JobInput,
    help: 'Leave empty for a general company cost',
  },
];

function JobInput({ value, onChange, ...control }: ControlProps) {
  return (
    <RecordPicker
      {...control}
      kind={jobPicker}
      accountId={useAccountId()}
      picked={value === '' ? [] : [value]}
      placeholder="Search jobs…"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

interface NewCostDialogProps {
  /** The job preselected in the form. */
  jobId: string | undefined;
  onClose(): void;
}

/** Enters a cost of a job, or of the company as a whole. */
export function NewCostDialog(props: NewCostDialogProps) {
  return <WithCompanyZone>{(zone) => <CostDialog {...props} zone={zone} />}</WithCompanyZone>;
}

function CostDialog({ jobId = '', zone, onClose }: NewCostDialogProps & { zone: string | undefined }) {
  const [initial] = useState({ ...valuesOf(FIELDS, null), day: todayIn(zone), jobId });
  return (
    <NewRecordDialog<CostRecord>
      title="Add Cost"
      submitText="Add Cost"
      kind={costKind}
      fields={FIELDS}
      initial={initial}
      {...(jobId !== '' && { draftOf: jobId })}
      openedFor={['jobId']}
      nameOf={(values) => <JobName id={values['jobId'] ?? ''} />}
      path="/api/costs"
      body={({ jobId: id, ...values }) => ({ ...bodyOf(costKind.fields, values), jobId: id || null })}
      saved={() => ({ title: 'Cost Added', text: 'It is in the ledger.' })}
      onClose={onClose}
    >
      {({ category, jobId: id = '' }) => category === 'labor' && id !== '' && <LaborOf jobId={id} />}
    </NewRecordDialog>
  );
}

function JobName({ id }: { id: string }) {
  const { data } = useQuery({ ...jobQuery(id), enabled: id !== '' });
  if (id === '') return 'the company as a whole';
  return data ? jobTitle(data) : 'another job';
}

function LaborOf({ jobId }: { jobId: string }) {
  const job = useQuery(jobQuery(jobId)).data;
  return job && job.hours.length > 0 ? <LaborTwice /> : null;
}
