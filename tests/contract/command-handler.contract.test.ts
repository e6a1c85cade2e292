import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type LeadCommand, lead } from '../../domain/lead/lead.ts';
import { LEAD_STATUSES } from '../../domain/lead/terms.ts';
import {
  type CommandContext,
  type CommandHandler,
  IdempotencyConflict,
  StaleRevision,
} from '../../platform/commands/command-handler.ts';
import { canonicalJson, requestCommandId } from '../../platform/runtime/ids.ts';
import { openProductStores, type ProductStores } from '../support/product-stores.ts';

let stores: ProductStores;
let commands: CommandHandler;
beforeAll(async () => {
  stores = await openProductStores();
  commands = stores.commandHandler();
});
afterAll(() => stores.close());

const NOBODY = { email: null, phone: null, address: null, description: null, notes: null, leadSource: null };

function capture(name: string): LeadCommand {
  return { type: 'CaptureLead', details: { ...NOBODY, name, estimatedValue: null }, now: '2026-11-21T10:00:00.000Z' };
}

const revise = (notes: string): LeadCommand => ({ type: 'ReviseLead', details: { notes } });

/** A request of its own, by the office. */
function sending(changes: Partial<CommandContext> = {}): CommandContext {
  const commandId = randomUUID();
  return { actor: 'office', commandId, body: 'null', correlationId: commandId, causationId: null, ...changes };
}

async function given(...already: LeadCommand[]): Promise<string> {
  const id = randomUUID();
  await commands.handle(lead, id, [capture('Ada King'), ...already], sending());
  return id;
}

const eventsOf = (id: string) => stores.log.readStream(`lead-${id}`);

