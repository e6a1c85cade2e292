import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CustomerCommand, customer } from '../../../domain/customer/customer.ts';
import { type LeadCommand, lead } from '../../../domain/lead/lead.ts';
import { LEAD_STATUSES } from '../../../domain/lead/terms.ts';
import { type PhotoCommand, photo } from '../../../domain/photo/photo.ts';
import type { PhotoCategory } from '../../../domain/photo/terms.ts';
import { NO_CREW_DETAILS } from '../../../domain/roster/events.ts';
import { type RosterCommand, roster } from '../../../domain/roster/roster.ts';
import { NO_STAFF_DETAILS } from '../../../domain/staff/events.ts';
import { staff } from '../../../domain/staff/staff.ts';
import { NO_USER_DETAILS } from '../../../domain/user/events.ts';
import { user } from '../../../domain/user/user.ts';
import {
  type CommandContext,
  type CommandHandler,
  IdempotencyConflict,
  StaleRevision,
} from '../../../platform/commands/command-handler.ts';
import { canonicalJson, requestCommandId } from '../../../platform/runtime/ids.ts';
import { runs } from '../../support/depth.ts';
import { openProductStores, type ProductStores } from '../../support/stores/product-stores.ts';

let stores: ProductStores;
let commands: CommandHandler;
beforeAll(async () => {
  stores = await openProductStores();
  commands = stores.commandHandler();
});
afterAll(() => stores.close());

const NOW = '2026-11-21T10:00:00.000Z';

function capture(name: string): LeadCommand {
  return { type: 'CaptureLead', details: { name }, now: NOW };
}

const revise = (notes: string): LeadCommand => ({ type: 'ReviseLead', details: { notes } });

