import { useIsFetching, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { HOURS_TEXT, JOB_LIMITS, type JobPriority, MOST_HOURS } from '../../../domain/job/terms.ts';
import { NewRecordDialog } from '../../records/edit/new-record-dialog.tsx';
import { RecordPicker } from '../../records/edit/record-picker.tsx';
import { bodyOf, type ControlProps, type Field, parsed, type Values, valuesOf } from '../../ui/inputs/fields.ts';
import { InputsOf } from '../../ui/inputs/inputs-of.tsx';
import { instantAt } from '../../ui/values/wall-time.ts';
import { useAccountId } from '../account/session.ts';
import { crewsQuery } from '../crew/crew.ts';
import { customerName, customerQuery } from '../customer/customer.ts';
import { customerPicker } from '../customer/customer-picker.tsx';
import {
  type CompanyDays,
  daysOfCrew,
  isLongerThanDay,
  isLongerThanHours,
  visitsByHours,
  type WallVisit,
} from '../schedule/placing.ts';
import { SplitChoice, SplitVisits } from '../schedule/split-visits.tsx';
import { wallDate } from '../schedule/wall-dates.ts';
import { settingsQuery } from '../settings/settings.ts';
import { withDoubts } from './doubts.ts';
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

/** What a job that takes longer than the working hours is offered as. */
interface Offer {
  visits: readonly WallVisit[];
  /** Unless somebody says otherwise. */
  isSplit: boolean;
}

/** By the hours of its crew. Null without a date, and for a job that fits into a day or takes more visits than one can have. */
function offerFor(values: Values, company: CompanyDays, crews: readonly CrewRecord[]): Offer | null {
  const { scheduledDate, estimatedDuration = '', crewId } = values;
  const days = daysOfCrew(
    company,
    crews.find(({ id }) => id === crewId),
  );
  const start = wallDate(`${scheduledDate}T${days.workingHours.start}`);
  const hours = HOURS_TEXT.test(estimatedDuration) ? Number(estimatedDuration) : 0;
  if (Number.isNaN(+start) || hours > MOST_HOURS || !isLongerThanHours(hours, days)) return null;
  const visits = visitsByHours(start, hours, days);
  return visits.length > JOB_LIMITS.visits ? null : { visits, isSplit: isLongerThanDay(hours) };
}

/** Holds whether the job is split into the visits; '' as it is offered. */
function visitsField(offer: Offer): Field {
  return {
    name: 'visits',
    label: 'Visits',
    kind: 'structured',
    control: ({ id, label, value, describedBy, onChange }) => {
      const isSplit = parsed<boolean>(value) ?? offer.isSplit;
      return (
        <InputsOf id={id} aria-label={label} aria-describedby={describedBy}>
          <SplitChoice isSplit={isSplit} onChange={(next) => onChange(String(next))} />
          {isSplit && <SplitVisits visits={offer.visits} />}
        </InputsOf>
      );
    },
  };
}

const NEEDS = newJobNeeds();

/** The same fields for the same customer or offer each time, as their inputs are components. */
const fieldsOf = new Map<string, readonly Field[]>();

function once(key: string, make: () => readonly Field[]): readonly Field[] {
  const fields = fieldsOf.get(key) ?? make();
  fieldsOf.set(key, fields);
  return fields;
}

function fieldsFor({ customerId = '' }: Values, offer?: Offer | null): readonly Field[] {
  const visits = offer ? once(JSON.stringify(offer), () => [visitsField(offer)]) : [];
  return [CUSTOMER, ...once(customerId, () => newJobFields(customerId || null)), DATE, ...visits, ...NEEDS];
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
  const settings = useQuery(settingsQuery).data;
  const crews = useQuery(crewsQuery).data ?? [];
  const offerOf = (values: Values) => settings && offerFor(values, settings, crews);
  const bodyFor = (values: Values) => {
    const offer = offerOf(values);
    const { visits: isSplit, scheduledDate, ...job } = bodyOf(fieldsFor(values, offer), values);
    if (!offer || !(isSplit ?? offer.isSplit)) return { ...job, scheduledDate };
    const at = (moment: string) => instantAt(moment, settings?.timeZone) ?? '';
    return { ...job, visits: offer.visits.map(({ start, end }) => ({ start: at(start), end: at(end) })) };
  };
  const preset = [customerId, propertyId, priority !== 'normal' && priority].filter(Boolean).join('/');
  return (
    <NewRecordDialog<JobRecord>
      title="New Job"
      submitText="Create Job"
      kind={jobKind(null)}
      fields={(values) => fieldsFor(values, offerOf(values))}
      body={bodyFor}
      initial={initial}
      path="/api/jobs"
      canSubmit={() => !isReading}
      {...(preset !== '' && { draftOf: preset })}
      openedFor={['customerId', 'propertyId']}
      nameOf={({ customerId: id = '', propertyId: at = '' }) =>
        id === customerId && propertyId !== '' && at !== propertyId ? 'another property' : <CustomerName id={id} />
      }
      saved={(job) => withDoubts({ title: 'Job Created', text: `${jobInWords(job)} is in the list.` }, job)}
      {...(onCreated && { onCreated })}
      {...(opens && { opens })}
      onClose={onClose}
    />
  );
}
