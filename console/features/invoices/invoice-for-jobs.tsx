import { Button, Checkbox } from '@blueprintjs/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type Dispatch, type SetStateAction, useState } from 'react';
import type { z } from 'zod';
import type { invoicedJobs } from '../../../api/invoices/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { INVOICE_LIMITS } from '../../../domain/invoice/terms.ts';
import { serviceLabel } from '../../../domain/job/terms.ts';
import { listCall, pagedQuery, pagingOf, recordsOf } from '../../data/paged-query.ts';
import { useCommand } from '../../data/use-command.ts';
import { INVOICES_AND_JOBS, invoiceName } from '../../entities/invoice/invoice.ts';
import { tellRefused } from '../../records/acts/use-act.ts';
import { ActionBar } from '../../ui/layout/action-bar.tsx';
import { More } from '../../ui/layout/more.tsx';
import { DataArea, SkeletonRows } from '../../ui/status/data-area.tsx';
import { showToast } from '../../ui/status/toaster.tsx';
import { useIsOpen } from '../../ui/use-is-open.ts';
import { knownCents } from '../../ui/values/amount.ts';
import { Day } from '../../ui/values/day.tsx';
import { formatMoney } from '../../ui/values/format.ts';
import { Money } from '../../ui/values/money.tsx';
import { useSendInvoices } from './email-invoice.tsx';
import { InvoiceOfLines, type JobToInvoice, Totals } from './invoice-of-lines.tsx';

type InvoicedJobs = z.output<typeof invoicedJobs>;

const PATH = listCall('/api/jobs', { toInvoice: true });

const jobsToInvoiceQuery = pagedQuery<JobRecord>({
  queryKey: ['jobs-to-invoice'],
  meta: { collections: INVOICES_AND_JOBS },
  path: PATH,
  limit: INVOICE_LIMITS.atOnce,
  select: recordsOf,
});

interface InvoiceForJobsProps {
  /** The ids of the jobs that are selected. */
  chosen: ReadonlySet<string>;
  setChosen: Dispatch<SetStateAction<ReadonlySet<string>>>;
  onOpen(id: string, how?: 'return'): void;
  onClose(): void;
}

/** Finished jobs without an invoice: each selected one gets its own. */
export function InvoiceForJobs({ chosen, setChosen, onOpen, onClose }: InvoiceForJobsProps) {
  const query = useInfiniteQuery(jobsToInvoiceQuery);
  /** What is invoiced by a form of its own: less a discount, or only a part. */
  const [byForm, setByForm] = useState<JobToInvoice | null>(null);
  const [results, setResults] = useState<InvoicedJobs['results']>([]);
  const isOpen = useIsOpen();
  const generate = useCommand<readonly string[], InvoicedJobs>({
    command: (jobIds) => ({ method: 'POST', path: '/api/invoices/for-jobs', body: { jobIds } }),
    collections: INVOICES_AND_JOBS,
    onSuccess({ data }, asked) {
      const made = data.results.flatMap(({ invoice }) => invoice ?? []);
      setResults(data.results);
      setChosen(new Set(data.results.filter(({ invoice }) => invoice === null).map(({ jobId: id }) => id)));
      if (made.length > 0) {
        const text =
          made.length === 1 ? `${made[0] && invoiceName(made[0])} was made.` : `${made.length} invoices were made.`;
        void showToast({
          title: made.length === 1 ? 'Invoice Generated' : 'Invoices Generated',
          text,
          intent: 'success',
        });
      }
      if (asked.length === 1 && made[0] && isOpen.current) onOpen(made[0].id);
    },
    onError: tellRefused,
  });
  const jobs = query.data ?? [];
  // A job that somebody else has invoiced meanwhile is left out.
  const asked = jobs
    .filter(({ id }) => chosen.has(id))
    .slice(0, INVOICE_LIMITS.atOnce)
    .toSorted(byCompletion);
  const only = asked.length === 1 ? asked[0] : undefined;
  const subtotal = asked.reduce((sum, job) => sum + knownCents(leftOf(job)), 0);
  const isAll = asked.length > 0 && asked.length === Math.min(jobs.length, INVOICE_LIMITS.atOnce);
  const toggle = (id: string) =>
    setChosen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  if (byForm !== null) return <InvoiceOfLines job={byForm} onOpen={onOpen} onClose={() => setByForm(null)} />;
  return (
    <form
      className="hw-form"
      aria-busy={generate.isPending}
      onSubmit={(event) => {
        event.preventDefault();
        if (asked.length > 0 && !generate.isPending) generate.mutate(asked.map(({ id }) => id));
      }}
    >
      <DataArea
        query={query}
        isEmpty={() => jobs.length === 0 && results.length === 0}
        firstUse={{
          title: 'No finished jobs to invoice',
          description: 'Jobs show here once they are completed, until they have an invoice.',
        }}
        filtered={null}
        skeleton={<SkeletonRows rows={5} />}
      >
        {() =>
          jobs.length === 0 ? (
            <p className="hw-muted">Every finished job has its invoice now.</p>
          ) : (
            <>
              <Checkbox
                label="All of them"
                checked={isAll}
                indeterminate={!isAll && asked.length > 0}
                onChange={() => setChosen(new Set(isAll ? [] : jobs.map(({ id }) => id)))}
              />
              <ul className="hw-entries">
                {jobs.map((job) => (
                  <li key={job.id}>
                    <Checkbox checked={chosen.has(job.id)} onChange={() => toggle(job.id)}>
                      {job.jobNumber} {job.customerName}{' '}
                      <span className="hw-muted">
                        {workOf(job)}
                        {job.completedAt && (
                          <>
                            {' · '}
                            <Day iso={job.completedAt} />
                          </>
                        )}
                      </span>
                    </Checkbox>
                    <Left job={job} />
                  </li>
                ))}
              </ul>
              <More paging={pagingOf(query)} label="jobs" />
            </>
          )
        }
      </DataArea>
      {/* For each invoice, the server rounds the tax and deducts the invoiced deposits. */}
      {only && (
        <>
          <Totals subtotal={subtotal} />
          <Button text="Discount, or only a part…" onClick={() => setByForm({ id: only.id, left: leftOf(only) })} />
        </>
      )}
      {asked.length > 1 && (
        <p role="status" className="hw-entries-sum">
          <span>{asked.length} jobs, before tax and deposits</span>
          <strong>
            <Money amount={subtotal / 100} />
          </strong>
        </p>
      )}
      {results.length > 0 && <Results key={results[0]?.jobId} results={results} jobs={jobs} onOpen={onOpen} />}
      <ActionBar>
        <Button text="Close" onClick={onClose} />
        <Button
          type="submit"
          intent="primary"
          text={asked.length > 1 ? `Generate ${asked.length} invoices` : 'Generate Invoice'}
          disabled={asked.length === 0}
          loading={generate.isPending}
        />
      </ActionBar>
    </form>
  );
}

