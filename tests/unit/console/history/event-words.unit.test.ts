import { describe, expect, test } from 'vitest';
import type { AuditEvent } from '../../../../api/audit/schema.ts';
import { EVENT_TYPES, eventTypesFor } from '../../../../console/entities/event-types.ts';
import {
  actsOf,
  detailOf,
  eventWords,
  saidOf,
  whoOf,
  whyNot,
} from '../../../../console/features/history/event-words.ts';
import { deciders, eventTypesOf, registry } from '../../../../domain/index.ts';

const event = (told: Partial<AuditEvent> = {}): AuditEvent => ({
  position: '1',
  recordedAt: '2026-06-15T12:00:00.000Z',
  stream: 'lead-1',
  revision: 0,
  type: 'LeadCaptured',
  version: 1,
  id: 'an event',
  actor: 'owner',
  actorName: 'Ada Lovelace',
  category: 'lead',
  recordId: '1',
  title: 'Grace Hopper',
  commandId: 'a command',
  correlationId: 'an act',
  causationId: null,
  undoes: null,
  subject: null,
  data: {},
  withheld: null,
  error: null,
  ...told,
});

describe('the events that can be looked for', () => {
  test('Each event of the log can be looked for, under the kind of its stream', () => {
    for (const category of deciders.keys())
      expect(EVENT_TYPES[category], `console/entities/event-types.ts, ${category}`).toEqual([
        ...eventTypesOf(new Set([category])),
      ]);
    expect(new Set(Object.values(EVENT_TYPES).flat())).toEqual(new Set(registry.keys()));
  });

  test('An auditor is offered no event that is not told to them', () => {
    expect(eventTypesFor('owner')).toEqual(expect.arrayContaining(['PayRateSet', 'PerformanceReviewWritten']));
    const types = eventTypesFor('auditor');
    expect(types).toContain('JobScheduled');
    expect(types.filter((type) => /^(Pay[RE]|PerformanceReview)/.test(type))).toEqual([]);
  });
});

describe('acts', () => {
  test('Events of one act that stand next to each other are one act, and are told by what the person did', () => {
    const events = [
      event({ position: '4', commandId: 'of a process', type: 'MailIntended', actor: 'mail', actorName: null }),
      event({ position: '3', type: 'JobScheduled', title: 'J-1001' }),
      event({ position: '2', type: 'JobRevised', title: 'J-1001' }),
      event({ position: '1', commandId: 'of its number', type: 'NumbersTaken', actor: 'numbering', actorName: null }),
      event({ position: '0', correlationId: 'another act' }),
    ];
    const [first, second] = actsOf(events);
    expect(first).toMatchObject({ id: '4', act: 'an act', events: events.slice(0, 4) });
    expect(second).toMatchObject({ id: '0', act: 'another act' });
    const said = saidOf(events.slice(0, 4) as [AuditEvent, ...AuditEvent[]]);
    expect(said).toMatchObject({ words: 'Job scheduled', of: { title: 'J-1001', actorName: 'Ada Lovelace' } });
  });

  test('Events that do not tell their act stand alone', () => {
    const withheld = event({ correlationId: null, withheld: 'event' });
    expect(actsOf([withheld, { ...withheld, position: '0' }])).toHaveLength(2);
  });
});

describe('one event', () => {
  test.each([
    [event(), 'New lead'],
    [event({ type: 'LeadStatusChanged', data: { status: 'Won' } }), 'Lead moved to Won'],
    [event({ type: 'EquipmentRestored', undoes: 'a command' }), 'Equipment restored by undo'],
    [event({ withheld: 'event', type: null, data: null }), 'Not shown to your role'],
    [event({ type: null, data: null, error: 'the row is damaged.' }), 'An event that cannot be read'],
  ])('It is told in plain words: %#', (given, words) => {
    expect(eventWords(given)).toBe(words);
  });

  test.each([
    ['PaymentRecorded', { amount: 14875 }, '$148.75'],
    ['CostRecorded', { amount: 12300, description: 'Chips' }, '$123'],
    [
      'JobScheduled',
      { visits: [{ start: '2026-11-27T08:00', end: '2026-11-27T12:30' }] },
      'for Nov 27, 2026, 8:00 AM to 12:30 PM',
    ],
    [
      'JobScheduled',
      {
        visits: [
          { start: '2026-11-01T01:30-05:00', end: '2026-11-01T09:00-05:00' },
          { start: '2026-11-02T08:00', end: '2026-11-02T09:00' },
        ],
      },
      'for Nov 1, 2026, 1:30 AM to 9:00 AM, and 1 more',
    ],
    ['JobHoursAdded', { hours: 5.5, rate: 6800 }, '5 h 30 min'],
    ['UserRoleChanged', { role: 'auditor' }, 'to Auditor'],
    ['EquipmentStatusChanged', { status: 'in_use' }, 'to in use'],
    ['LeadDetailsRevised', { estimatedValue: 1, campaignId: null }, 'estimated value, campaign'],
    ['JobRevised', { a: 1, b: 1, c: 1, d: 1, requiredSkills: [] }, 'a, b, c, d, required skills'],
    ['JobRevised', { a: 1, b: 1, c: 1, d: 1, e: 1, f: 1 }, 'a, b, c, d, and 2 more'],
    ['MailSent', { reason: '250 2.0.0 Ok: queued' }, null],
    ['JobNoteAdded', { noteId: '1', note: 'Beware of\nthe dog' }, '“Beware of the dog”'],
    ['JobNoteAdded', { noteId: '1', note: '[erased]' }, null],
    ['JobStarted', { status: 'in_progress', at: '2026-11-27T08:00:00Z' }, null],
  ])('%s tells at a glance what its data says: %j', (type, data, detail) => {
    expect(detailOf({ type, data })).toBe(detail);
  });

  test('Who did it is a person by name, or in words what acts by itself', () => {
    expect(whoOf(event())).toBe('Ada Lovelace');
    expect(whoOf(event({ actor: 'public', actorName: null }))).toBe('A visitor');
    expect(whoOf(event({ actor: null, actorName: null }))).toBe(null);
  });

  test('What is not told or cannot be read says why', () => {
    expect(whyNot(event())).toBe(null);
    expect(whyNot(event({ withheld: 'event' }))).toMatch(/your role does not read/);
    expect(whyNot(event({ withheld: 'fields' }))).toMatch(/left out/);
    expect(whyNot(event({ error: 'The row is damaged.' }))).toBe('It cannot be read: The row is damaged.');
  });
});
