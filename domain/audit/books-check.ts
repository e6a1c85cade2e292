import { ACCOUNT_KEYS, ACCOUNTS, type AccountKey, type AccountSums } from '../accounts/terms.ts';
import { type BookedCost, costEntries, costIdOf, evolveCost, isCostFact } from '../books/costs.ts';
import { type Entry, entryOf } from '../books/postings.ts';
import { cost } from '../cost/cost.ts';
import { type CreditCommand, type CreditState, credit } from '../credit/credit.ts';
import type { CreditEvent } from '../credit/events.ts';
import { equipment } from '../equipment/equipment.ts';
import { due, refundsOf } from '../invoice/allowances.ts';
import type { InvoiceEvent } from '../invoice/events.ts';
import { deductedOf, type InvoiceCommand, type InvoiceState, type IssuedInvoice, invoice } from '../invoice/invoice.ts';
import { balanceOf } from '../invoice/payments.ts';
import { job } from '../job/job.ts';
import { partsOfStream, type RecordedEvent } from '../kit/event.ts';
import { dollarText } from '../kit/money.ts';
import { numberText } from '../kit/numbers.ts';
import type { Step } from '../kit/process.ts';
import { carryCredit } from '../processes/carry-credit.ts';
import { useCredit } from '../processes/use-credit.ts';

/** Credit on its way between a customer's credit and an invoice: one has recorded it, the other not yet. */
export interface CreditOnItsWay {
  customerId: string;
  /** Its number, `INV-1001`, or its id if it has none. */
  invoice: string;
  /** Cents; negative if it is to be taken back. */
  amount: number;
}

const CATEGORIES: ReadonlySet<string> = new Set(
  [invoice, credit, cost, job, equipment].map(({ category }) => category),
);

/** Whether a stream may hold events that are booked: an unreadable event there may be missing from the books. */
export function mayBeBooked(stream: string): boolean {
  return CATEGORIES.has(partsOfStream(stream).category);
}

/** The result of checking the books of a whole log. */
export interface BooksReport {
  entries: number;
  /** All accounts, in their order. */
  accounts: readonly AccountSums[];
  onItsWay: readonly CreditOnItsWay[];
  /**
   * Histories in which earlier versions went wrong about a refund, and what became of it, in words for a person. The
   * books are right about them, but somebody may have to talk to the customer.
   */
  mended: readonly string[];
  /** What is wrong, in words for a person; empty if the books are right. */
  faults: readonly string[];
}

/**
 * Builds the books from all events of a log, in order, and compares them with the state of invoices and credit, which
 * comes from the deciders and knows nothing of the books.
 */
