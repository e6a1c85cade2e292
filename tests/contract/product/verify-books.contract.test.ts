import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { rebookRefunds } from '../../../api/invoices/rebook-refunds.ts';
import { company } from '../../../domain/company/company.ts';
import { COMPANY_ID } from '../../../domain/company/terms.ts';
import { cost } from '../../../domain/cost/cost.ts';
import { NOTHING_NOTED } from '../../../domain/cost/events.ts';
import { credit } from '../../../domain/credit/credit.ts';
import { processes, registry } from '../../../domain/index.ts';
import { invoice } from '../../../domain/invoice/invoice.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import { defineEvent, type EventBody, type RecordedEvent } from '../../../domain/kit/event.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { ProcessRunner } from '../../../platform/commands/processes.ts';
import { isDecoded, START } from '../../../store/event-store.ts';
import { runScript } from '../../support/processes/process.ts';
import { registered } from '../../support/samples/customer-events.ts';
import { PLAIN_INVOICE } from '../../support/samples/invoices.ts';
import { appendTo } from '../../support/samples/lead-events.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../../support/temp-folder.ts';

// `npm run verify:books` on a log that the command handler wrote.

const ON = { day: '2026-06-20', now: '2026-06-20T12:00:00.000Z' };

let folder: TempFolder;
let stores: ProductStores;
let commands: CommandHandler;
let runner: ProcessRunner;
let acts = 0;
beforeEach(async () => {
  folder = await tempFolder();
  stores = await openProductStores({ folder: folder.path });
  commands = stores.commandHandler();
  runner = stores.processRunner(processes, commands);
  await appendTo(stores.log, 'customer-c', registered());
});
afterEach(() => folder.remove());

/** Only the decision, as if the server had died after it. */
async function decide<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  id: string,
  command: NoInfer<Command>,
): Promise<RecordedEvent[]> {
  const commandId = `act ${acts++}`;
  const context = { actor: 'office', commandId, body: 'null', correlationId: commandId, causationId: null };
  return (await commands.handle(decider, id, [command], context)).appended;
}

async function carryOut<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  id: string,
  command: NoInfer<Command>,
): Promise<void> {
  expect((await runner.follow(await decide(decider, id, command))).left).toEqual([]);
}

/** For $108.00. */
const issue = (id: string) =>
  carryOut(invoice, id, { type: 'IssueInvoice', details: PLAIN_INVOICE, now: '2026-06-15T12:00:00.000Z' });

/** @param amount cents */
const payment = (paymentId: string, amount: number) =>
  ({ type: 'RecordPayment', paymentId, amount, method: 'check', transactionId: null, ...ON }) as const;

const refund = (refundId: string, paymentId: string, amount: number, owed: 'still' | 'forgiven') =>
  ({ type: 'RefundPayment', refundId, paymentId, amount, owed, method: null, reason: null, ...ON }) as const;

/** With the stores closed: a folder allows only one process. */
async function verify(): Promise<{ code: number | null; rows: string[] }> {
  await stores.release();
  const { code, output } = await runScript('scripts/verify-books.ts', [], { DATA_DIR: folder.path });
  return { code, rows: output.split('\n').map((row) => row.replaceAll(/ {2,}/g, ' | ')) };
}

