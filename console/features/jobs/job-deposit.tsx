import { Callout } from '@blueprintjs/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { InvoiceRecord } from '../../../api/invoices/schema.ts';
import type { JobRecord } from '../../../api/jobs/schema.ts';
import { isCalledOff, standingOf } from '../../../domain/job/terms.ts';
import { invoicesOfQuoteQuery, paymentsQuery } from '../../entities/invoice/invoice.ts';
import { knownCents } from '../../ui/values/amount.ts';
import { formatMoney } from '../../ui/values/format.ts';

/** A deposit that was asked for with a job's quote and is still to be dealt with. */
interface Deposit {
  invoice: InvoiceRecord;
  /** Cents of it that the company holds. */
  held: number;
}

/** Null where there is none, as where it was cancelled or used; `unknown` where it cannot be read. */
type DepositRead = Deposit | null | 'reading' | 'unknown';

/** The deposit of the quote that a job carries out. @param isAsked whether anybody wants to know */
export function useDepositOf({ quoteId }: JobRecord, isAsked = true): DepositRead {
  const isOfQuote = quoteId !== null && isAsked;
  const invoices = useQuery({ ...invoicesOfQuoteQuery(quoteId ?? ''), enabled: isOfQuote });
  const invoice = invoices.data?.find(({ kind, status, deductedBy }) => {
    return kind === 'deposit' && status !== 'cancelled' && deductedBy === null;
  });
  const payments = useQuery({ ...paymentsQuery(invoice?.id ?? ''), enabled: invoice !== undefined });
  if (!isOfQuote || (invoices.data && !invoice)) return null;
  if (!invoice || !payments.data) return invoices.isError || payments.isError ? 'unknown' : 'reading';
  const held = payments.data
    .filter(({ status }) => status !== 'voided')
    .reduce((sum, { applied, refunded }) => sum + knownCents(applied) - knownCents(refunded), 0);
  return { invoice, held };
}

/** Whether removing a job would take away work that a deposit is asked for. */
export function mayLoseDeposit({ quoteId, status }: JobRecord): boolean {
  return quoteId !== null && status !== 'completed';
}

/** Whether the work of a job will not be done, so that nobody is asked for its deposit. */
export function isWorkOff({ status, removed }: JobRecord): boolean {
  return isCalledOff(standingOf(status, removed));
}

/** Whether closing the job without an invoice would leave the deposit for ever: then it is refused. */
export function isUnsettled(deposit: DepositRead): boolean {
  if (deposit === null || typeof deposit === 'string') return false;
  return deposit.held > 0 || knownCents(deposit.invoice.balance) > 0;
}

/** What becomes of what is owed and of what is paid. */
const BECOMES = {
  cancel: {
    owed: (name: string) => `is still owed until you cancel ${name}. Nobody is reminded of it.`,
    paid: (name: string) =>
      `is paid, and stays the customer’s deposit until you refund it (Payments of ${name}), or cancel ${name}: then it is credit, which pays their other invoices.`,
  },
  close: {
    owed: (name: string) => `is still owed, and no invoice deducts it: cancel ${name} first.`,
    paid: (name: string) =>
      `is paid, and no invoice deducts it: first refund it as no longer owed (Payments of ${name}), or cancel ${name}: then it is credit, which pays their other invoices.`,
  },
} as const;

interface DepositOfEndedProps {
  deposit: DepositRead;
  /** Whether its job is cancelled, which is as removed, or closed with nothing to invoice. */
  act: keyof typeof BECOMES;
}

/** What becomes of the deposit of a job that no invoice will be made of. */
export function DepositOfEnded({ deposit, act }: DepositOfEndedProps) {
  if (deposit === null) return null;
  if (deposit === 'reading') return <p role="status">Looking up its deposit…</p>;
  if (deposit === 'unknown')
    return (
      <Callout>Whether a deposit was asked for could not be looked up. Look at its quote once you have signal.</Callout>
    );
  const { invoice, held } = deposit;
  const isOpen = knownCents(invoice.balance) > 0;
  const name = invoice.invoiceNumber ?? 'its invoice';
  const { owed, paid } = BECOMES[act];
  return (
    <Callout title="Its deposit">
      <p>
        {`A deposit of ${formatMoney(invoice.totalAmount)} was asked for with `}
        <Link to="/invoices" search={{ invoice: invoice.id }} className="hw-in-text">
          {name}
        </Link>
        .
      </p>
      {isOpen && <p>{`${formatMoney(invoice.balance)} ${owed(name)}`}</p>}
      {held > 0 && <p>{`${formatMoney(held / 100)} ${paid(name)}`}</p>}
      {!isOpen && held === 0 && <p>It was refunded: nothing of it is left.</p>}
    </Callout>
  );
}