export class BooksCheck {
  readonly #accounts = new Map<AccountKey, AccountSums>(
    ACCOUNT_KEYS.map((account) => [account, { account, debit: 0, credit: 0 }]),
  );
  readonly #costs = new Map<string, BookedCost | null>();
  readonly #invoices = new Map<string, InvoiceState>();
  readonly #credits = new Map<string, CreditState>();
  /** The books in cents: each account of each invoice, by `receivable <id>`, and the credit of each customer. */
  readonly #ofInvoices = new Map<string, number>();
  readonly #credit = new Map<string, number>();
  /** By the key of the step that will record it. */
  readonly #onItsWay = new Map<string, Omit<CreditOnItsWay, 'invoice'> & { invoiceId: string }>();
  readonly #faults: string[] = [];
  /** The invoices with refunds that were booked anew. */
  readonly #rebooked = new Set<string>();
  #entries = 0;

  /** Takes the next event of the log, whatever it is about. */
  take(event: RecordedEvent): void {
    const { category, id } = partsOfStream(event.stream);
    if (isCostFact(event)) {
      const costId = costIdOf(event);
      const before = this.#costs.get(costId) ?? null;
      const after = evolveCost(before, event);
      this.#costs.set(costId, after);
      for (const entry of costEntries(before, after)) this.#book(entry, event);
    } else if (category === invoice.category) {
      const body = event as unknown as InvoiceEvent;
      this.#invoices.set(id, invoice.evolve(this.#invoices.get(id) ?? invoice.initial, body));
      this.#takeMoney(body, event);
    } else if (category === credit.category) {
      const body = event as unknown as CreditEvent;
      this.#credits.set(id, credit.evolve(this.#credits.get(id) ?? credit.initial, body));
      this.#takeMoney(body, event);
    }
  }

  report(): BooksReport {
    const accounts = ACCOUNT_KEYS.map((key) => this.#sums(key));
    const [debit, credit] = [sum(accounts.map((each) => each.debit)), sum(accounts.map((each) => each.credit))];
    const faults = [...this.#faults];
    if (debit !== credit) faults.push(`All debits are ${dollarText(debit)}, all credits ${dollarText(credit)}.`);
    const onItsWay = [...this.#onItsWay.values()].map(({ customerId, invoiceId, amount }) => {
      return { customerId, invoice: this.#nameOf(invoiceId), amount };
    });
    faults.push(...this.#invoiceFaults(), ...this.#creditFaults(onItsWay));
    return { entries: this.#entries, accounts, onItsWay, mended: this.#mended(), faults };
  }

  #takeMoney(body: InvoiceEvent | CreditEvent, event: RecordedEvent): void {
    const { id } = partsOfStream(event.stream);
    const entry = entryOf(body);
    if (entry) {
      this.#book(entry, event);
      for (const { account, debit, credit } of entry.postings)
        add(this.#ofInvoices, `${account} ${id}`, debit - credit);
      add(this.#credit, customerOf(body) ?? id, -balanceIn(entry, 'credit'));
    }
    if (body.type === 'RefundRebooked') this.#rebooked.add(id);
    if (body.type === 'CreditAdded') this.#onItsWay.delete(wayOfCredit(id, body.data.entryId));
    if (body.type === 'CreditApplied') this.#onItsWay.delete(wayToInvoice(id, body.data.paymentId));
    this.#follow(event);
  }

  /** Notes the credit that the processes will carry over. */
  #follow(event: RecordedEvent): void {
    for (const step of stepsOf(event)) {
      const { id, command } = step;
      if (command.type === 'AddCredit') {
        const { entryId, invoiceId, amount } = command;
        this.#onItsWay.set(wayOfCredit(id, entryId), { customerId: id, invoiceId, amount });
      } else if (command.type === 'ApplyCredit') {
        const { paymentId, amount } = command;
        const { id: customerId } = partsOfStream(event.stream);
        this.#onItsWay.set(wayToInvoice(id, paymentId), { customerId, invoiceId: id, amount });
      }
    }
  }

  #book({ postings }: Entry, { type, stream, revision }: RecordedEvent): void {
    this.#entries += 1;
    for (const { account, debit, credit } of postings) {
      const sums = this.#sums(account);
      sums.debit += debit;
      sums.credit += credit;
    }
    const [debit, credit] = [sum(postings.map((each) => each.debit)), sum(postings.map((each) => each.credit))];
    if (debit === credit) return;
    const amounts = `debits of ${dollarText(debit)} and credits of ${dollarText(credit)}`;
    this.#faults.push(`The entry of ${type} at ${stream}@${revision} has ${amounts}.`);
  }

  #sums(account: AccountKey): AccountSums {
    return this.#accounts.get(account) as AccountSums;
  }

  #nameOf(invoiceId: string): string {
    const state = this.#invoices.get(invoiceId);
    return state?.presence === 'present' && state.number !== null ? numberText('invoice', state.number) : invoiceId;
  }

  #invoiceFaults(): string[] {
    return [...this.#invoices].flatMap(([id, state]) => {
      const said = inBooks(state);
      const faults = (Object.keys(said) as (keyof typeof said)[]).flatMap((account) => {
        const has = this.#ofInvoices.get(`${account} ${id}`) ?? 0;
        if (has === said[account]) return [];
        const [should, is] = [said[account], has].map(dollarText);
        return `The invoice ${this.#nameOf(id)} comes to ${should} in ${ACCOUNTS[account]}; the books say ${is}.`;
      });
      return faults.length > 0 && isBookedAsBefore(state) ? [...faults, this.#rebookingOf(id)] : faults;
    });
  }

  #rebookingOf(id: string): string {
    return `Refunds of the invoice ${this.#nameOf(id)} are booked as earlier versions did. Start Heartwood: it books the difference.`;
  }

  #mended(): string[] {
    const mended = [...this.#rebooked].map(
      (id) => `Refunds of the invoice ${this.#nameOf(id)} were booked as earlier versions did. They are booked anew.`,
    );
    for (const [id, state] of this.#invoices) {
      if (state.presence === 'present' && !state.isCancelled) mended.push(...this.#refundsToSee(id, state));
    }
    return mended;
  }

  /** Refunds of a deposit that do not go with the invoice that deducts it. */
  #refundsToSee(id: string, { details, payments, deductors }: IssuedInvoice): string[] {
    if (details.kind !== 'deposit') return [];
    const name = this.#nameOf(id);
    const by = deductors.map((each) => this.#nameOf(each)).join(', ') || 'an invoice that was cancelled since';
    return refundsOf(payments).flatMap(({ amount, day, owedOn, due: { refunds } }) => {
      const what = `${dollarText(amount)} of the deposit ${name} was refunded on ${day} as no longer owed`;
      if (owedOn !== null) return `${what}. ${by} deducts it all the same, so the customer owes it again.`;
      if (refunds === 0) return [];
      return `${what}, after ${by} had deducted it. It counts as an allowance, and lowers no sales tax.`;
    });
  }

  #creditFaults(onItsWay: readonly CreditOnItsWay[]): string[] {
    const ways = new Map<string, number>();
    for (const { customerId, amount } of onItsWay) add(ways, customerId, amount);
    const customers = new Set([...this.#credits.keys(), ...this.#credit.keys(), ...ways.keys()]);
    return [...customers].flatMap((id) => {
      const kept = this.#credits.get(id)?.balance ?? 0;
      const way = ways.get(id) ?? 0;
      const booked = this.#credit.get(id) ?? 0;
      if (kept + way === booked) return [];
      const has = `The customer ${id} has a credit of ${dollarText(kept)}, and ${dollarText(way)} is on its way`;
      return `${has}; the books say ${dollarText(booked)}.`;
    });
  }
}

