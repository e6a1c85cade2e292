import { useState } from 'react';
import type { CustomerReviewRecord } from '../../../../api/customer-reviews/schema.ts';
import { useAccountId } from '../../../entities/account/session.ts';
import { customerPicker } from '../../../entities/customer/customer-picker.tsx';
import { CUSTOMER_REVIEWS, CUSTOMER_REVIEWS_PATH } from '../../../entities/customer-review/customer-review.ts';
import { CUSTOMER_REVIEW_FIELDS, WRITER_FIELD } from '../../../entities/customer-review/customer-review-kind.ts';
import { WithCompanyZone } from '../../../entities/settings/with-company-zone.tsx';
import { NewRecordDialog } from '../../../records/edit/new-record-dialog.tsx';
import { RecordPicker } from '../../../records/edit/record-picker.tsx';
import { bodyOf, type ControlProps, type Field, valuesOf } from '../../../ui/inputs/fields.ts';
import { todayIn } from '../../../ui/values/wall-time.ts';

const FIELDS: readonly Field[] = [
  {
    name: 'customerId',
    label: 'Customer',
    kind: 'structured',
    row: 'whole',
    control: CustomerInput,
    help: 'Leave empty for somebody who is not among the customers',
  },
  ...CUSTOMER_REVIEW_FIELDS,
];
const OTHERS_FIELDS: readonly Field[] = [...FIELDS.slice(0, 1), WRITER_FIELD, ...FIELDS.slice(1)];

const KIND = { category: 'customer_review', collections: CUSTOMER_REVIEWS, fields: OTHERS_FIELDS };

function CustomerInput({ value, onChange, ...control }: ControlProps) {
  return (
    <RecordPicker
      {...control}
      kind={customerPicker}
      accountId={useAccountId()}
      picked={value === '' ? [] : [value]}
      placeholder="Search customers…"
      onPick={([id = '']) => onChange(id)}
    />
  );
}

/** Enters what somebody wrote about the company: a customer, or somebody whose name is all that is known. */
export function NewCustomerReviewDialog(props: { onClose(): void }) {
  return <WithCompanyZone>{(zone) => <ReviewDialog {...props} zone={zone} />}</WithCompanyZone>;
}

function ReviewDialog({ zone, onClose }: { zone: string | undefined; onClose(): void }) {
  const [initial] = useState({ ...valuesOf(OTHERS_FIELDS, null), reviewedOn: todayIn(zone) });
  return (
    <NewRecordDialog<CustomerReviewRecord>
      title="Add Review"
      submitText="Add Review"
      kind={KIND}
      fields={({ customerId }) => (customerId ? FIELDS : OTHERS_FIELDS)}
      initial={initial}
      path={CUSTOMER_REVIEWS_PATH}
      body={({ customerId, ...values }) => ({
        ...bodyOf(customerId ? CUSTOMER_REVIEW_FIELDS : [WRITER_FIELD, ...CUSTOMER_REVIEW_FIELDS], values),
        customerId: customerId || null,
      })}
      saved={() => ({ title: 'Review Added', text: 'It is in the list.' })}
      onClose={onClose}
    />
  );
}
