import type { z } from 'zod';
import { isForCancelledWork, nextReminder } from '../../domain/invoice/reminders.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { addDays } from '../../domain/kit/times.ts';
import { credits } from '../../projections/credits.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import { companySettings, companyToday, dayOf } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';
import { addressesOfInvoices } from './address.ts';
import { nameOfOwing } from './attention.ts';
import { REMINDERS_AHEAD_DAYS, type remindersAnswer } from './schema.ts';

type Answer = z.output<typeof remindersAnswer>;

/** The most reminders to list. */
const MOST_SHOWN = 100;
const PAGE = 500;

/**
 * Which reminders will come in the next days, by the rule in the settings or another one, and how many are waiting.
 * @param other days after the due date, ascending
 */
export async function remindersAhead(context: ApiContext, other?: readonly number[]): Promise<Answer> {
  const [settings, today] = await Promise.all([companySettings(context), companyToday(context)]);
  const rule = [...(other ?? settings.reminderDays)];
  const until = addDays(today, REMINDERS_AHEAD_DAYS);
  const coming: { invoice: InvoiceDocument; on: string }[] = [];
  for await (const page of remindable(context, until)) {
    for (const invoice of page) {
      const on = isForCancelledWork(invoice, invoice.depositJobStanding) ? null : nextReminder(invoice, rule, today);
      if (on !== null && on <= until) coming.push({ invoice, on });
    }
  }
  coming.sort((one, two) => order(one.on, two.on) || order(one.invoice.dueDate, two.invoice.dueDate));
  const shown = coming.slice(0, MOST_SHOWN);
  const models = context.readModels.current();
  const owed = { where: { isOwed: true } } as const;
  const [addresses, waiting, owing, owingCount] = await Promise.all([
    addressesOfInvoices(
      context,
      shown.map(({ invoice }) => invoice),
    ),
    models.count('mails', { where: { status: 'prepared', kind: 'invoice_reminder' } }),
    models.find(credits.collection, { ...owed, order: { field: 'owedSince', direction: 'asc' }, limit: MOST_SHOWN }),
    models.count(credits.collection, owed),
  ]);
  return {
    today,
    rule,
    waiting,
    count: coming.length,
    owingCount,
    owing: owing.documents.map((credit) => ({
      customerId: credit.customerId,
      customer: nameOfOwing(credit),
      owed: formatCents(credit.owed),
      since: credit.owedSince === null ? today : dayOf(Date.parse(credit.owedSince), settings.timeZone),
    })),
    upcoming: shown.map(({ invoice, on }) => {
      const { id, invoiceNumber, customerName: customer, dueDate, balance } = invoice;
      return {
        id,
        invoiceNumber,
        customer,
        balance: formatCents(balance),
        dueDate,
        on,
        to: addresses.get(id) ?? null,
      };
    }),
  };
}

/** Open invoices due by a day, of the kinds that get reminders at all, a page at a time. */
async function* remindable({ readModels }: ApiContext, until: string): AsyncGenerator<readonly InvoiceDocument[]> {
  const models = readModels.current();
  const where = { removed: null, remindFrom: { lte: until } };
  const order = { field: 'remindFrom', direction: 'asc' } as const;
  for (let after: string | null | undefined; after !== null; ) {
    const page = await models.find(invoices.collection, { where, order, limit: PAGE, ...(after && { after }) });
    yield page.documents;
    after = page.cursor;
  }
}

function order(one: string, two: string): number {
  return one < two ? -1 : one > two ? 1 : 0;
}
