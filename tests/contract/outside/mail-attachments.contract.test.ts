import { expect, onTestFinished, test } from 'vitest';
import { mailAttachments } from '../../../api/mail/attachments.ts';
import { type CustomerCommand, customer } from '../../../domain/customer/customer.ts';
import type { InvoiceDetails } from '../../../domain/invoice/events.ts';
import { invoice } from '../../../domain/invoice/invoice.ts';
import { NO_QUOTE_DETAILS, type QuoteDetails } from '../../../domain/quote/events.ts';
import { type QuoteCommand, quote } from '../../../domain/quote/quote.ts';
import type { Paper } from '../../../platform/documents/paper.ts';
import { PLAIN_INVOICE } from '../../support/samples/invoices.ts';
import { openProductStores } from '../../support/stores/product-stores.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const EXPIRES = '2026-07-16T04:00:00.000Z';
const item = {
  id: 'oak',
  service: 'pruning',
  description: 'The oak',
  estimatedCost: null,
  unitPrice: 30_000,
  quantity: 1,
  priority: null,
  isOptional: false,
  estimatedHours: null,
  hazards: [],
};
const details: QuoteDetails = {
  ...NO_QUOTE_DETAILS,
  customerName: 'Ada Hall',
  propertyAddress: '3 Elm St',
  items: [item],
};
const send: QuoteCommand = {
  type: 'SendQuote',
  validUntil: '2026-07-15',
  expiresAt: EXPIRES,
  remindAt: null,
  now: NOW,
};

test('An email of a deposit has its invoice, which says what is due and how to pay it', async () => {
  const stores = await openProductStores();
  onTestFinished(() => stores.close());
  const [commands, streams] = [stores.commandHandler(), stores.streams()];
  const sending = (commandId: string) => ({
    actor: 'office',
    commandId,
    body: 'null',
    correlationId: commandId,
    causationId: null,
  });
  const unsaid = { email: null, phone: null, address: null, city: null, state: null, zipCode: null, notes: null };
  const ada: CustomerCommand = {
    type: 'RegisterCustomer',
    details: { ...unsaid, leadId: null, firstName: 'Ada', lastName: 'Hall' },
    now: NOW,
  };
  await commands.handle(customer, 'c', [ada], { ...sending('register'), newSubject: 's' });
  const deposit: InvoiceDetails = { ...PLAIN_INVOICE, kind: 'deposit', jobId: 'j', quoteId: 'q' };
  await commands.handle(invoice, 'i', [{ type: 'IssueInvoice', details: deposit, now: NOW }], sending('issue'));
  const drawn: Paper[] = [];
  const documents = {
    async draw(paper: Paper) {
      drawn.push(paper);
      return new Uint8Array([1]);
    },
  };
  const company = { id: 'company', paymentInstructions: 'Checks to Heartwood.' };
  const models = { get: async () => new Map([['company', company]]) };
  const readModels = { current: () => models, peek: () => models };
  const attachments = mailAttachments(
    () => ({ streams, documents, readModels, clock: () => Date.parse(NOW) }) as never,
  );
  await attachments({ kind: 'invoice', recordId: 'i', link: null });
  expect(drawn[0]?.lead?.text).toBe('$108.00 due July 15, 2026');
});

test('An email of a quote has the file of its own version, and none once another took its place', async () => {
  const stores = await openProductStores();
  onTestFinished(() => stores.close());
  const [commands, streams] = [stores.commandHandler(), stores.streams()];
  const carryOut = (id: string, command: QuoteCommand) =>
    commands.handle(quote, 'q', [command], {
      actor: 'office',
      commandId: id,
      body: 'null',
      correlationId: id,
      causationId: null,
    });
  const drawn: string[] = [];
  const documents = {
    async draw() {
      drawn.push('a quote');
      return new Uint8Array([1]);
    },
  };
  // Of a company that has said nothing of itself.
  const readModels = { current: () => ({ get: async () => new Map() }) };
  const attachments = mailAttachments(() => ({ streams, documents, readModels, clock: Date.now }) as never);
  const filesOf = async (version: number) =>
    (await attachments({ kind: 'quote', recordId: 'q', link: { kind: 'quote', version } })).length;

  await carryOut('create', { type: 'CreateQuote', customerId: null, leadId: null, details, now: NOW });
  await carryOut('send', send);
  expect([await filesOf(1), drawn.length]).toEqual([1, 1]);
  await carryOut('save', { type: 'SaveVersion', details: { customerEmail: 'ada@right.example' }, now: NOW });
  await carryOut('send anew', send);
  expect([await filesOf(1), await filesOf(2), drawn.length]).toEqual([0, 1, 2]);
});
