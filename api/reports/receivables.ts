import { setImmediate as others } from 'node:timers/promises';
import { owedParts } from '../../domain/credit/owed.ts';
import { AGES, type Age, ageOf, openAt } from '../../domain/invoice/open-amounts.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { credits } from '../../projections/credits.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { companyZone, dayOf, type FiguresContext } from '../kit/company-time.ts';
import { namesOfCustomers } from './names.ts';
import type { Receivables } from './schema.ts';

/** The most invoices to read at a time without holding up others. */
const PAGE = 500;

interface Owed {
  cents: Record<Age, number>;
  /** Of these: spent credit. */
  credit: number;
  invoices: number;
  oldestDueDate: string;
}

/**
 * What every customer owed at the end of a day, by how long it was past due: open invoices, and credit that was spent and
 * whose payment was voided since.
 */
export async function receivablesAt(context: FiguresContext, asOf: string): Promise<Receivables> {
  const models = context.readModels.current();
  const customers = new Map<string, Owed>();
  const owe = (customerId: string, dueDate: string, open: number): Owed => {
    const owed = customers.get(customerId) ?? { cents: noCents(), credit: 0, invoices: 0, oldestDueDate: dueDate };
    owed.cents[ageOf(dueDate, asOf)] += open;
    if (dueDate < owed.oldestDueDate) owed.oldestDueDate = dueDate;
    customers.set(customerId, owed);
    return owed;
  };
  for await (const invoice of invoicesThatMayBeOpen(models, asOf)) {
    const open = openAt(invoice, asOf);
    if (open !== 0) owe(invoice.customerId, invoice.dueDate, open).invoices++;
  }
  for await (const { customerId, day, cents } of creditsOwed(models, asOf, await companyZone(context))) {
    owe(customerId, day, cents).credit += cents;
  }
  const names = await namesOfCustomers(models, [...customers.keys()]);
  const sorted = [...customers].sort(([, one], [, other]) => totalOf(other.cents) - totalOf(one.cents));
  const all = noCents();
  for (const [, { cents }] of sorted) for (const age of AGES) all[age] += cents[age];
  return {
    asOf,
    ...shown(all),
    owedCredit: formatCents(sorted.reduce((sum, [, { credit }]) => sum + credit, 0)),
    invoices: sorted.reduce((sum, [, { invoices }]) => sum + invoices, 0),
    rows: sorted.map(([customerId, { cents, credit, invoices, oldestDueDate }]) => {
      const customerName = names.get(customerId) ?? null;
      return { customerId, customerName, ...shown(cents), owedCredit: formatCents(credit), invoices, oldestDueDate };
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

/** The parts of spent credit that were owed at the end of a day, each with the day since which it is owed. */
async function* creditsOwed(models: ReadModels, asOf: string, zone: string) {
  const query = { where: { owedChangedAt: { gt: '' } }, order: { field: 'owedChangedAt', direction: 'asc' } } as const;
  for await (const page of pagesOf(models, credits.collection, { ...query, limit: PAGE })) {
    for (const { customerId, owedChanges } of page) {
      const dayOfChange = ({ at }: { at: string }) => dayOf(Date.parse(at), zone);
      const until = owedChanges.filter((change) => dayOfChange(change) <= asOf);
      for (const part of owedParts(until)) yield { customerId, day: dayOfChange(part), cents: part.cents };
    }
  }
}

/**
 * Every invoice of which something may have been open at the end of a day, each once: those that are open today, and those
 * whose books changed after it. What else was booked up to then was settled by then.
 */
export async function* invoicesThatMayBeOpen(models: ReadModels, asOf: string): AsyncGenerator<InvoiceDocument> {
  const open = {
    where: { removed: null, isOpen: true, firstDay: { lte: asOf } },
    order: { field: 'firstDay', direction: 'asc' },
  } as const;
  const changed = {
    where: { removed: null, isOpen: false, lastDay: { gt: asOf } },
    order: { field: 'lastDay', direction: 'asc' },
  } as const;
  for (const query of [open, changed]) {
    for await (const page of pagesOf(models, invoices.collection, { ...query, limit: PAGE })) {
      yield* page;
      await others();
    }
  }
}
