import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CustomerCommand, customer } from '../../domain/customer/customer.ts';
import { processes } from '../../domain/index.ts';
import { fold } from '../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { type LeadCommand, lead } from '../../domain/lead/lead.ts';
import type { CommandHandler } from '../../platform/commands/command-handler.ts';
import type { ProcessRunner } from '../../platform/commands/processes.ts';
import { BARN } from '../support/customer-events.ts';
import { appendTo, captured } from '../support/lead-events.ts';
import { openProductStores, type ProductStores } from '../support/product-stores.ts';

// A reactor repeats every step of a process, at any later time: a step that appended nothing is decided anew then.

let stores: ProductStores;
let commands: CommandHandler;
let runner: ProcessRunner;
let acts = 0;
beforeEach(async () => {
  stores = await openProductStores();
  commands = stores.commandHandler();
  runner = stores.processRunner(processes, commands);
  await appendTo(stores.log, 'lead-a', captured('Ada King'));
});
afterEach(() => stores.close());

function context() {
  const commandId = `act ${acts++}`;
  return { actor: 'office', commandId, body: 'null', correlationId: commandId, causationId: null };
}

/** What a person does to the lead; only the decision, as if the server had died after it. */
async function decideLead(command: LeadCommand): Promise<RecordedEvent[]> {
  return (await commands.handle(lead, 'a', [command], context())).appended;
}

async function doLead(command: LeadCommand): Promise<RecordedEvent[]> {
  const events = await decideLead(command);
  await runner.follow(events);
  return events;
}

const doCustomer = (command: CustomerCommand) => commands.handle(customer, 'c', [command], context());
const convert = { type: 'ConvertLead', customerId: 'c' } as const;
const revert = { type: 'RevertConversion' } as const;
const types = async () => (await stores.log.readStream('customer-c')).map(({ type }) => type);

async function presence(): Promise<string> {
  return fold(customer, (await stores.log.readStream('customer-c')) as never[]).presence;
}

describe('the undo of a conversion', () => {
  test('that let a customer stay lets them stay when a reactor repeats it later', async () => {
    await doLead(convert);
    await doCustomer({ type: 'AddProperty', propertyId: 'barn', details: BARN });
    const reverted = await doLead(revert);
    expect(await presence()).toBe('present');
    await doCustomer({ type: 'RemoveProperty', propertyId: 'barn' });
    await runner.follow(reverted);
    expect(await presence()).toBe('present');
  });

  test('is not repeated on a customer whose lead was converted again, or whom a person restored', async () => {
    await doLead(convert);
    const first = await doLead(revert);
    await doLead(convert);
    await runner.follow(first);
    expect(await presence()).toBe('present');

    await doCustomer({ type: 'ArchiveCustomer', evenIfWorkedOn: true });
    const second = await doLead(revert); // archived already: nothing to append
    await doCustomer({ type: 'RestoreCustomer' });
    await runner.follow(second);
    expect(await presence()).toBe('present');
  });

  test('that a crash cut off is finished in the order of the log, also behind a later conversion', async () => {
    await doLead(convert);
    const reverted = await decideLead(revert);
    const again = await doLead(convert);
    expect(await presence()).toBe('present');
    await runner.follow(reverted);
    await runner.follow(again);
    expect(await presence()).toBe('present');
    expect(await types()).toEqual(['CustomerRegistered', 'CustomerArchived', 'CustomerRestored']);
  });
});
