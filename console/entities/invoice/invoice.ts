import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { InvoiceLink, InvoiceRecord, invoiceFigures, PaymentRecord } from '../../../api/invoices/schema.ts';
import { listCall, pagedQuery, recordsOf } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { ERASED } from '../../ui/values/erased.ts';
import { readWith } from '../account/rights.ts';

/** A change to an invoice makes these stale: it may be deducted elsewhere, and a surplus is credit of the customer. */
export const INVOICES = ['invoices', 'payments', 'credits'] as const;
/** Also the job it is for. */
export const INVOICES_AND_JOBS = [...INVOICES, 'jobs'] as const;

// An email that was not delivered shows on its invoice.
const META = { collections: INVOICES, anyOf: ['mails'] } as const;
const PATH = '/api/invoices';

export interface InvoiceFilter {
  search?: string | undefined;
  sort?: string | undefined;
  status?: string | undefined;
  customerId?: string | undefined;
  jobId?: string | undefined;
  quoteId?: string | undefined;
  campaignId?: string | undefined;
  toSend?: boolean | undefined;
  /** The first and last day on which they were issued, are due, or were paid in full. */
  from?: string | undefined;
  to?: string | undefined;
  dueFrom?: string | undefined;
  dueTo?: string | undefined;
  paidFrom?: string | undefined;
  paidTo?: string | undefined;
  /** Dollars. */
  amountFrom?: string | undefined;
  amountTo?: string | undefined;
}

/** The list's call with its filters and sorting. */
export function invoicesPath(filter: InvoiceFilter): string {
  return listCall(PATH, { ...filter });
}

/** The invoices of a call, loaded as far as the person has scrolled. */
export function invoicesQuery(path: string) {
  return pagedQuery<InvoiceRecord>({
    queryKey: ['invoices', path],
    meta: META,
    path,
    limit: 60,
    further: 200,
    select: recordsOf,
  });
}

/** Path of an invoice. */
export function invoicePath(id: string): string {
  return `${PATH}/${encodeURIComponent(id)}`;
}

export function invoiceQuery(id: string) {
  return queryOptions({
    queryKey: ['invoice', id],
    meta: { ...META, id },
    queryFn: (context) => read<InvoiceRecord>(invoicePath(id), context),
  });
}

/** A quote's deposit and the invoices of its work, newest first. */
export function invoicesOfQuoteQuery(quoteId: string) {
  return queryOptions({
    queryKey: ['invoices-of-quote', quoteId],
    meta: META,
    queryFn: (context) => readWith<InvoiceRecord>('invoices:read', invoicesPath({ quoteId }), context),
  });
}

/** The customer's link, and where it and those that it replaced went. */
export function invoiceLinkQuery(id: string) {
  return queryOptions({
    queryKey: ['invoice-link', id],
    meta: { ...META, anyOf: [...META.anyOf, 'customers'] },
    queryFn: (context) => read<InvoiceLink>(`${invoicePath(id)}/link`, context),
  });
}

/** The payments on an invoice, newest first. */
export function paymentsQuery(id: string) {
  return queryOptions({
    queryKey: ['invoice-payments', id],
    meta: META,
    queryFn: (context) => read<PaymentRecord[]>(`${invoicePath(id)}/payments`, context),
  });
}

/** Paid, unpaid and overdue amounts of all invoices. */
export const invoiceFiguresQuery = queryOptions({
  queryKey: ['invoice-figures'],
  meta: META,
  placeholderData: keepPreviousData,
  queryFn: (context) => read<z.output<typeof invoiceFigures>>(`${PATH}/figures`, context),
});

/** An invoice's display name: its number and customer. */
export function invoiceName({
  invoiceNumber,
  customer,
  erased,
}: Pick<InvoiceRecord, 'invoiceNumber' | 'customer' | 'erased'>): string {
  return [invoiceNumber ?? 'Invoice', erased ? ERASED : customer].filter(Boolean).join(', ');
}