test('The books of all that can become of an invoice balance, and are told by the names of the owner', async () => {
  const accountNames = { bank: 'Main Street Bank' };
  await carryOut(company, COMPANY_ID, { type: 'ReviseCompanySettings', settings: { accountNames } });
  await issue('a');
  await carryOut(invoice, 'a', payment('p', 15_000));
  await issue('b');
  await carryOut(invoice, 'b', payment('q', 5_800));
  await carryOut(invoice, 'b', refund('r', 'q', 800, 'still'));
  await carryOut(invoice, 'b', refund('s', 'q', 1_000, 'forgiven'));
  await carryOut(invoice, 'b', payment('t', 2_000));
  await carryOut(invoice, 'b', { type: 'VoidPayment', paymentId: 't', reason: null });
  await issue('c');
  await carryOut(credit, 'c', { type: 'UseCredit', useId: 'u', invoiceId: 'c', amount: 4_200, ...ON });
  await carryOut(invoice, 'c', { type: 'CancelInvoice', reason: null, day: null });
  const paidBack = { refundId: 'v', amount: 1_200, method: 'check', transactionId: null, ...ON };
  await carryOut(credit, 'c', { type: 'RefundCredit', ...paidBack });
  const details = { ...NOTHING_NOTED, category: 'material', day: ON.day, amount: 900, description: 'Rope' };
  await carryOut(cost, 'rope', { type: 'RecordCost', jobId: null, details, now: ON.now });
  await carryOut(cost, 'rope', { type: 'ReviseCost', details: { amount: 700 } });

  const { code, rows } = await verify();
  expect(rows).toEqual([
    'Account | Debit | Credit | Balance',
    'Main Street Bank | $228.00 | $50.00 | $178.00',
    'Accounts receivable | $394.00 | $336.00 | $58.00',
    'Tree service sales | $100.00 | $300.00 | -$200.00',
    'Sales tax payable | $8.74 | $24.00 | -$15.26',
    'Customer deposits | $0.00 | $0.00 | $0.00',
    'Customer credit | $54.00 | $84.00 | -$30.00',
    'Refunds and allowances | $9.26 | $0.00 | $9.26',
    'Labor costs | $0.00 | $0.00 | $0.00',
    'Equipment costs | $0.00 | $0.00 | $0.00',
    'Material costs | $16.00 | $9.00 | $7.00',
    'Disposal costs | $0.00 | $0.00 | $0.00',
    'Other job costs | $0.00 | $0.00 | $0.00',
    'Costs to be paid | $9.00 | $16.00 | -$7.00',
    'All accounts | $819.00 | $819.00 | $0.00',
    'Made from 15 entries. A balance below 0 is a credit.',
    'The books are right: they match all invoices, credit and costs.',
    '',
  ]);
  expect(code).toBe(0);
});

/** Appends an event as an earlier version of the product did. */
async function appendAsBefore(stream: string, version: number, { type, data }: EventBody): Promise<void> {
  const definition = registry.get(type);
  if (!definition) throw new Error(`There is no event ${type}.`);
  const versions = definition.versions.slice(0, version);
  const log = stores.openLog({ registry: new Map([...registry, [type, { ...definition, versions }]]) });
  await appendTo(log, stream, { type, data });
}

/** What the reactor that books refunds anew does after an upgrade. */
async function upgrade(): Promise<void> {
  stores = await openProductStores({ folder: folder.path });
  const { types, carryOut: react } = rebookRefunds({ commands: stores.commandHandler() });
  for (const entry of await stores.log.readAll(START, 1_000)) {
    if (isDecoded(entry) && types.has(entry.type)) await react(entry);
  }
}

test('Refunds that an earlier version recorded are told as what is off, and are right after an upgrade', async () => {
  const deposit = { ...PLAIN_INVOICE, kind: 'deposit', taxRate: 0 };
  const now = '2026-06-15T12:00:00.000Z';
  const forgiven = (paymentId: string, amount: number): EventBody => ({
    type: 'PaymentRefunded',
    data: {
      refundId: `of-${paymentId}`,
      paymentId,
      customerId: 'c',
      amount,
      owed: 'forgiven',
      method: 'check',
      day: ON.day,
      reason: null,
      recordedAt: ON.now,
    },
  });
  const deducted = (by: string): EventBody => ({
    type: 'DepositDeducted',
    data: { by, reinstated: null, day: ON.day },
  });
  const finalOf = (invoiceId: string, number: number) => ({
    ...({ type: 'IssueInvoice', now } as const),
    details: { ...PLAIN_INVOICE, deductions: [{ invoiceId, number, amount: 10_000 }] },
  });
  // A deposit that was given back, one that was deducted all the same, one that was deducted before, and an allowance.
  for (const id of ['a', 'b', 'c']) {
    await carryOut(invoice, id, { type: 'IssueInvoice', details: deposit, now });
    await carryOut(invoice, id, payment(`p${id}`, 10_000));
  }
  await appendAsBefore('invoice-a', 1, forgiven('pa', 10_000));
  await appendAsBefore('invoice-b', 1, forgiven('pb', 4_000));
  await decide(invoice, 'd', finalOf('b', 1002));
  await appendAsBefore('invoice-b', 2, deducted('d'));
  await decide(invoice, 'e', finalOf('c', 1003));
  await appendAsBefore('invoice-c', 2, deducted('e'));
  await appendAsBefore('invoice-c', 1, forgiven('pc', 500));
  await issue('f');
  await carryOut(invoice, 'f', payment('pf', 10_800));
  await appendAsBefore('invoice-f', 1, forgiven('pf', 1_080));

  const before = await verify();
  expect(before.code).toBe(1);
  const told = before.rows.filter((row) => row.includes('INV-'));
  expect(told).toEqual([
    ...toBeSeen,
    'The invoice INV-1001 comes to $0.00 in Customer deposits; the books say -$100.00.',
    'The invoice INV-1001 comes to $0.00 in Refunds and allowances; the books say $100.00.',
    expect.stringContaining('Refunds of the invoice INV-1001 are booked as earlier versions did.'),
    'The invoice INV-1002 comes to $40.00 in Accounts receivable; the books say $0.00.',
    'The invoice INV-1002 comes to $0.00 in Refunds and allowances; the books say $40.00.',
    expect.stringContaining('Refunds of the invoice INV-1002 are booked as earlier versions did.'),
    'The invoice INV-1006 comes to -$7.20 in Sales tax payable; the books say -$8.00.',
    'The invoice INV-1006 comes to $10.00 in Refunds and allowances; the books say $10.80.',
    expect.stringContaining('Refunds of the invoice INV-1006 are booked as earlier versions did.'),
  ]);

  await upgrade();
  const { code, rows } = await verify();
  expect(rows).toContain('The books are right: they match all invoices, credit and costs.');
  expect(code).toBe(0);
  expect(rows.filter((row) => row.includes('INV-'))).toEqual([
    ...['INV-1001', 'INV-1002', 'INV-1006'].map(
      (name) => `Refunds of the invoice ${name} were booked as earlier versions did. They are booked anew.`,
    ),
    ...toBeSeen,
  ]);
  expect(rows.filter((row) => /^(Accounts|Sales|Customer|Refunds and)/.test(row))).toEqual([
    'Accounts receivable | $464.00 | $408.00 | $56.00',
    'Sales tax payable | $0.80 | $24.00 | -$23.20',
    'Customer deposits | $300.00 | $300.00 | $0.00',
    'Customer credit | $0.00 | $0.00 | $0.00',
    'Refunds and allowances | $155.80 | $140.80 | $15.00',
  ]);

  // Once is enough.
  await upgrade();
  expect((await verify()).rows).toEqual(rows);
});

