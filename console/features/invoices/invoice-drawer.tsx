import { Button } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import { useNewest } from '../../data/told.ts';
import { customerPage } from '../../entities/customer/customer.ts';
import { invoiceLinkQuery, invoiceName, invoicePath, invoiceQuery } from '../../entities/invoice/invoice.ts';
import { invoiceKind } from '../../entities/invoice/invoice-kind.ts';
import { InvoiceStatusTag } from '../../entities/invoice/invoice-tags.tsx';
import { useReplaceLink } from '../../entities/invoice/replace-link.ts';
import { jobPage } from '../../entities/job/job.ts';
import { MailSection, UnsentMails } from '../../entities/mail/mail-section.tsx';
import { DownloadPdf } from '../../records/acts/download-pdf.tsx';
import { useRecordActs } from '../../records/acts/record-acts.ts';
import type { OpenRecord } from '../../records/list/list-page.tsx';
import { RecordDrawer } from '../../records/record/record-drawer.tsx';
import type { OnSearch } from '../../ui/search.ts';
import { knownCents } from '../../ui/values/amount.ts';
import { ERASED } from '../../ui/values/erased.ts';
import { Money } from '../../ui/values/money.tsx';
import { EmailInvoiceDialog } from './email-invoice.tsx';
import { CancelInvoiceDialog } from './invoice-dialogs.tsx';
import { InvoiceLinks } from './invoice-links.tsx';
import { InvoicePayments } from './invoice-payments.tsx';
import { InvoiceReminders } from './invoice-reminders.tsx';
import type { InvoicesSearch } from './invoices-search.ts';

interface InvoiceDrawerProps extends OpenRecord {
  search: InvoicesSearch;
  onSearch: OnSearch<InvoicesSearch>;
}

/** One invoice and its payments. */
export function InvoiceDrawer({ search, onSearch, ...open }: InvoiceDrawerProps) {
  const query = useQuery(invoiceQuery(open.id));
  const invoice = useNewest(query.data);
  // If the customer was erased, only payments can still be corrected.
  const { canChange } = open;
  const mayChange = canChange && !invoice?.erased;
  const close = () => onSearch({ do: undefined, payment: undefined });
  return (
    <>
      <RecordDrawer
        {...open}
        kind={invoiceKind}
        record={invoice}
        loading={query}
        badge={invoice && <InvoiceStatusTag invoice={invoice} />}
        actions={invoice && <Acts invoice={invoice} mayChange={mayChange} onDo={(act) => onSearch({ do: act })} />}
        above={invoice && <Amounts invoice={invoice} />}
        below={
          invoice && (
            <>
              <Lines invoice={invoice} />
              {invoice.status === 'pending' && !invoice.erased && (
                <InvoiceReminders invoice={invoice} canChange={mayChange} />
              )}
              {mayChange && <ToCustomer invoice={invoice} />}
            </>
          )
        }
        also={
          invoice && {
            id: 'payments',
            title: 'Payments',
            panel: <InvoicePayments invoice={invoice} search={search} onSearch={onSearch} canChange={canChange} />,
          }
        }
      />
      {invoice && mayChange && search.do === 'email' && <EmailInvoiceDialog invoice={invoice} onClose={close} />}
      {invoice && canChange && search.do === 'cancel' && <CancelInvoiceDialog invoice={invoice} onClose={close} />}
    </>
  );
}

/** The customer's page, and the emails sent. */
function ToCustomer({ invoice }: { invoice: InvoiceRecord }) {
  const { data, isPending } = useQuery(invoiceLinkQuery(invoice.id));
  const about = { category: 'invoice', recordId: invoice.id };
  return (
    <>
      <UnsentMails about={about} canChange />
      <div className="hw-drawer-section">{data && <InvoiceLinks invoice={invoice} link={data} />}</div>
      {/* Not before the link, which would push it down. */}
      <div className="hw-drawer-section">{!isPending && <MailSection about={about} />}</div>
    </>
  );
}

interface ActsProps {
  invoice: InvoiceRecord;
  mayChange: boolean;
  onDo(act: 'cancel' | 'email'): void;
}

