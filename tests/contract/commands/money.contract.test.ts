import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BooksCheck } from '../../../domain/audit/books-check.ts';
import { type CreditCommand, credit } from '../../../domain/credit/credit.ts';
import { type AnyDecider, processes } from '../../../domain/index.ts';
import type { InvoiceDetails } from '../../../domain/invoice/events.ts';
import { type InvoiceCommand, type InvoiceState, invoice } from '../../../domain/invoice/invoice.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { ProcessRunner } from '../../../platform/commands/processes.ts';
import { canonicalJson } from '../../../platform/runtime/ids.ts';
import { type EventStore, isDecoded, type Position, START, StoreUnavailable } from '../../../store/event-store.ts';
import { runs } from '../../support/depth.ts';
import { registered } from '../../support/samples/customer-events.ts';
import { PLAIN_INVOICE } from '../../support/samples/invoices.ts';
import { appendTo } from '../../support/samples/lead-events.ts';
import { logWith } from '../../support/stores/log-wrapper.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

// The ledger equation on the real command handler, processes and log: whatever is done, repeated or done at once, and
// wherever the process dies, no cent is lost.

const DAY = '2026-06-20';
const NOW = '2026-06-20T12:00:00.000Z';
const CUSTOMER = 'c';

let stores: ProductStores;
beforeAll(async () => {
  stores = await openProductStores();
  await appendTo(stores.log, `customer-${CUSTOMER}`, registered());
});
afterAll(() => stores.close());

/** A person's request; `id` is an invoice's. */
type Act =
  | { type: 'issue'; id: string; isLarge: boolean }
  | { type: 'invoice'; id: string; command: InvoiceCommand }
  | { type: 'use'; id: string; useId: string; amount: number }
  | { type: 'payBack'; refundId: string; amount: number };

/** The process dies after surviving this many more appends: before the next is written, or right after. */
interface Death {
  survived: number;
  isWritten: boolean;
}

/** Acts done at once, possibly by a process that dies; and how often each is sent in all. */
interface Round {
  acts: readonly Act[];
  death: Death | null;
  times: number;
}

const INVOICES = ['a', 'b', 'c'];
const id = fc.constantFrom(...INVOICES);
const few = fc.constantFrom('p', 'q', 'r');
const cents = fc.constantFrom(1, 800, 5_000, 10_800, 20_000);
const on = { day: fc.constant(DAY), now: fc.constant(NOW) };
const of = <Type extends string, Fields extends object>(
  type: Type,
  fields: { [Name in keyof Fields]: fc.Arbitrary<Fields[Name]> },
) => fc.record({ type: fc.constant(type), ...fields });

const acts = fc.oneof(
  of('issue', { id, isLarge: fc.boolean() }),
  of('invoice', {
    id,
    command: fc.oneof(
      of('RecordPayment', {
        paymentId: few,
        amount: cents,
        method: fc.constant('check'),
        ...on,
        transactionId: fc.constantFrom(null, '17'),
        confirmed: fc.boolean(),
      }),
      of('RefundPayment', {
        refundId: few,
        paymentId: few,
        amount: fc.constantFrom(null, 1, 800),
        ...on,
        owed: fc.constantFrom('still', 'forgiven'),
        method: fc.constant(null),
        reason: fc.constant(null),
      }),
      of('VoidPayment', { paymentId: fc.constantFrom('p', 'q', 'r', 'u', 'v'), reason: fc.constant(null) }),
      of('CancelInvoice', { reason: fc.constant(null), day: fc.constant(DAY) }),
    ),
  }),
  of('use', { id, useId: fc.constantFrom('u', 'v'), amount: cents }),
  of('payBack', { refundId: fc.constantFrom('x', 'y'), amount: cents }),
) as fc.Arbitrary<Act>;

const rounds: fc.Arbitrary<Round[]> = fc.array(
  fc.record({
    acts: fc.array(acts, { minLength: 1, maxLength: 3 }),
    death: fc.option(fc.record({ survived: fc.nat(3), isWritten: fc.boolean() })),
    times: fc.integer({ min: 1, max: 2 }),
  }),
  { minLength: 4, maxLength: 14 },
);

/** A process that knows nothing of what came before. */
function started(death: Death | null): { commands: CommandHandler; runner: ProcessRunner } {
  const log = death ? dying(stores.log, death) : stores.log;
  const commands = stores.commandHandler(undefined, log);
  return { commands, runner: stores.processRunner(processes, commands, log) };
}

function dying(log: EventStore, { survived, isWritten }: Death): EventStore {
  let appends = 0;
  let isDead = false;
  const die = () => {
    isDead = true;
    throw new StoreUnavailable('The process died.');
  };
  return {
    ...logWith(log, {}),
    async append(stream, events, expected) {
      const isLast = appends++ >= survived;
      if (isDead || (isLast && !isWritten)) die();
      const appended = await log.append(stream, events, expected);
      if (isLast) die();
      return appended;
    },
  };
}

/** One history: its invoices are its own, but the customer's credit is shared by all. */
class History {
  private readonly name: string;
  private sent = 0;

