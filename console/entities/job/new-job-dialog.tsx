import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { JobPriority } from '../../../domain/job/terms.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { type ControlProps, type Field, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { useAccountId } from '../account/session.ts';
import { customerName, customerQuery } from '../customer/customer.ts';
import { customerPicker } from '../customer/customer-picker.tsx';
import { isLongerThanDay } from '../schedule/placing.ts';
import { jobInWords } from './job.ts';
import { jobKind, newJobFields, newJobNeeds } from './job-kind.ts';

/** Picks the customer. */
function CustomerInput({ value, onChange, ...control }: ControlProps) {
  const accountId = useAccountId();
  return (
    <RecordPicker
      {...control}
      kind={customerPicker}
      accountId={accountId}
      picked={value === '' ? [] : [value]}
      placeholder="Name, phone or address"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

const CUSTOMER: Field = { name: 'customerId', label: 'Customer', kind: 'text', control: CustomerInput };
const DATE: Field = { name: 'scheduledDate', label: 'Date', kind: 'date', help: 'Leave empty to schedule it later' };
/** The form has room for one visit. */
const DATE_OF_LONG: Field = {
  ...DATE,
  help: 'It takes longer than a day: leave this empty, then schedule it by working hours',
};

const NEEDS = newJobNeeds();

/** The same fields for the same customer and length each time, as their inputs are components. */
const fieldsOf = new Map<string, readonly Field[]>();

function fieldsFor({ customerId = '', estimatedDuration = '' }: Values): readonly Field[] {
  const isLong = isLongerThanDay(Number(estimatedDuration.replaceAll(',', '')));
  const key = `${customerId}/${isLong}`;
  const date = isLong ? DATE_OF_LONG : DATE;
  const known = fieldsOf.get(key) ?? [CUSTOMER, ...newJobFields(customerId || null), date, ...NEEDS];
  fieldsOf.set(key, known);
  return known;
}

function CustomerName({ id }: { id: string }) {
  const { data } = useQuery({ ...customerQuery(id), enabled: id !== '' });
  if (id === '') return 'nobody yet';
  return data ? customerName(data) : 'another customer';
}

interface NewJobDialogProps {
  /** The customer, if known. */
  customerId?: string | undefined;
  /** One of the customer's properties. */
  propertyId?: string | undefined;
  /** The initial priority. */
  priority?: JobPriority;
  onCreated?(job: JobRecord): void;
  /** Opens it. */
  opens?(job: JobRecord): void;
  onClose(): void;
}

/** The dialog that creates a job. */
export function NewJobDialog({
  customerId = '',
  propertyId = '',
  priority = 'normal',
  onCreated,
  opens,
  onClose,
}: NewJobDialogProps) {
  const [initial] = useState(() => {
    return { ...valuesOf(fieldsFor({}), null), priority, customerId, propertyId };
  });
  // The customer's only property is picked once it is known: until then the form would ask for an address.
  const isReading = useIsFetching({ queryKey: ['customer'], predicate: ({ state }) => state.data === undefined }) > 0;
  const preset = [customerId, propertyId, priority !== 'normal' && priority].filter(Boolean).join('/');
  return (
    <NewRecordDialog<JobRecord>
      title="New Job"
      submitText="Create Job"
      kind={jobKind(null)}
      fields={fieldsFor}
      initial={initial}
      path="/api/jobs"
      canSubmit={() => !isReading}
      {...(preset !== '' && { draftOf: preset })}
      openedFor={['customerId', 'propertyId']}
      nameOf={({ customerId: id = '', propertyId: at = '' }) =>
        id === customerId && propertyId !== '' && at !== propertyId ? 'another property' : <CustomerName id={id} />
      }
      saved={(job) => {
        const { warnings = [] } = job;
        const text = [`${jobInWords(job)} is in the list.`, ...warnings].join(' ');
        return { title: 'Job Created', text, ...(warnings.length > 0 && { intent: 'warning' }) };
      }}
      {...(onCreated && { onCreated })}
      {...(opens && { opens })}
      onClose={onClose}
    />
  );
}
