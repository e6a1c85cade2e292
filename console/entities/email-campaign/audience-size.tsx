import { Callout } from '@blueprintjs/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { AudienceAnswer, SegmentBody } from '../../../api/audience/schema.ts';
import { LEFT_OUT, type LeftOut } from '../../../domain/audience/terms.ts';
import { ask } from '../../data/query-client.ts';
import { useSettled } from '../../ui/use-settled.ts';

/** What a count depends on. */
const collections = ['customers', 'jobs', 'invoices', 'leads', 'quotes', 'suppressions', 'company'];

/** Of one customer, and of several. */
const WHY: Record<LeftOut, readonly [string, string]> = {
  noEmail: ['without an email address', 'without an email address'],
  suppressed: ['who gets no marketing', 'who get no marketing'],
  sameMailbox: ['who shares a mailbox with another of them', 'who share a mailbox with another of them'],
  erased: ['erased', 'erased'],
};

/** How many emails a campaign would be now, who gets them and who does not; quick enough to be asked while one types. */
export function AudienceSize({ segment }: { segment: SegmentBody | null }) {
  const asked = useSettled(JSON.stringify({ segment }));
  const { data, error, isPending } = useQuery({
    queryKey: ['audience', asked],
    meta: { collections },
    queryFn: (context) => ask<AudienceAnswer>('/api/marketing/audience', JSON.parse(asked), context),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="hw-audience-size" role="status">
      {error && (
        <Callout compact intent="warning" icon={null}>
          {error.message}
        </Callout>
      )}
      {isPending && <p className="hw-muted">Counting the customers…</p>}
      {!error && data && <AudienceCount audience={data} />}
    </div>
  );
}

/** How many emails it is, to whom, and who is left out. */
export function AudienceCount({ audience: { size, first, leftOut } }: { audience: AudienceAnswer }) {
  const reasons = LEFT_OUT.filter((why) => leftOut[why] > 0).map(
    (why) => `${counted(leftOut[why])} ${WHY[why][leftOut[why] === 1 ? 0 : 1]}`,
  );
  const others = size - first.length;
  const names = first.map(({ name }) => name ?? 'somebody without a name');
  return (
    <>
      <p>
        <strong>{size === 0 ? 'Nobody gets it' : size === 1 ? '1 email' : `${counted(size)} emails`}</strong>
        {size > 0 && ` to ${names.join(', ')}${others > 0 ? ` and ${counted(others)} more` : ''}`}
      </p>
      {reasons.length > 0 && <p className="hw-muted">Left out: {reasons.join(', ')}</p>}
    </>
  );
}

function counted(count: number): string {
  return count.toLocaleString('en-US');
}