  constructor(name: string) {
    this.name = name;
  }

  async play({ acts, death, times }: Round): Promise<void> {
    const asked = await Promise.all(acts.map((act) => this.commandOf(act)));
    const all = asked.filter((each) => each !== null);
    const first = started(death);
    await Promise.all(all.map((each) => send(each, first)));
    // Whoever got no answer, or clicked twice, sends the same again, and another process gets it.
    const next = started(null);
    for (let time = 1; time < times; time++) await Promise.all(all.map((each) => send(each, next)));
  }

  private async commandOf(act: Act): Promise<Sent | null> {
    const commandId = `${this.name} ${this.sent++}`;
    if (act.type === 'payBack') {
      const { refundId, amount } = act;
      const command: CreditCommand = {
        type: 'RefundCredit',
        refundId: `${this.name}${refundId}`,
        amount,
        method: 'check',
        transactionId: null,
        day: DAY,
        now: NOW,
      };
      return { decider: credit, id: CUSTOMER, command, commandId };
    }
    const id = this.idOf(act.id);
    if (act.type === 'invoice') return { decider: invoice, id, command: act.command, commandId };
    if (act.type === 'issue') return { decider: invoice, id, command: await this.issue(act), commandId };
    // Like the call, which looks for the invoice first.
    if ((await this.load(act.id)).presence === 'absent') return null;
    const { useId, amount } = act;
    const command: CreditCommand = { type: 'UseCredit', useId, invoiceId: id, amount, day: DAY, now: NOW };
    return { decider: credit, id: CUSTOMER, command: { ...command, useId: `${this.name}${useId}` }, commandId };
  }

  /** The first is a deposit, which the second deducts; the third replaces the second. */
  private async issue({ id, isLarge }: Extract<Act, { type: 'issue' }>): Promise<InvoiceCommand> {
    const details: InvoiceDetails = { ...PLAIN_INVOICE, customerId: CUSTOMER };
    if (id === 'a') Object.assign(details, { kind: 'deposit', taxRate: 0, lines: lineOf(isLarge ? 20_000 : 10_000) });
    const before = id === 'b' ? 'a' : 'b';
    const state = id === 'a' ? invoice.initial : await this.load(before);
    if (state.presence === 'present' && !state.isCancelled && state.deductors.length === 0) {
      const invoiceId = this.idOf(before);
      if (id === 'b') details.deductions = [{ invoiceId, number: state.number, amount: state.total }];
      else Object.assign(details, { earlier: [invoiceId], lines: lineOf(30_000 - state.subtotal) });
    }
    return { type: 'IssueInvoice', details, now: NOW };
  }

  private async load(id: string): Promise<InvoiceState> {
    return (await stores.streams().load(invoice, this.idOf(id))).state;
  }

  private idOf(id: string): string {
    return `${this.name}${id}`;
  }
}

function lineOf(amount: number): InvoiceDetails['lines'] {
  return PLAIN_INVOICE.lines.map((line) => ({ ...line, unitPrice: amount, amount }));
}

interface Sent {
  decider: typeof invoice | typeof credit;
  id: string;
  command: InvoiceCommand | CreditCommand;
  commandId: string;
}

/** Whatever a rule refuses, or a process died of, is left as it is. */
async function send({ decider, id, command, commandId }: Sent, to: ReturnType<typeof started>): Promise<void> {
  const body = canonicalJson(command);
  const context = { actor: 'office', commandId, body, correlationId: commandId, causationId: null };
  try {
    const { appended } = await to.commands.handle(decider as AnyDecider, id, [command], context);
    await to.runner.follow(appended);
  } catch (cause) {
    if (!(cause instanceof Rejection || cause instanceof StoreUnavailable)) throw cause;
  }
}

/** The log from a position on, as it grows. */
async function* entriesAfter(after: Position) {
  for (let at = after; ; ) {
    const page = await stores.log.readAll(at, 200);
    if (page.length === 0) return;
    yield* page;
    at = page.at(-1)?.position ?? at;
  }
}

test('Every cent is somewhere, whatever is done at once and again, and wherever a process dies', {
  tags: ['more'],
  timeout: 120_000,
}, async () => {
  const check = new BooksCheck();
  let read: Position = START;
  let run = 0;
  const report = async () => {
    for await (const entry of entriesAfter(read)) {
      if (!isDecoded(entry)) throw new Error(`An event cannot be read: ${entry.type}`);
      check.take(entry);
      read = entry.position;
    }
    return check.report();
  };
  await fc.assert(
    fc.asyncProperty(rounds, async (history) => {
      const begin = read;
      const one = new History(`h${run++}`);
      for (const round of history) {
        await one.play(round);
        expect((await report()).faults).toEqual([]);
      }
      // The next process's reactor gets everything, including what was done already.
      const { runner } = started(null);
      for await (const entry of entriesAfter(begin)) await runner.react(entry);
      expect(await runner.dead()).toEqual([]);
      const { faults, onItsWay } = await report();
      expect({ faults, onItsWay }).toEqual({ faults: [], onItsWay: [] });
    }),
    { numRuns: runs(60), endOnFailure: true },
  );
});
