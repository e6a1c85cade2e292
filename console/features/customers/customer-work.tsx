import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import type { QuoteRecord } from '../../../api/quotes/schema.ts';
import { serviceLabel } from '../../../domain/job/terms.ts';
import type { Need } from '../../../domain/user/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { readWith } from '../../entities/account/rights.ts';
import { INVOICES } from '../../entities/invoice/invoice.ts';
import { InvoiceStatusTag } from '../../entities/invoice/invoice-tags.tsx';
import { JOBS, jobPage } from '../../entities/job/job.ts';
import { JobStatusTag } from '../../entities/job/job-tags.tsx';
import { QUOTES, quotePage } from '../../entities/quote/quote.ts';
import { QuoteStatusTag } from '../../entities/quote/quote-tags.tsx';
import { Section } from '../../ui/layout/section.tsx';
import { Day } from '../../ui/values/day.tsx';
import { Money } from '../../ui/values/money.tsx';

/** The most to show of each kind. */
const MOST = 8;

function newestOf<Shown>(need: Need, path: string, collections: readonly string[], customerId: string) {
  return queryOptions({
    queryKey: ['customer-work', path, customerId],
    meta: { collections },
    // One more than is shown reveals whether there are more.
    queryFn: (context) => readWith<Shown>(need, listCall(path, { customerId, limit: String(MOST + 1) }), context),
  });
}

export const jobsOf = (customerId: string) => newestOf<JobRecord>('jobs:read', '/api/jobs', JOBS, customerId);
export const quotesOf = (customerId: string) => newestOf<QuoteRecord>('quotes:read', '/api/quotes', QUOTES, customerId);

export const invoicesOf = (customerId: string) =>
  newestOf<InvoiceRecord>('invoices:read', '/api/invoices', INVOICES, customerId);

/** A customer's quotes, jobs and invoices, newest first, with their amounts. */
export function CustomerWork({ customer: { id } }: { customer: CustomerRecord }) {
  const quotes = useQuery(quotesOf(id)).data ?? [];
  const jobs = useQuery(jobsOf(id)).data ?? [];
  const invoices = useQuery(invoicesOf(id)).data ?? [];
  if (quotes.length + jobs.length + invoices.length === 0) return null;
  const shownJobs = jobs.slice(0, MOST);
  return (
    <>
      {shownJobs.length > 0 && (
        <Section title="Jobs">
          <ul className="hw-entries">
            {shownJobs.map((job) => (
              <Row
                key={job.id}
                to={jobPage(job.id)}
                number={job.jobNumber}
                what={serviceLabel(job.serviceType)}
                tag={<JobStatusTag status={job.status} />}
                day={job.scheduledDate}
                amount={job.amount}
              />
            ))}
          </ul>
          {jobs.length > MOST && (
            <p>
              <Link to="/jobs" search={{ customer: id, status: 'all' }} className="hw-in-text">
                Show all jobs
              </Link>
            </p>
          )}
        </Section>
      )}
      {quotes.length > 0 && (
        <Section title="Quotes">
          <ul className="hw-entries">
            {quotes.slice(0, MOST).map((quote) => (
              <Row
                key={quote.id}
                to={quotePage(quote.id)}
                number={quote.quoteNumber}
                what={quote.items.map(({ service }) => serviceLabel(service)).join(', ')}
                tag={<QuoteStatusTag quote={quote} />}
                day={quote.createdAt}
                amount={quote.total}
              />
            ))}
          </ul>
        </Section>
      )}
      {invoices.length > 0 && (
        <Section title="Invoices">
          <ul className="hw-entries">
            {invoices.slice(0, MOST).map((invoice) => (
              <Row
                key={invoice.id}
                to="/invoices"
                search={{ invoice: invoice.id }}
                number={invoice.invoiceNumber}
                what={invoice.job ?? ''}
                tag={<InvoiceStatusTag invoice={invoice} />}
                day={invoice.issuedOn}
                amount={invoice.totalAmount}
              />
            ))}
          </ul>
          {invoices.length > MOST && (
            <p>
              <Link to="/invoices" search={{ customer: id }} className="hw-in-text">
                Show all invoices
              </Link>
            </p>
          )}
        </Section>
      )}
    </>
  );
}

interface RowProps {
  to: string;
  search?: Record<string, string>;
  number: string | null;
  what: string;
  tag: ReactNode;
  day: string | null;
  amount: string | null;
}

function Row({ to, search, number, what, tag, day, amount }: RowProps) {
  return (
    <li>
      <span>
        <Link to={to} search={search} className="hw-in-text">
          {number ?? 'Open'}
        </Link>{' '}
        {tag} <span className="hw-muted">{what}</span>
        {day && (
          <span className="hw-muted">
            {' · '}
            <Day iso={day} />
          </span>
        )}
      </span>
      {amount !== null && <Money amount={amount} />}
    </li>
  );
}
