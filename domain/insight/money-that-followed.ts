import { addDays } from '../kit/times.ts';
import type { Named } from './raises.ts';
import { type DetectorName, MONEY_FOLLOWS_FOR } from './terms.ts';

/** Those that find income: of costs, prices, crews and time no payment can be told to have followed. */
const FIND_INCOME: readonly string[] = [
  'receivables_aging',
  'invoices_not_emailed',
  'jobs_not_invoiced',
  'quotes_not_sent',
  'slow_leads',
  'customers_due',
] satisfies DetectorName[];

/** Whether payments may follow what a detector finds. */
export function findsIncome(detector: string): boolean {
  return FIND_INCOME.includes(detector);
}

/** An invoice, and what it came of. */
export interface InvoiceOrigins {
  id: string;
  jobId: string | null;
  quoteId: string | null;
  leadId: string | null;
  customerId: string | null;
  /** ISO UTC. */
  createdAt: string;
}

/** Something that was done about an insight. */
export interface ActionOnInsight {
  /** Of the action, to tell it from others. */
  key: string;
  /** ISO UTC, and its day by the company's clock. */
  at: string;
  day: string;
  named: readonly Named[];
}

/** Money received, or paid back. */
export interface MoneyMoved {
  id: string;
  invoiceId: string | null;
  /** Integer cents; negative if paid back, 0 if it was voided. */
  cash: number;
  /** The day it was received, `YYYY-MM-DD`, and when it was recorded, ISO UTC. */
  day: string;
  createdAt: string;
}

/**
 * What followed each action, by its key: each payment once, with the last action before it (MONEY_RULE). One that
 * was recorded before the action, or received on a day before it, did not follow it.
 */
export function moneyThatFollowed<Money extends MoneyMoved>(
  actions: readonly ActionOnInsight[],
  invoices: readonly InvoiceOrigins[],
  moved: readonly Money[],
): Map<string, Money[]> {
  const origins = new Map(invoices.map((invoice) => [invoice.id, invoice]));
  const latest = actions.toSorted((one, other) => order(other, one));
  const following = new Map<string, Money[]>();
  for (const money of moved) {
    const invoice = money.invoiceId === null ? undefined : origins.get(money.invoiceId);
    const action = invoice && latest.find((each) => isAfter(money, each) && concerns(each, invoice));
    if (action) following.set(action.key, [...(following.get(action.key) ?? []), money]);
  }
  return following;
}

function order(one: ActionOnInsight, other: ActionOnInsight): number {
  if (one.at !== other.at) return one.at < other.at ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

function isAfter({ day, createdAt }: MoneyMoved, action: ActionOnInsight): boolean {
  return createdAt > action.at && day >= action.day && day <= addDays(action.day, MONEY_FOLLOWS_FOR);
}

function concerns({ named, at }: ActionOnInsight, invoice: InvoiceOrigins): boolean {
  return named.some(({ kind, id }) => {
    switch (kind) {
      case 'invoice':
        return invoice.id === id;
      case 'job':
        return invoice.jobId === id;
      case 'quote':
        return invoice.quoteId === id;
      case 'lead':
        return invoice.leadId === id;
      case 'customer':
        return invoice.customerId === id && invoice.createdAt > at;
      default:
        return false;
    }
  });
}
