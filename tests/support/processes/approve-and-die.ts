import { type QuoteCommand, quote } from '../../../domain/quote/quote.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Approves a quote as the API does, on the stores of the environment, and kills itself right after this many appends.

const [quoteId = '', leadId = '', survived = '0'] = process.argv.slice(2);
const { stores, commands, runner } = await openDying((log) => dyingAfter(Number(survived), log));
const commandId = uuidv5(quoteId, 'approved in a test');
const context = { actor: 'public', commandId, body: 'null', correlationId: commandId, causationId: null };
const command: QuoteCommand = {
  type: 'ApproveQuote',
  version: 1,
  signature: 'Ada Lovelace',
  optionalItemIds: [],
  photoIds: [],
  jobId: uuidv5(quoteId, 'job'),
  customerId: uuidv5(leadId, 'customer'),
  isCustomerArchived: false,
  approvedOn: '2026-06-01',
  depositInvoiceId: uuidv5(quoteId, 'deposit'),
  now: new Date().toISOString(),
};
const outcome = await commands.handle(quote, quoteId, [command], context);
await runner.follow(outcome.appended);
await stores.close();
