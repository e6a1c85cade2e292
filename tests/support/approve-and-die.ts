import { recordFolds } from '../../api/areas.ts';
import { deciders, processes } from '../../domain/index.ts';
import { type QuoteCommand, quote } from '../../domain/quote/quote.ts';
import { createCommandHandler } from '../../platform/commands/command-handler.ts';
import { createProcessRunner } from '../../platform/commands/processes.ts';
import { createStreams } from '../../platform/commands/streams.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { parseConfig } from '../../platform/runtime/config.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import { openStores } from '../../platform/runtime/stores.ts';
import { dyingAfter } from './dying-log.ts';

// Approves a quote as the API does, on the stores of the environment, and kills itself right after this many appends.

const [quoteId = '', leadId = '', survived = '0'] = process.argv.slice(2);
const stores = await openStores(parseConfig(process.env), systemClock);
const store = dyingAfter(Number(survived), stores.log);
const { keys } = stores;
const streams = createStreams({ store, keys, records: recordFolds });
const commands = createCommandHandler({ store, streams, keys, clock: systemClock });
const runner = createProcessRunner({ processes, deciders, commands, store, state: stores.state, clock: systemClock });
const commandId = uuidv5(quoteId, 'approved in a test');
const context = { actor: 'public', commandId, body: 'null', correlationId: commandId, causationId: null };
const command: QuoteCommand = {
  type: 'ApproveQuote',
  ...{ version: 1, signature: 'Ada Lovelace', optionalItemIds: [], photoIds: [] },
  ...{ jobId: uuidv5(quoteId, 'job'), customerId: uuidv5(leadId, 'customer'), isCustomerArchived: false },
  ...{ approvedOn: '2026-06-01', depositInvoiceId: uuidv5(quoteId, 'deposit') },
  now: new Date().toISOString(),
};
const outcome = await commands.handle(quote, quoteId, [command], context);
await runner.follow(outcome.appended);
await stores.close();