/** What an invoice has on the accounts of the books, in cents; what is to its credit is negative. */
function inBooks(state: InvoiceState): Record<'receivable' | 'sales' | 'tax' | 'deposits' | 'refunds', number> {
  if (state.presence === 'absent' || state.isCancelled) {
    return { receivable: 0, sales: 0, tax: 0, deposits: 0, refunds: 0 };
  }
  const { details, subtotal, tax, payments } = state;
  const isDeposit = details.kind === 'deposit';
  const off = due(payments);
  return {
    receivable: balanceOf(state),
    sales: isDeposit ? 0 : -subtotal,
    tax: off.tax - tax,
    deposits: deductedOf(details) + off.deposits - (isDeposit ? subtotal : 0),
    refunds: off.refunds,
  };
}

function isBookedAsBefore(state: InvoiceState): boolean {
  return state.presence === 'present' && invoice.decide({ type: 'RebookRefunds' }, state).length > 0;
}

const PROCESSES = [carryCredit, useCredit];

function stepsOf(event: RecordedEvent): Step<CreditCommand | InvoiceCommand>[] {
  return PROCESSES.flatMap(({ steps }) => steps(event) as Step<CreditCommand | InvoiceCommand>[]);
}

/** The customer whose credit an event changes; null for an event of the credit stream, whose id is the customer's. */
function customerOf({ type, data }: InvoiceEvent | CreditEvent): string | null {
  if (type === 'DepositDeducted') return data.reinstated?.customerId ?? null;
  return 'customerId' in data ? data.customerId : null;
}

/** The keys of credit on its way to a customer, and to an invoice. */
const wayOfCredit = (customerId: string, entryId: string) => `credit-${customerId} ${entryId}`;
const wayToInvoice = (invoiceId: string, paymentId: string) => `invoice-${invoiceId} ${paymentId}`;

function balanceIn({ postings }: Entry, account: AccountKey): number {
  return sum(postings.map((each) => (each.account === account ? each.debit - each.credit : 0)));
}

function add(sums: Map<string, number>, key: string, amount: number): void {
  sums.set(key, (sums.get(key) ?? 0) + amount);
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}