/** A new request by the office. */
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
  test('The same command again answers with the first outcome, and appends nothing', async () => {
    const id = await given();
    const context = sending({ body: '{"notes":"gate"}' });
    const first = await commands.handle(lead, id, [revise('gate')], context);
    const again = await commands.handle(lead, id, [revise('gate')], context);
    expect(first).toMatchObject({ repeated: false, appended: [{ type: 'LeadDetailsRevised' }] });
    expect(again).toMatchObject({ repeated: true, position: first.position, stream: first.stream });
    expect(again.appended.map((event) => event.id)).toEqual(first.appended.map((event) => event.id));
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('The same command again answers with the first outcome while others append, before it looks at the rules and the revision', async () => {
    const id = await given();
    const context = sending({ expectedRevision: 0n });
    const first = await commands.handle(lead, id, [revise('gate')], context);
    await commands.handle(lead, id, [revise('dog'), { type: 'RemoveLead' }], sending());
    const again = await commands.handle(lead, id, [revise('gate')], context);
    expect(again).toMatchObject({ repeated: true, position: first.position });
    expect(again.now.revision).toBe(3n);
    expect(again.now.state).toMatchObject({ presence: 'removed' });
  });

  test('The same command sent to three processes at once answers the same', async () => {
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

  test('The same command again with another body is a conflict', async () => {
    const id = await given();
    const context = sending({ body: '{"notes":"gate"}' });
    await commands.handle(lead, id, [revise('gate')], context);
    const other = commands.handle(lead, id, [revise('dog')], { ...context, body: '{"notes":"dog"}' });
    await expect(other).rejects.toBeInstanceOf(IdempotencyConflict);
    expect(await eventsOf(id)).toHaveLength(2);
  });

  test('The same command with another body in another process at the same time is a conflict for one of them', async () => {
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

  test('A command that appended nothing is decided anew when it comes again', async () => {
    const id = await given();
    const context = sending();
    const nothing = await commands.handle(lead, id, [{ type: 'RestoreLead' }], context);
    expect(nothing).toMatchObject({ appended: [], repeated: false });
    await commands.handle(lead, id, [{ type: 'RemoveLead' }], sending());
    const restored = await commands.handle(lead, id, [{ type: 'RestoreLead' }], context);
    expect(restored).toMatchObject({ appended: [{ type: 'LeadRestored' }], repeated: false });
  });

  test('The same command by another person, on another path or with another method is another command', () => {
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

test('Any command sent twice has the effect of once', { tags: ['more'] }, async () => {
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
    { numRuns: runs(30) },
  );
});

describe('commands at the same time', () => {
  test('64 commands at the same time on one stream by two processes all succeed', async () => {
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

  test('Commands on what has moved on since the sender saw it are refused, with what came since', async () => {
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
  test('An append holds what several commands decided, one after the other', async () => {
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

  test('An append is not made where one of several commands is refused', async () => {
    const id = await given();
    const refused = commands.handle(lead, id, [revise('gate'), { type: 'RemoveLead' }, revise('dog')], sending());
    await expect(refused).rejects.toMatchObject({ name: 'Rejection', code: 'removed' });
    expect(await eventsOf(id)).toHaveLength(1);
  });

  test('An append is not made where nothing was decided', async () => {
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
  const subjectsIn = async (stream: string) =>
    new Set((await stores.log.readStream(stream, { limit: 100 })).map(({ metadata }) => metadata.subject));
  const erase = async (stream: string) => {
    const [subject] = await subjectsIn(stream);
    await stores.keys.erase(subject as string, '2026-11-21T10:00:00.000Z');
  };
  const registered = (leadId: string | null): CustomerCommand => {
    const none = { email: null, phone: null, address: null, city: null, state: null, zipCode: null, notes: null };
    return { type: 'RegisterCustomer', details: { ...none, leadId, firstName: 'Ada', lastName: 'King' }, now: NOW };
  };
  const attached = (category: PhotoCategory, recordId: string): PhotoCommand => {
    const target = { category, recordId, propertyId: null, presence: 'present', propertyIds: [] } as const;
    const picture = { sha256: 'a', thumbnailSha256: 'b', width: 1, height: 1, bytes: 1 };
    return { type: 'AttachPhoto', target, picture, caption: 'By the gate', now: NOW };
  };

  test('The person whom a stream concerns is minted with the first event and kept by all that follow', async () => {
    const id = await given(revise('gate'));
    await commands.handle(lead, id, [{ type: 'RemoveLead' }], sending({ newSubject: 'somebody-else' }));
    const [subject, ...others] = await subjectsIn(`lead-${id}`);
    expect(others).toEqual([]);
    expect(subject).toEqual(expect.any(String));
    expect(subject).not.toBe('somebody-else');
  });

  test('The person of a record that follows from another record is found by the handler, whoever sends it', async () => {
    const leadId = await given();
    const theirs = await subjectsIn(`lead-${leadId}`);
    const customerId = randomUUID();
    await commands.handle(customer, customerId, [registered(leadId)], sending({ newSubject: 'somebody-else' }));
    expect(await subjectsIn(`customer-${customerId}`)).toEqual(theirs);
    for (const [category, recordId] of [
      ['lead', leadId],
      ['customer', customerId],
    ] as const) {
      const photoId = randomUUID();
      await commands.handle(photo, photoId, [attached(category, recordId)], sending());
      expect(await subjectsIn(`photo-${photoId}`)).toEqual(theirs);
    }
  });

  test('The person is a new one where a record comes without another: a customer, a machine for its photo', async () => {
    const [customerId, photoId] = [randomUUID(), randomUUID()];
    await commands.handle(customer, customerId, [registered(null)], sending());
    await commands.handle(photo, photoId, [attached('equipment', 'chipper')], sending());
    const subjects = [...(await subjectsIn(`customer-${customerId}`)), ...(await subjectsIn(`photo-${photoId}`))];
    expect(subjects).toEqual([expect.any(String), expect.any(String)]);
    expect(new Set(subjects).size).toBe(2);
  });

  test('The account and the staff record of somebody concern one person, whichever was there first', async () => {
    const details = { ...NO_STAFF_DETAILS, firstName: 'Ada', skills: ['climbing'] };
    const member = { type: 'AddStaffMember', details, now: NOW } as const;
    const names = { ...NO_USER_DETAILS, username: 'ada', firstName: 'Ada' };
    const account = { type: 'RegisterUser', details: names, role: 'office', now: NOW } as const;
    const [first, second] = [randomUUID(), randomUUID()];
    await commands.handle(staff, first, [member], sending());
    await commands.handle(user, first, [account], sending());
    await commands.handle(user, second, [account], sending());
    await commands.handle(staff, second, [member], sending());
    for (const id of [first, second]) expect(await subjectsIn(`user-${id}`)).toEqual(await subjectsIn(`staff-${id}`));
    expect(await subjectsIn(`user-${first}`)).not.toEqual(await subjectsIn(`user-${second}`));
  });

  test('A record that follows from one that is not there is refused as not found, and nothing is recorded', async () => {
    const [customerId, photoId] = [randomUUID(), randomUUID()];
    const orphans = [
      commands.handle(customer, customerId, [registered('no-such-lead')], sending()),
      commands.handle(photo, photoId, [attached('customer', 'no-such-customer')], sending()),
    ];
    for (const orphan of orphans) await expect(orphan).rejects.toMatchObject({ name: 'Rejection', code: 'not_found' });
    expect(await subjectsIn(`customer-${customerId}`)).toEqual(new Set());
    expect(await subjectsIn(`photo-${photoId}`)).toEqual(new Set());
  });

  test('A person once erased is refused: nothing more is recorded, nor what follows from their record', async () => {
    const id = await given();
    await erase(`lead-${id}`);
    const fresh = stores.commandHandler();
    const refused = [
      fresh.handle(lead, id, [revise('gate')], sending()),
      fresh.handle(customer, randomUUID(), [registered(id)], sending()),
      fresh.handle(photo, randomUUID(), [attached('lead', id)], sending()),
    ];
    for (const each of refused) await expect(each).rejects.toMatchObject({ name: 'Rejection', code: 'erased' });
    expect(await eventsOf(id)).toMatchObject([{ data: { name: '[erased]' } }]);
  });

  test('A person once erased is told of where nothing personal is said, with a hash that no guess can be tried on', async () => {
    const id = await given();
    await erase(`lead-${id}`);
    const fresh = stores.commandHandler();
    const context = sending({ body: '{"phone":"555-0100"}' });
    const { appended } = await fresh.handle(lead, id, [{ type: 'RemoveLead' }], context);
    expect(appended).toMatchObject([{ type: 'LeadRemoved', metadata: { commandHash: '0'.repeat(16) } }]);
    expect(await fresh.handle(lead, id, [{ type: 'RemoveLead' }], context)).toMatchObject({ repeated: true });
  });

  test('A person once erased is told of as erased, not as stale, to whoever saw the record before', async () => {
    const id = await given();
    await commands.handle(lead, id, [{ type: 'EraseLead' }], sending());
    const queued = commands.handle(lead, id, [revise('gate')], sending({ expectedRevision: 0n }));
    await expect(queued).rejects.toMatchObject({ name: 'Rejection', code: 'erased' });
  });

  test('Each record of a shared stream concerns a person of its own: one crew erased leaves the others', async () => {
    const formed = (crewId: string, homeAddress: string): RosterCommand => {
      const details = { ...NO_CREW_DETAILS, name: `Crew ${crewId}`, homeAddress };
      const members = { memberIds: [], movedFrom: {}, people: {} };
      return { type: 'FormCrew', crewId, details, isActive: true, members, now: NOW };
    };
    const both = [formed('north', '1 North Road'), formed('south', '2 South Road')];
    await commands.handle(roster, 'main', both, sending());
    const revised = { type: 'ReviseCrew', crewId: 'north', details: { homeAddress: '3 North Road' } } as const;
    await commands.handle(roster, 'main', [revised], sending());
    const events = await stores.log.readStream('roster-main', { limit: 10 });
    const [north, south, northAgain] = events.map(({ metadata }) => metadata.subject);
    expect(north).toEqual(expect.any(String));
    expect(south).not.toBe(north);
    expect(northAgain).toBe(north);

    await stores.keys.erase(north as string, '2026-11-21T10:00:00.000Z');
    const { state } = await stores.streams().load(roster, 'main');
    expect(state.crews.get('north')?.details).toMatchObject({ name: 'Crew north', homeAddress: '[erased]' });
    expect(state.crews.get('south')?.details).toMatchObject({ homeAddress: '2 South Road' });
    const fresh = stores.commandHandler();
    const toNorth = fresh.handle(roster, 'main', [revised], sending());
    await expect(toNorth).rejects.toMatchObject({ code: 'erased' });
    await fresh.handle(roster, 'main', [{ ...revised, crewId: 'south' }], sending());
  });
});
