import { setImmediate as others } from 'node:timers/promises';
import { AGES, type Age, ageOf, openAt } from '../../domain/invoice/open-amounts.ts';
import { formatCents } from '../../domain/kit/money.ts';
import type { InvoiceDocument } from '../../projections/invoices.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import type { ApiContext } from '../kit/context.ts';
import { namesOfCustomers } from './names.ts';
import type { Receivables } from './schema.ts';

/** The most invoices to read at a time without holding up others. */
const PAGE = 500;

interface Owed {
  cents: Record<Age, number>;
  invoices: number;
  oldestDueDate: string;
}

/** What every customer owed at the end of a day, by how long it was past due. */
export async function receivablesAt(context: ApiContext, asOf: string): Promise<Receivables> {
  const models = context.readModels.current();
  const customers = new Map<string, Owed>();
  for await (const invoice of invoicesThatMayBeOpen(models, asOf)) {
    const open = openAt(invoice, asOf);
    if (open === 0) continue;
    const { customerId, dueDate } = invoice;
    const owed = customers.get(customerId) ?? { cents: noCents(), invoices: 0, oldestDueDate: dueDate };
    owed.cents[ageOf(dueDate, asOf)] += open;
    owed.invoices++;
    if (dueDate < owed.oldestDueDate) owed.oldestDueDate = dueDate;
    customers.set(customerId, owed);
  }
  const names = await namesOfCustomers(models, [...customers.keys()]);
  const sorted = [...customers].sort(([, one], [, other]) => totalOf(other.cents) - totalOf(one.cents));
  const all = noCents();
  for (const [, { cents }] of sorted) for (const age of AGES) all[age] += cents[age];
  return {
    asOf,
    ...shown(all),
    invoices: sorted.reduce((sum, [, { invoices }]) => sum + invoices, 0),
    rows: sorted.map(([customerId, { cents, invoices, oldestDueDate }]) => {
      const customerName = names.get(customerId) ?? null;
      return { customerId, customerName, ...shown(cents), invoices, oldestDueDate };
    }),
  };
}

function noCents(): Record<Age, number> {
  return { current: 0, days1to30: 0, days31to60: 0, days61to90: 0, over90: 0 };
}

function totalOf(cents: Record<Age, number>): number {
  return AGES.reduce((sum, age) => sum + cents[age], 0);
}

function shown(cents: Record<Age, number>): Record<Age | 'total', string> {
  const ages = Object.fromEntries(AGES.map((age) => [age, formatCents(cents[age])])) as Record<Age, string>;
  return { ...ages, total: formatCents(totalOf(cents)) };
}

/**
 * Every invoice of which something may have been open at the end of a day, each once: those that are open today, and those
 * whose books changed after it. What else was booked up to then was settled by then.
 */
async function* invoicesThatMayBeOpen(models: ReadModels, asOf: string): AsyncGenerator<InvoiceDocument> {
  const open = {
    where: { removed: null, isOpen: true, firstDay: { lte: asOf } },
    order: { field: 'firstDay', direction: 'asc' },
  } as const;
  const changed = {
    where: { removed: null, isOpen: false, lastDay: { gt: asOf } },
    order: { field: 'lastDay', direction: 'asc' },
  } as const;
  for (const query of [open, changed]) {
    for await (const page of pagesOf(models, 'invoices', { ...query, limit: PAGE })) {
      yield* page as InvoiceDocument[];
      await others();
    }
  }
}