describe('the same command again', () => {
  test('answers with the first outcome, and appends nothing', async () => {
    const id = await given();
    const context = sending({ body: '{"notes":"gate"}' });
    const first = await commands.handle(lead, id, [revise('gate')], context);
    const again = await commands.handle(lead, id, [revise('gate')], context);
    expect(first).toMatchObject({ repeated: false, appended: [{ type: 'LeadDetailsRevised' }] });
    expect(again).toMatchObject({ repeated: true, position: first.position, stream: first.stream });
    expect(again.appended.map((event) => event.id)).toEqual(first.appended.map((event) => event.id));
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('answers so while others append, before it looks at the rules and the revision', async () => {
    const id = await given();
    const context = sending({ expectedRevision: 0n });
    const first = await commands.handle(lead, id, [revise('gate')], context);
    await commands.handle(lead, id, [revise('dog'), { type: 'RemoveLead' }], sending());
    const again = await commands.handle(lead, id, [revise('gate')], context);
    expect(again).toMatchObject({ repeated: true, position: first.position });
    expect(again.now.revision).toBe(3n);
    expect(again.now.state).toMatchObject({ presence: 'removed' });
  });

  test('sent to three processes at once answers the same', async () => {
    const id = await given();
    const context = sending();
    const outcomes = await Promise.all(
      [commands, stores.commandHandler(), stores.commandHandler()].map((each) =>
        each.handle(lead, id, [revise('gate')], context),
      ),
    );
    expect(new Set(outcomes.map(({ position }) => position)).size).toBe(1);
    expect(new Set(outcomes.flatMap(({ appended }) => appended.map((event) => event.id))).size).toBe(1);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('with another body is a conflict', async () => {
    const id = await given();
    const context = sending({ body: '{"notes":"gate"}' });
    await commands.handle(lead, id, [revise('gate')], context);
    const other = commands.handle(lead, id, [revise('dog')], { ...context, body: '{"notes":"dog"}' });
    await expect(other).rejects.toBeInstanceOf(IdempotencyConflict);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('with another body in another process at the same time is a conflict for one of them', async () => {
    const id = await given();
    const context = sending({ body: '{"notes":"gate"}' });
    const answers = await Promise.allSettled([
      commands.handle(lead, id, [revise('gate')], context),
      stores.commandHandler().handle(lead, id, [revise('dog')], { ...context, body: '{"notes":"dog"}' }),
    ]);
    const refused = answers.filter((answer) => answer.status === 'rejected');
    expect(refused.map(({ reason }) => reason)).toEqual([expect.any(IdempotencyConflict)]);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('that appended nothing is decided anew', async () => {
    const id = await given();
    const context = sending();
    const nothing = await commands.handle(lead, id, [{ type: 'RestoreLead' }], context);
    expect(nothing).toMatchObject({ appended: [], repeated: false });
    await commands.handle(lead, id, [{ type: 'RemoveLead' }], sending());
    const restored = await commands.handle(lead, id, [{ type: 'RestoreLead' }], context);
    expect(restored).toMatchObject({ appended: [{ type: 'LeadRestored' }], repeated: false });
  });

  test('by another person, on another path or with another method is another command', () => {
    const id = requestCommandId('office', 'POST', '/api/leads', 'key');
    expect(requestCommandId('office', 'POST', '/api/leads', 'key')).toBe(id);
    const others = [
      requestCommandId('owner', 'POST', '/api/leads', 'key'),
      requestCommandId('office', 'PATCH', '/api/leads', 'key'),
      requestCommandId('office', 'POST', '/api/leads/1', 'key'),
      requestCommandId('office', 'POST', '/api/leads', 'other'),
      requestCommandId('office', 'POST', '/api/leads', undefined),
      requestCommandId('office', 'POST', '/api/leads', undefined),
    ];
    expect(new Set([id, ...others]).size).toBe(7);
  });
});

test('any command sent twice has the effect of once', async () => {
  const anyCommand: fc.Arbitrary<LeadCommand> = fc.oneof(
    fc.string().map(revise),
    fc.constantFrom(...LEAD_STATUSES).map((status): LeadCommand => ({ type: 'ReviseLead', details: {}, status })),
    fc.constantFrom<LeadCommand>(
      { type: 'ConvertLead', customerId: 'c' },
      { type: 'RevertConversion' },
      { type: 'RemoveLead' },
      { type: 'RestoreLead' },
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(anyCommand, fc.integer({ min: 1, max: 3 })), { maxLength: 8 }), async (acts) => {
      const [once, often] = [await given(), await given()];
      for (const [command, times] of acts) {
        const context = sending({ body: canonicalJson(command) });
        const send = (id: string) => commands.handle(lead, id, [command], context).catch((refusal) => refusal.message);
        await send(once);
        for (let sent = 0; sent < times; sent++) await send(often);
      }
      const shapes = async (id: string) => (await eventsOf(id)).map(({ type, data }) => ({ type, data }));
      expect(await shapes(often)).toEqual(await shapes(once));
    }),
    { numRuns: 30 },
  );
});

describe('commands at the same time', () => {
  test('64 on one stream by two processes all succeed', async () => {
    const id = await given();
    const handlers = [stores.commandHandler(), stores.commandHandler()] as const;
    const outcomes = await Promise.all(
      Array.from({ length: 64 }, (_, index) =>
        handlers[index % 2 === 0 ? 0 : 1].handle(lead, id, [revise(`note ${index}`)], sending()),
      ),
    );
    expect(outcomes.flatMap(({ appended }) => appended)).toHaveLength(64);
    const events = await eventsOf(id);
    expect(events.map(({ revision }) => Number(revision))).toEqual(Array.from({ length: 65 }, (_, index) => index));
  });

  test('on what has moved on since the sender saw it are refused, with what came since', async () => {
    const id = await given(revise('gate'));
    const stale = commands.handle(lead, id, [revise('dog')], sending({ expectedRevision: 0n }));
    await expect(stale).rejects.toBeInstanceOf(StaleRevision);
    await expect(stale).rejects.toMatchObject({ seen: 0n, now: { stream: `lead-${id}`, revision: 1n } });
    expect(await eventsOf(id)).toHaveLength(2);
    await commands.handle(lead, id, [revise('dog')], sending({ expectedRevision: 1n }));
    expect(await eventsOf(id)).toHaveLength(3);
  });
});

describe('an append', () => {
  test('holds what several commands decided, one after the other', async () => {
    const id = await given();
    const convert: LeadCommand = { type: 'ConvertLead', customerId: 'c' };
    const act = [revise('gate'), convert, { type: 'RevertConversion' } as const, { type: 'RemoveLead' } as const];
    const { appended } = await commands.handle(lead, id, act, sending());
    expect(appended.map(({ type }) => type)).toEqual([
      'LeadDetailsRevised',
      'LeadConverted',
      'LeadConversionReverted',
      'LeadRemoved',
    ]);
    expect(new Set(appended.map(({ position }) => position)).size).toBe(1);
    expect(new Set(appended.map(({ metadata }) => metadata.commandId)).size).toBe(1);
  });

  test('is not made where one of several commands is refused', async () => {
    const id = await given();
    const refused = commands.handle(lead, id, [revise('gate'), { type: 'RemoveLead' }, revise('dog')], sending());
    await expect(refused).rejects.toMatchObject({ name: 'Rejection', code: 'removed' });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('is not made where nothing was decided', async () => {
    const id = await given();
    const head = await stores.log.head();
    const outcome = await commands.handle(lead, id, [{ type: 'RestoreLead' }], sending());
    expect(outcome).toMatchObject({ appended: [], position: head });
    const stranger = commands.handle(lead, randomUUID(), [{ type: 'RemoveLead' }], sending());
    await expect(stranger).rejects.toMatchObject({ code: 'not_found' });
    expect(await stores.log.head()).toBe(head);
  });
});

describe('the person whom a stream concerns', () => {
  const subjectsOf = async (id: string) => new Set((await eventsOf(id)).map(({ metadata }) => metadata.subject));

  test('is minted with the first event and kept by all that follow', async () => {
    const id = await given(revise('gate'));
    await commands.handle(lead, id, [{ type: 'RemoveLead' }], sending({ subject: 'somebody-else' }));
    const [subject, ...others] = await subjectsOf(id);
    expect(others).toEqual([]);
    expect(subject).toEqual(expect.any(String));
    expect(subject).not.toBe('somebody-else');
  });

  test('is inherited from the record that the first event follows from', async () => {
    const id = randomUUID();
    const [subject] = await subjectsOf(await given());
    await commands.handle(lead, id, [capture('Ada King')], sending({ subject }));
    await commands.handle(lead, id, [revise('gate')], sending());
    expect(await subjectsOf(id)).toEqual(new Set([subject]));
  });

  test('is refused once erased: nothing more is recorded', async () => {
    const id = await given();
    const [subject] = await subjectsOf(id);
    await stores.keys.erase(subject as string, '2026-11-21T10:00:00.000Z');
    const fresh = stores.commandHandler();
    const refused = fresh.handle(lead, id, [{ type: 'RemoveLead' }], sending());
    await expect(refused).rejects.toMatchObject({ name: 'Rejection', code: 'removed' });
    const inheriting = fresh.handle(lead, randomUUID(), [capture('Ada King')], sending({ subject }));
    await expect(inheriting).rejects.toMatchObject({ name: 'Rejection', code: 'removed' });
    expect(await eventsOf(id)).toMatchObject([{ data: { name: '[erased]' } }]);
  });
});
