import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { processes } from '../../../domain/index.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';
import { lead } from '../../../domain/lead/lead.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { causation, type ProcessRunner } from '../../../platform/commands/processes.ts';
import { appendTo, captured } from '../../support/samples/lead-events.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

let stores: ProductStores;
let commands: CommandHandler;
let runner: ProcessRunner;
beforeEach(async () => {
  stores = await openProductStores();
  commands = stores.commandHandler();
  runner = stores.processRunner(processes, commands);
});
afterEach(() => stores.close());

const context = { actor: 'office', commandId: 'act', body: 'null', correlationId: 'act', causationId: null };

async function converted(): Promise<RecordedEvent[]> {
  await appendTo(stores.log, 'lead-a', captured('Ada King'));
  const convert = { type: 'ConvertLead', customerId: 'c' } as const;
  return (await commands.handle(lead, 'a', [convert], context)).appended;
}

const customer = () => stores.log.readStream('customer-c');

describe('the steps of a process', () => {
  test('The steps of a process are carried out in its name, for the person and the act that caused them', async () => {
    const [decision, ...others] = await converted();
    expect(others).toEqual([]);
    const { steps } = await runner.follow([decision as RecordedEvent]);
    expect(steps).toMatchObject([{ step: { id: 'c' }, outcome: { stream: 'customer-c', repeated: false } }]);
    expect(await customer()).toMatchObject([
      {
        type: 'CustomerRegistered',
        data: { leadId: 'a', firstName: 'Ada', lastName: 'King' },
        metadata: {
          actor: 'convert-lead',
          correlationId: 'act',
          causationId: causation(decision as RecordedEvent),
          subject: 'subject-of-lead-a',
        },
      },
    ]);
  });

  test('The steps of a process are done once, however often and by however many they are followed', async () => {
    const events = await converted();
    await runner.follow(events);
    const { steps } = await runner.follow(events);
    expect(steps[0]).toMatchObject({ outcome: { repeated: true, stream: 'customer-c' } });
    const others = stores.processRunner(processes, stores.commandHandler());
    await Promise.all([others.follow(events), runner.follow(events)]);
    expect(await customer()).toHaveLength(1);
  });

  test('A process has no steps for an event of another type', async () => {
    expect(await runner.follow(await stores.log.readStream('lead-a'))).toEqual({ steps: [], left: [] });
    expect([...runner.types]).toContain('LeadConverted');
  });
});
