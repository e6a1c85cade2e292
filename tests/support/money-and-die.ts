import { recordFolds } from '../../api/areas.ts';
import { credit } from '../../domain/credit/credit.ts';
import { deciders, processes } from '../../domain/index.ts';
import { invoice } from '../../domain/invoice/invoice.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody } from '../../domain/kit/event.ts';
import { createCommandHandler } from '../../platform/commands/command-handler.ts';
import { createProcessRunner } from '../../platform/commands/processes.ts';
import { createStreams } from '../../platform/commands/streams.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { parseConfig } from '../../platform/runtime/config.ts';
import { canonicalJson } from '../../platform/runtime/ids.ts';
import { openStores } from '../../platform/runtime/stores.ts';
import type { EventStore } from '../../store/event-store.ts';
import { dyingAfter } from './dying-log.ts';
import { PLAIN_INVOICE } from './invoices.ts';

// Does everything that can happen to money, as the API does, on the stores of the environment, and kills itself right
// after so many appends. Anything done before is a repeat: restarted again and again, it reaches the end.

const ON = { day: '2026-06-20', now: '2026-06-20T12:00:00.000Z' } as const;

const [customerId = '', survived = ''] = process.argv.slice(2);
const stores = await openStores(parseConfig(process.env), systemClock);
const dying = dyingAfter(Number(survived), stores.log);
// Each process that starts an invoice takes a new number, since an unused number is a gap: only what follows counts.
const store: EventStore = {
  ...dying,
  append: (stream, ...rest) => (stream.startsWith('numbering-') ? stores.log : dying).append(stream, ...rest),
};
const { keys } = stores;
const streams = createStreams({ store, keys, records: recordFolds });
const commands = createCommandHandler({ store, streams, keys, clock: systemClock });
const runner = createProcessRunner({ processes, deciders, commands, store, state: stores.state, clock: systemClock });

let acts = 0;
async function send<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  id: string,
  command: NoInfer<Command>,
): Promise<void> {
  const commandId = `act ${acts++}`;
  const body = canonicalJson(command);
  const context = { actor: 'office', commandId, body, correlationId: commandId, causationId: null };
  const { appended } = await commands.handle(decider, id, [command], context);
  await runner.follow(appended);
}

const pay = (paymentId: string, amount: number) =>
  ({ type: 'RecordPayment', paymentId, amount, method: 'check', transactionId: paymentId, ...ON }) as const;
const issue = { type: 'IssueInvoice', details: { ...PLAIN_INVOICE, customerId }, now: ON.now } as const;

// $108.00 each. The first is overpaid by $42.00, which goes to the second; then the payment bounces.
await send(invoice, 'a', issue);
await send(invoice, 'a', pay('p', 15_000));
await send(invoice, 'b', issue);
await send(credit, customerId, { type: 'UseCredit', useId: 'u', invoiceId: 'b', amount: 4_200, ...ON });
await send(invoice, 'a', { type: 'VoidPayment', paymentId: 'p', reason: null });
await send(invoice, 'b', { type: 'CancelInvoice', reason: null, day: ON.day });
await stores.close();