function leftOf({ leftToInvoice, amount }: JobRecord): string | null {
  return leftToInvoice ?? amount;
}

function Left({ job }: { job: JobRecord }) {
  const left = leftOf(job);
  if (left === null) return <span className="hw-muted">No price</span>;
  const isRest = knownCents(left) !== knownCents(job.amount);
  return (
    <span>
      <Money amount={left} />
      {isRest && <span className="hw-muted"> left of {formatMoney(job.amount ?? '')}</span>}
    </span>
  );
}

/** The work that was done first gets the lowest number. */
function byCompletion(a: JobRecord, b: JobRecord): number {
  return (a.completedAt ?? '').localeCompare(b.completedAt ?? '');
}

/** The work done, in one line. */
function workOf({ items, serviceType }: JobRecord): string {
  const services = [...new Set(items.map(({ service }) => serviceLabel(service)))];
  return services.length === 0 ? serviceLabel(serviceType) : services.join(', ');
}

function sendText(made: number, toSend: number): string {
  if (toSend === 0) return 'Done';
  if (toSend < made) return 'Email the rest';
  return made === 1 ? 'Email it' : `Email these ${made}`;
}

interface ResultsProps {
  results: InvoicedJobs['results'];
  jobs: readonly JobRecord[];
  onOpen(id: string, how?: 'return'): void;
}

/** It is below a list that may be long. */
function scrollTo(shown: HTMLElement | null): void {
  shown?.scrollIntoView({ block: 'nearest' });
}

/** The result for each job. */
function Results({ results, jobs, onOpen }: ResultsProps) {
  const [sent, setSent] = useState<readonly string[]>([]);
  const send = useSendInvoices((undone) => setSent((before) => before.filter((id) => !undone.includes(id))));
  const made = results.flatMap(({ invoice }) => invoice?.id ?? []);
  // A refused one can be sent again, once a missing address was added.
  const toSend = made.filter((id) => !sent.includes(id));
  return (
    <section ref={scrollTo} className="hw-drawer-section" aria-label="Generated">
      <h3>Generated</h3>
      {made.length > 0 && (
        <Button
          text={sendText(made.length, toSend.length)}
          disabled={toSend.length === 0}
          loading={send.isPending}
          onClick={() =>
            send.mutate(toSend, { onSuccess: ({ data }) => setSent((before) => [...before, ...data.sent]) })
          }
        />
      )}
      <ul className="hw-entries">
        {results.map(({ jobId, invoice, message }) => (
          <li key={jobId}>
            {invoice ? (
              <>
                <span>{invoiceName(invoice)}</span>
                <Money amount={invoice.totalAmount} />
                <Button
                  size="small"
                  text="Open"
                  aria-label={`Open ${invoiceName(invoice)}`}
                  onClick={() => onOpen(invoice.id)}
                />
              </>
            ) : (
              <span>
                {jobs.find(({ id }) => id === jobId)?.jobNumber ?? 'A job'}: {message}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
