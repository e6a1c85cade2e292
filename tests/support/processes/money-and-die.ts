import { credit } from '../../../domain/credit/credit.ts';
import { invoice } from '../../../domain/invoice/invoice.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { canonicalJson } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { PLAIN_INVOICE } from '../samples/invoices.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Does everything that can happen to money, as the API does, on the stores of the environment, and kills itself right
// after so many appends. Anything done before is a repeat: restarted again and again, it reaches the end.

const ON = { day: '2026-06-20', now: '2026-06-20T12:00:00.000Z' } as const;

const [customerId = '', survived = ''] = process.argv.slice(2);
const { stores, commands, runner } = await openDying(dyingAtMoney);

/** Each process that starts an invoice takes a new number, since an unused number is a gap: only what follows counts. */
function dyingAtMoney(log: EventStore): EventStore {
  const dying = dyingAfter(Number(survived), log);
  return {
    ...dying,
    append: (stream, ...rest) => (stream.startsWith('numbering-') ? log : dying).append(stream, ...rest),
  };
}

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
