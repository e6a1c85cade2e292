import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type CustomerCommand, customer } from '../../../domain/customer/customer.ts';
import { processes } from '../../../domain/index.ts';
import { fold } from '../../../domain/kit/decider.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { type LeadCommand, lead } from '../../../domain/lead/lead.ts';
import { type PhotoCommand, photo } from '../../../domain/photo/photo.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import type { ProcessRunner } from '../../../platform/commands/processes.ts';
import { BARN } from '../../support/samples/customer-events.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

// A reactor may repeat any step of a process at any later time: a step that appended nothing is then decided again.

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

/** Somebody attaches a photo to the customer they see; that request has died, or continues on its own. */
async function decidePhoto(id: string): Promise<RecordedEvent[]> {
  return (await commands.handle(photo, id, [attachTo('c')], context())).appended;
}

function attachTo(recordId: string): PhotoCommand {
  const target = { category: 'customer', recordId, propertyId: null, presence: 'present', propertyIds: [] } as const;
  const picture = { sha256: 'a', thumbnailSha256: 'b', width: 1, height: 1, bytes: 1 };
  return { type: 'AttachPhoto', target, picture, caption: null, now: '2026-03-01T15:00:00.000Z' };
}

async function presence(): Promise<string> {
  return fold(customer, (await stores.log.readStream('customer-c')) as never[]).presence;
}

describe('the undo of a conversion', () => {
  test('The undo of a conversion that let a customer stay lets them stay when a reactor repeats it later', async () => {
    await doLead(convert);
    await doCustomer({ type: 'AddProperty', propertyId: 'barn', details: BARN });
    const reverted = await doLead(revert);
    expect(await presence()).toBe('present');
    await doCustomer({ type: 'RemoveProperty', propertyId: 'barn' });
    await runner.follow(reverted);
    expect(await presence()).toBe('present');
  });

  test('The undo of a conversion is not repeated on a customer whose lead was converted again, or whom a person restored', async () => {
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

  test('The undo of a conversion that a crash cut off is finished in the order of the log, also behind a later conversion', async () => {
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

describe('a conversion that found the customer there', () => {
  test('A conversion that found the customer there brings back nobody whom a person archives later, when a reactor repeats it', async () => {
    await doLead(convert);
    await doCustomer({ type: 'AddProperty', propertyId: 'barn', details: BARN });
    await doLead(revert);
    const again = await doLead(convert);
    await doCustomer({ type: 'ArchiveCustomer', evenIfWorkedOn: true });
    const reactor = stores.processRunner(processes, stores.commandHandler());
    for (const event of again) await reactor.react(event);
    expect(await presence()).toBe('removed');
  });
});

describe('something that hangs on a customer', () => {
  test('Something that hangs on a customer is told on their stream once, and lets them stay when their conversion is undone', async () => {
    await doLead(convert);
    await runner.follow(await decidePhoto('one'));
    await runner.follow(await decidePhoto('two'));
    expect(await types()).toEqual(['CustomerRegistered', 'CustomerWorkBegan']);
    const { steps } = await runner.follow(await decideLead(revert));
    expect(steps.map(({ step, outcome }) => step.whyKept?.(outcome.now.state))).toEqual([
      'The customer was kept, because someone has worked on their record since.',
    ]);
    expect(await presence()).toBe('present');
  });

  test('Something that hangs on a customer brings them back where the undo came to their stream first', async () => {
    await doLead(convert);
    const attached = await decidePhoto('one');
    const reverted = await doLead(revert);
    expect(await presence()).toBe('removed');
    await runner.follow(attached);
    expect(await presence()).toBe('present');
    // And a reactor that repeats both, after a crash, changes nothing.
    const reactor = stores.processRunner(processes, stores.commandHandler());
    for (const event of [...attached, ...reverted]) await reactor.react(event);
    expect(await types()).toEqual(['CustomerRegistered', 'CustomerArchived', 'CustomerRestored', 'CustomerWorkBegan']);
  });

  test('Something that hangs on a customer brings back nobody whom a person has archived meanwhile', async () => {
    await doLead(convert);
    const attached = await decidePhoto('one');
    await doCustomer({ type: 'ArchiveCustomer', evenIfWorkedOn: true });
    await runner.follow(attached);
    expect(await presence()).toBe('removed');
  });

  test('Something that hangs on a customer and the undo of their conversion, at once in two processes, leave them there, whoever is first', async () => {
    const others = stores.commandHandler();
    const otherRunner = stores.processRunner(processes, others);
    const ends = new Set<string>();
    for (let turn = 0; turn < 15; turn++) {
      const leadId = `lead ${turn}`;
      await appendTo(stores.log, `lead-${leadId}`, captured('Ada King'));
      const customerId = `customer ${turn}`;
      const handled = await commands.handle(lead, leadId, [{ type: 'ConvertLead', customerId }], context());
      await runner.follow(handled.appended);
      await Promise.all([
        commands.handle(lead, leadId, [revert], context()).then(({ appended }) => runner.follow(appended)),
        others
          .handle(photo, `photo ${turn}`, [attachTo(customerId)], context())
          .then(({ appended }) => otherRunner.follow(appended)),
      ]);
      const events = await stores.log.readStream(`customer-${customerId}`);
      expect(fold(customer, events as never[]).presence).toBe('present');
      ends.add(events.map(({ type }) => type).join());
    }
    const [undoFirst, workFirst] = ['CustomerArchived,CustomerRestored,CustomerWorkBegan', 'CustomerWorkBegan'];
    for (const end of ends)
      expect([`CustomerRegistered,${undoFirst}`, `CustomerRegistered,${workFirst}`]).toContain(end);
  });
});