function Acts({ invoice, mayChange, onDo }: ActsProps) {
  const { status, erased, deductedBy, ofCancelledJob } = invoice;
  const onCancel = () => onDo('cancel');
  const email = { text: 'Email Invoice', run: () => onDo('email') };
  const canEmail = mayChange && status !== 'cancelled' && !(ofCancelledJob && status === 'pending');
  const text = 'Cancel invoice…';
  const canCancel = status !== 'cancelled' && deductedBy === null;
  const { replace } = useReplaceLink(invoice);
  useRecordActs(invoiceName(invoice), [
    ...(canEmail ? [email] : []),
    ...(mayChange ? [{ text: 'Replace link', run: replace }] : []),
    ...(canCancel ? [{ text, run: onCancel }] : []),
  ]);
  return (
    <>
      {canEmail && <Button intent="primary" text={email.text} onClick={email.run} />}
      {!erased && <DownloadPdf of={invoicePath(invoice.id)} />}
      {canCancel && <Button variant="minimal" intent="danger" text={text} onClick={onCancel} />}
    </>
  );
}

/** The customer, and the amounts they ask about. */
function Amounts({ invoice }: { invoice: InvoiceRecord }) {
  const { customer, customerId, erased, amount, taxAmount, deducted, totalAmount, balance, jobId, quoteId } = invoice;
  const { noLongerOwed, taxNoLongerOwed, kind } = invoice;
  return (
    <>
      <p className="hw-job-line">
        <Link to={customerPage(customerId)}>{erased ? ERASED : (customer ?? 'Customer')}</Link>
        {jobId && <Link to={jobPage(jobId)}>Job</Link>}
        {quoteId && (
          <Link to="/quotes/$id" params={{ id: quoteId }}>
            Quote
          </Link>
        )}
      </p>
      <dl className="hw-details hw-amounts">
        <Told label="Amount" amount={amount} />
        <Told label="Tax" amount={taxAmount} />
        {knownCents(deducted) > 0 && <Told label="Deposits deducted" amount={`-${deducted}`} />}
        <Told label="Total" amount={totalAmount} />
        {knownCents(noLongerOwed) > 0 && (
          <Told label={kind === 'deposit' ? 'Given back' : 'No longer owed'} amount={`-${noLongerOwed}`} />
        )}
        {knownCents(taxNoLongerOwed) > 0 && <Told label="Tax in that" amount={`-${taxNoLongerOwed}`} />}
        <Told label="Remaining balance" amount={balance} />
      </dl>
    </>
  );
}

function Told({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="hw-detail">
      <dt>{label}</dt>
      <dd>
        <Money amount={amount} />
      </dd>
    </div>
  );
}

/** What is charged, and which deposits are deducted. */
function Lines({
  invoice: { lines, deductions, deductedBy, status, reason, taxAmount, taxRate },
}: {
  invoice: InvoiceRecord;
}) {
  return (
    <section className="hw-drawer-section" aria-label="Lines">
      <h3>Lines</h3>
      {status === 'cancelled' && <p>Cancelled{reason ? `: ${reason}` : '.'}</p>}
      {deductedBy !== null && (
        <p>
          The{' '}
          <Link to="/invoices" search={{ invoice: deductedBy }} className="hw-in-text">
            final invoice
          </Link>{' '}
          deducts this deposit.
        </p>
      )}
      <ul className="hw-entries">
        {lines.map(({ id, description, quantity, unitPrice, amount }) => (
          <li key={id}>
            <span>
              {description ?? ERASED}
              {quantity !== 1 && (
                <span className="hw-muted">
                  {' '}
                  {quantity} × <Money amount={unitPrice} />
                </span>
              )}
            </span>
            <Money amount={amount} />
          </li>
        ))}
        {knownCents(taxAmount) > 0 && (
          <li>
            <span>Tax, {taxRate}%</span>
            <Money amount={taxAmount} />
          </li>
        )}
        {deductions.map(({ invoiceId, invoiceNumber, amount, open }) => (
          <li key={invoiceId}>
            <span>
              Deposit{' '}
              <Link to="/invoices" search={{ invoice: invoiceId }} className="hw-in-text">
                {invoiceNumber ?? 'invoice'}
              </Link>
              {knownCents(open) > 0 && (
                <span className="hw-muted">
                  {' '}
                  <Money amount={open} /> of it is still to be paid
                </span>
              )}
            </span>
            <Money amount={`-${amount}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}
