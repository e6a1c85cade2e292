import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { TimelineStep } from '../../../api/customer-timeline/schema.ts';
import type { CustomerRecord, PropertyRecord } from '../../../api/customers/schema.ts';
import { type Pages, pagedQuery } from '../../data/paged-query.ts';
import { customerKind } from '../../entities/customer/customer-kind.ts';
import { customerReviewKind } from '../../entities/customer-review/customer-review-kind.ts';
import { invoiceKind } from '../../entities/invoice/invoice-kind.ts';
import { jobPage } from '../../entities/job/job.ts';
import { jobKind } from '../../entities/job/job-kind.ts';
import { leadKind } from '../../entities/lead/lead-kind.ts';
import { quotePage } from '../../entities/quote/quote.ts';
import { NO_CONTEXT, quoteKind } from '../../entities/quote/quote-kind.tsx';
import {
  AllEvents,
  EarlierSteps,
  groupByAct,
  HistoryAct,
  HistoryPlaces,
  STEPS,
  useRestore,
} from '../../records/record/record-history.tsx';
import type { RecordKind } from '../../records/record-kind.ts';
import { DataArea } from '../../ui/status/data-area.tsx';
import { capitalized } from '../../ui/values/format.ts';
import { invoicesOf, jobsOf, quotesOf } from './customer-work.tsx';
import { MailedStep } from './mailed-step.tsx';

interface Told {
  kind: RecordKind<never>;
  /** URL of the record's page, unless it is the customer's own. */
  page?(id: string): { to: string; search?: { lead: string } | { invoice: string } | { review: string } };
}

/** The kinds of record in a customer's timeline: a new area adds its own here. */
const TOLD: Readonly<Record<string, Told>> = {
  customer: { kind: customerKind },
  lead: { kind: leadKind, page: (id) => ({ to: '/leads', search: { lead: id } }) },
  job: { kind: jobKind(null), page: (id) => ({ to: jobPage(id) }) },
  invoice: { kind: invoiceKind, page: (id) => ({ to: '/invoices', search: { invoice: id } }) },
  quote: { kind: quoteKind(NO_CONTEXT), page: (id) => ({ to: quotePage(id) }) },
  customer_review: {
    kind: customerReviewKind,
    page: (id) => ({ to: '/marketing-automation', search: { review: id } }),
  },
};
/** What the steps of campaigns depend on. */
const MAILINGS = ['campaign_mailings', 'campaign_parts', 'campaign_responses', 'email_campaigns'];

function timelineQuery(id: string) {
  return pagedQuery({
    queryKey: ['customer', id, 'timeline'],
    meta: { collections: [...Object.values(TOLD).flatMap(({ kind }) => kind.collections), ...MAILINGS] },
    path: `/api/customers/${encodeURIComponent(id)}/timeline`,
    limit: STEPS,
    select: stepsOf,
  });
}

/** Oldest first, as histories are grouped. */
function stepsOf({ pages }: Pages<TimelineStep>): TimelineStep[] {
  return pages.flatMap(({ records }) => records).toReversed();
}

/**
 * Everything that happened with a customer, newest first: their own steps, those of their lead, quotes, jobs, invoices and
 * reviews, and the campaigns that they were emailed.
 */
export function CustomerTimeline({ customer, mayChange }: { customer: CustomerRecord; mayChange: boolean }) {
  const query = useInfiniteQuery(timelineQuery(customer.id));
  const numbers = useNumbers(customer.id);
  const restore = useRestore(customerKind, customer, {
    title: 'Customer Updated',
    text: 'The earlier value is back.',
    intent: 'success',
  });
  return (
    <DataArea
      query={query}
      firstUse={{ title: 'No history', description: 'This customer has no history.' }}
      filtered={null}
      isEmpty={(steps) => steps.length === 0}
      skeleton={<HistoryPlaces />}
    >
      {(steps) => (
        <>
          <AllEvents category={customerKind.category} id={customer.id} />
          <ol className="hw-history">
            {groupByAct(steps.map(withChangedProperties)).map((act) => {
              const [{ category, id, recordedAt, mailing }] = act.steps as [TimelineStep];
              if (mailing) return <MailedStep key={act.commandId} mailing={mailing} begunAt={recordedAt} />;
              const told = TOLD[category];
              if (!told) return null;
              const canRestore = mayChange && category === 'customer' && !customer.removed;
              return (
                <HistoryAct
                  key={act.commandId}
                  kind={told.kind}
                  id={id}
                  act={act}
                  canChange={mayChange}
                  restore={canRestore ? restore : null}
                  about={told.page && <Link {...told.page(id)}>{numbers.get(id) ?? capitalized(told.kind.noun)}</Link>}
                />
              );
            })}
          </ol>
          <EarlierSteps query={query} />
        </>
      )}
    </DataArea>
  );
}

/** The numbers of a customer's newest quotes, jobs and invoices, by id, to label the steps. */
function useNumbers(id: string): ReadonlyMap<string, string | null> {
  const quotes = useQuery(quotesOf(id)).data ?? [];
  const jobs = useQuery(jobsOf(id)).data ?? [];
  const invoices = useQuery(invoicesOf(id)).data ?? [];
  return new Map([
    ...quotes.map((quote) => [quote.id, quote.quoteNumber] as const),
    ...jobs.map((job) => [job.id, job.jobNumber] as const),
    ...invoices.map((invoice) => [invoice.id, invoice.invoiceNumber] as const),
  ]);
}

/** A step with only the properties that it changed. */
function withChangedProperties(step: TimelineStep): TimelineStep {
  const changes = step.changes.map((change) => {
    if (change.field !== 'properties') return change;
    const before = (change.before ?? []) as PropertyRecord[];
    const after = (change.after ?? []) as PropertyRecord[];
    return { ...change, before: withoutThose(before, after), after: withoutThose(after, before) };
  });
  return { ...step, changes };
}

function withoutThose(
  properties: readonly PropertyRecord[],
  others: readonly PropertyRecord[],
): PropertyRecord[] | null {
  const known = new Set(others.map((property) => JSON.stringify(property)));
  const left = properties.filter((property) => !known.has(JSON.stringify(property)));
  return left.length === 0 ? null : left;
}
