import { Button } from '@blueprintjs/core';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { ReviewRequestAnswer } from '../../../api/review-requests/schema.ts';
import { MAIL_STATUS_LABELS } from '../../../domain/mail/terms.ts';
import { read } from '../../data/query-client.ts';
import { useCommand } from '../../data/use-command.ts';
import { hasRight } from '../../entities/account/rights.ts';
import { JOBS, jobPath } from '../../entities/job/job.ts';
import { toldOfSending } from '../../entities/settings/email.ts';
import { whenTold } from '../../entities/settings/first-send.ts';
import { offerUndo } from '../../records/acts/undo.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { Section } from '../../ui/layout/section.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { Day } from '../../ui/values/day.tsx';

/** What asking depends on: who it is, what they owe, whether they get marketing, and what the settings say. */
const ALSO = ['mails', 'customers', 'customer_reviews', 'invoices', 'payments', 'suppressions', 'company'];
/** What it changes. */
const CHANGED = [...JOBS, 'mails'] as const;

const requestQuery = (id: string) =>
  queryOptions({
    queryKey: ['review-request', id],
    meta: { collections: JOBS, id, anyOf: ALSO },
    queryFn: (context) => read<ReviewRequestAnswer>(`${jobPath(id)}/review-request`, context),
  });

/** Whether the customer of a finished job was asked for a review, and what they wrote; nothing for who has no marketing. */
export function JobReview({ job }: { job: JobRecord }) {
  const isShown = job.status === 'completed' && !job.erased && hasRight('marketing:read');
  return isShown ? <Review job={job} /> : null;
}

function Review({ job }: { job: JobRecord }) {
  const { data, error } = useQuery(requestQuery(job.id));
  const canAsk = hasRight('marketing:change') && !job.removed;
  return (
    <Section title="Review">
      {data?.review && (
        <p>
          <Link to="/marketing-automation" search={{ review: data.review.id }} className="hw-in-text">
            {`The customer gave ${data.review.rating} of 5 stars`}
          </Link>
        </p>
      )}
      {data?.request && <Asked request={data.request} />}
      {data?.request === null && (
        <p className="hw-muted">{data.why ?? 'The customer gets an email with a link, once for this job.'}</p>
      )}
      {!data && <p className="hw-muted">{error?.message ?? 'Looking up whether the customer was asked…'}</p>}
      {data?.request === null && canAsk && <Ask id={job.id} isOffered={data.why === null} />}
    </Section>
  );
}

function Asked({ request }: { request: NonNullable<ReviewRequestAnswer['request']> }) {
  const { at, isAutomatic, to, status } = request;
  return (
    <p className="hw-muted">
      {`Asked ${isAutomatic ? 'automatically ' : ''}`}
      <Day iso={at} />
      {to && `, by an email to ${to}`}
      {status && status !== 'sent' && ` (${MAIL_STATUS_LABELS[status].toLowerCase()})`}
    </p>
  );
}

function Ask({ id, isOffered }: { id: string; isOffered: boolean }) {
  const ask = useCommand<void, JobRecord>({
    command: () => ({ method: 'POST', path: `${jobPath(id)}/request-review` }),
    collections: CHANGED,
    onSuccess({ commandId }) {
      const goesOut = {
        title: 'Review Requested',
        text: 'The email goes out in a few seconds.',
        intent: 'success',
      } as const;
      void toldOfSending(goesOut).then((told) =>
        showToast({ ...told, ...offerUndo({ category: 'job', id, commandId }, CHANGED) }),
      );
    },
    onError: tellRefused,
  });
  return (
    <Button
      text="Ask for a review"
      disabled={!isOffered}
      loading={ask.isPending}
      onClick={() => void whenTold(() => ask.mutate())}
    />
  );
}
