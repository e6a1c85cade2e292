import { describe, expect, test } from 'vitest';
import { kinds } from '../../../api/areas.ts';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import { jobKind } from '../../../api/jobs/record.ts';
import { changerOf } from '../../../api/kit/changes/commands.ts';
import type { ApiContext } from '../../../api/kit/context.ts';
import { recordKinds, streamOf } from '../../../api/kit/records.ts';
import { leadKind } from '../../../api/leads/record.ts';
import type { CustomerCommand } from '../../../domain/customer/customer.ts';
import type { RecordedEvent } from '../../../domain/kit/event.ts';

const recorded = (stream: string, type: string, data: object): RecordedEvent => ({
  type,
  data,
  stream,
  id: 'event',
  revision: 0n,
  position: '1',
  metadata: {
    actor: 'owner',
    correlationId: 'c',
    causationId: null,
    commandId: 'c',
    commandHash: '0',
    recordedAt: '2026-06-01T12:00:00.000Z',
  },
});

describe('kinds of record', () => {
  test('Kinds of record take their own commands only, which the compiler sees to', () => {
    const context = { kinds } as ApiContext;
    changerOf(context, leadKind) satisfies (...given: never[]) => Promise<{ leadSource: string | null }>;
    // @ts-expect-error a lead takes no commands of customers
    changerOf<CustomerCommand, CustomerRecord>(context, leadKind);
    // @ts-expect-error nor does a kind that is looked up by its name
    changerOf<CustomerCommand, CustomerRecord>(context, kinds.of('lead'));
    const change = changerOf(context, leadKind);
    // @ts-expect-error and no other command by chance
    const wrong: Parameters<typeof change>[3] = { type: 'ArchiveCustomer' };
    expect(wrong).toBeDefined();
  });

  test('Kinds of record are found by the events of their streams, also where they share one', () => {
    const formed = recorded('roster-main', 'CrewFormed', { crewId: 'elm', name: 'Elm' });
    const found = kinds.namedBy(formed);
    expect([found?.kind.category, found?.id]).toEqual(['crew', 'elm']);
    const captured = kinds.namedBy(recorded('lead-7', 'LeadCaptured', {}));
    expect([captured?.kind.category, captured?.id]).toEqual(['lead', '7']);
    expect(kinds.namedBy(recorded('nothing-7', 'NothingHappened', {}))).toBeNull();
  });

  test('Kinds of record name the stream of a record', () => {
    expect(streamOf(kinds.of('lead'), '7')).toBe('lead-7');
    expect(streamOf(kinds.of('crew'), 'elm')).toBe('roster-main');
  });

  test('Kinds of record are called in messages what people call them', () => {
    const nouns = kinds.all
      .map(({ category, noun }) => [category, noun])
      .filter(([category, noun]) => category !== noun);
    expect(nouns.sort()).toEqual([
      ['automation_rule', 'rule'],
      ['automation_run', 'run of a rule'],
      ['catalog', 'price catalog'],
      ['customer_review', 'review'],
      ['email_campaign', 'email campaign'],
      ['external_lead', 'external lead'],
      ['performance_review', 'performance review'],
      ['period', 'export'],
      ['social_post', 'social post'],
      ['staff', 'person'],
      ['suppression', 'suppressed address'],
      ['time_off', 'time-off request'],
    ]);
  });

  test('Kinds of record have a category of their own each', () => {
    expect(() => kinds.of('nothing')).toThrow('There is no kind of record called "nothing".');
    expect(() => recordKinds([leadKind, leadKind])).toThrow('Two kinds of record have the same category.');
  });

  test('Kinds of record that hang on another are found by an index and follow it: else the product does not start', () => {
    const indexes = jobKind.projection.indexes.filter((each) => each.join() !== 'customerId,createdAt');
    const slow = { ...jobKind, projection: { ...jobKind.projection, indexes } };
    expect(() => recordKinds([slow] as never)).toThrow(
      'The timeline of each customer asks for its records of the kind job, but no index of the read model jobs serves ' +
        "that. Declare one that ends with the order's field, such as ['customerId', 'createdAt'], in projections/jobs.ts.",
    );
    const loose = { ...leadKind, hangsOn: 'customer' };
    expect(() => recordKinds([loose] as never)).toThrow(
      'The kind lead hangs on customer, but its records follow none.',
    );
    expect(recordKinds([jobKind, leadKind] as never).all).toHaveLength(2);
  });
});