const toBeSeen = [
  '$40.00 of the deposit INV-1002 was refunded on 2026-06-20 as no longer owed. INV-1004 deducts it all the same, so the customer owes it again.',
  '$5.00 of the deposit INV-1003 was refunded on 2026-06-20 as no longer owed, after INV-1005 had deducted it. It counts as an allowance, and lowers no sales tax.',
];

test('Credit that a process has not brought yet is said to be on its way, and the books balance', async () => {
  await issue('a');
  await decide(invoice, 'a', payment('p', 15_000));
  const { code, rows } = await verify();
  expect(rows).toContain('On its way: $42.00 of the customer c, of or for the invoice INV-1001.');
  expect(rows).toContain('All accounts | $258.00 | $258.00 | $0.00');
  expect(code).toBe(0);
});

test('Credit that was used and is not on the invoice yet is said to be on its way, and the books balance', async () => {
  await issue('a');
  await carryOut(invoice, 'a', payment('p', 15_000));
  await issue('b');
  await decide(credit, 'c', { type: 'UseCredit', useId: 'u', invoiceId: 'b', amount: 4_200, ...ON });
  const { code, rows } = await verify();
  expect(rows).toContain('On its way: $42.00 of the customer c, of or for the invoice INV-1002.');
  expect(rows.filter((row) => row.startsWith('Customer credit'))).toEqual([
    'Customer credit | $0.00 | $42.00 | -$42.00',
  ]);
  expect(code).toBe(0);
});

test('Credit that comes from no invoice is told as what is off', async () => {
  await issue('a');
  await carryOut(credit, 'c', { type: 'AddCredit', entryId: 'e', invoiceId: 'a', amount: 500, why: 'surplus' });
  const { code, rows } = await verify();
  expect(rows).toContain('The customer c has a credit of $5.00, and $0.00 is on its way; the books say $0.00.');
  expect(code).toBe(1);
});

test('An event of an invoice that this version cannot read is told; one of something else does not matter', async () => {
  const later = defineEvent('Later', z.object({}));
  const log = stores.openLog({ registry: new Map([...registry, [later.type, later]]) });
  await appendTo(log, 'photo-p', { type: later.type, data: {} });
  await appendTo(log, 'invoice-a', { type: later.type, data: {} });
  const { code, rows } = await verify();
  const told = rows.filter((row) => row.includes('cannot be read'));
  expect(told).toEqual([expect.stringContaining('The event Later at invoice-a@0 cannot be read: ')]);
  expect(code).toBe(1);
});
