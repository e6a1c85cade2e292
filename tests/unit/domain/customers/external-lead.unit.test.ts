import { describe, expect, test } from 'vitest';
import type { ExternalLeadEvent } from '../../../../domain/external-lead/events.ts';
import { type ExternalLeadCommand, externalLead } from '../../../../domain/external-lead/external-lead.ts';
import { externalLeadTitle, notedAnalysis, textOfNotes } from '../../../../domain/external-lead/terms.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { erasePro } from '../../../../domain/processes/erase-pro.ts';
import { takeExternalLead } from '../../../../domain/processes/take-external-lead.ts';
import { specify } from '../../../support/decider-specification.ts';
import { metadata } from '../../../support/samples/event-samples.ts';

const { given } = specify(externalLead);

const NOW = '2026-06-15T12:00:00.000Z';
const details = {
  name: 'Ada King',
  email: 'ada@example.com',
  phone: '555-0142',
  address: '3 Elm St',
  description: 'An oak',
  serviceType: 'tree_removal',
  priority: 'urgent',
  leadSource: 'website_widget',
  notes: '',
  hostSite: 'https://garden.example',
  campaignId: null,
};
const receive: ExternalLeadCommand = { type: 'ReceiveExternalLead', details, now: NOW };
const received: ExternalLeadEvent = {
  type: 'ExternalLeadReceived',
  data: { ...details, leadId: null, receivedAt: NOW },
};
const pro = { name: 'Lee Moss', company: null, contact: '555-0199', notes: null };
const assigned: ExternalLeadEvent = { type: 'LocalProAssigned', data: { ...pro, proId: 'p', assignedAt: NOW } };
const assign = (more: Partial<typeof pro> = {}, proId: string | null = 'p'): ExternalLeadCommand => ({
  type: 'AssignPro',
  pro: { ...pro, ...more },
  proId,
  now: NOW,
});
const complete = (outcome: 'work_done' | 'customer_declined'): ExternalLeadCommand => ({
  type: 'CompleteExternalLead',
  outcome,
  notes: null,
  now: NOW,
});
const completed: ExternalLeadEvent = {
  type: 'ExternalLeadCompleted',
  data: { outcome: 'work_done', outcomeNotes: null, completedAt: NOW },
};
const take: ExternalLeadCommand = { type: 'TakeExternalLead', leadId: 'l', photos: [] };
const taken: ExternalLeadEvent = { type: 'ExternalLeadTaken', data: { ...details, leadId: 'l', photos: [] } };
const reverted: ExternalLeadEvent = { type: 'ExternalLeadTakingReverted', data: { leadId: 'l' } };

describe('an external lead', () => {
  test('An external lead is received once, with a name', () => {
    given().when(receive).then(received);
    given(received).when(receive).thenRefused('conflict');
    given()
      .when({ ...receive, details: { ...details, name: ' ' } } as ExternalLeadCommand)
      .thenRefused('invalid', 'The name is required.');
  });

  test('An external lead is assigned to one professional, by name and contact', () => {
    given(received).when(assign()).then(assigned);
    given(received, assigned).when(assign()).thenRefused('conflict');
    given(received, taken).when(assign()).thenRefused('conflict');
    given(received, assigned, completed).when(assign()).thenRefused('conflict');
    for (const lacking of [{ name: '' }, { contact: ' ' }])
      given(received).when(assign(lacking)).thenRefused('invalid');
    given(received, { type: 'ExternalLeadRemoved', data: {} }).when(assign()).thenRefused('removed');
  });

  test('An external lead ends with how it turned out; only a refusal of the customer needs no professional', () => {
    given(received, assigned).when(complete('work_done')).then(completed);
    given(received).when(complete('work_done')).thenRefused('conflict');
    given(received)
      .when(complete('customer_declined'))
      .then({
        type: 'ExternalLeadCompleted',
        data: { outcome: 'customer_declined', outcomeNotes: null, completedAt: NOW },
      });
    given(received, assigned, completed).when(complete('work_done')).thenRefused('conflict');
  });

  test('An external lead is taken with all that the pipeline needs, also from a professional', () => {
    given(received).when(take).then(taken);
    given(received, assigned).when(take).then(taken);
    given(received, taken).when(take).thenNothingHappens();
    given(received, assigned, completed).when(take).thenRefused('conflict');
  });

  test.each<[string, ...ExternalLeadEvent[]]>([
    ['one that was undone', assigned, { type: 'LocalProUnassigned', data: {} }],
    ['an end', assigned, completed],
    ['an end that was undone', assigned, completed, { type: 'ExternalLeadReopened', data: {} }],
    ['a removal', { type: 'ExternalLeadRemoved', data: {} }],
    ['a return', { type: 'ExternalLeadRemoved', data: {} }, { type: 'ExternalLeadRestored', data: {} }],
    ['a taking that was undone', taken, reverted],
  ])('An undo of an external lead takes back %s', (_, ...events) => {
    given(received, ...events).thenUndoneLeadsBack();
  });

  test('An external lead is erased by name while it is no lead of the pipeline, with all that it was taken as', () => {
    const erase = (confirm: string): ExternalLeadCommand => ({ type: 'ErasePersonOfExternalLead', confirm });
    given(received).when(erase('Ada')).thenRefused('invalid');
    given(received, taken).when(erase('Ada King')).thenRefused('conflict');
    const erased: ExternalLeadEvent = { type: 'ExternalLeadErased', data: { leadIds: ['l'] } };
    given(received, taken, reverted).when(erase('Ada  King')).then(erased);
    given(received, taken, reverted, erased).when(erase('Ada King')).thenNothingHappens();
    given(received, erased).when(take).thenRefused('erased');
  });
});

describe('the professional of an external lead', () => {
  const unassigned: ExternalLeadEvent = { type: 'LocalProUnassigned', data: {} };

  test('An assignment is undone; whom it was of is still known, to be erased', () => {
    const before = fold(externalLead, [received]);
    expect(externalLead.inverse(assigned, before)).toEqual({ type: 'UnassignPro' });
    const pros = [{ id: 'p', name: pro.name, contact: pro.contact }];
    expect(fold(externalLead, [received, assigned, unassigned])).toEqual({ ...before, pros });
  });
  const erase = (confirm: string, more = {}): ExternalLeadCommand => ({
    type: 'ErasePersonOfLocalPro',
    confirm,
    alsoIn: [],
    sealedElsewhere: 0,
    ...more,
  });
  const erased: ExternalLeadEvent = { type: 'LocalProErased', data: { proId: 'p', alsoIn: [] } };

  test('A professional who is assigned again keeps their key, whoever was in between', () => {
    given(received, assigned, unassigned)
      .when(assign({ name: 'lee  MOSS' }, 'q'))
      .then({
        type: 'LocalProAssigned',
        data: { ...pro, name: 'lee  MOSS', proId: 'p', assignedAt: NOW },
      });
    given(received, assigned, unassigned)
      .when(assign({ name: 'Ash Birch' }, 'q'))
      .then({
        type: 'LocalProAssigned',
        data: { ...pro, name: 'Ash Birch', proId: 'q', assignedAt: NOW },
      });
  });

  test('A professional is erased by name, with all leads of theirs, and whoever asked stays', () => {
    given(received, assigned).when(erase('Lee')).thenRefused('invalid');
    given(received).when(erase('Lee Moss')).thenRefused('conflict');
    const alsoIn = [{ leadId: 'l', proId: 'q' }];
    given(received, assigned, completed)
      .when(erase('Lee  Moss', { alsoIn }))
      .then({ type: 'LocalProErased', data: { proId: 'p', alsoIn } });
    given(received, assigned, erased).when(erase('Lee Moss')).thenNothingHappens();
    const state = fold(externalLead, [received, assigned, completed, erased]);
    expect(state).toMatchObject({
      details: { name: 'Ada King' },
      assignment: { name: '[erased]', contact: '[erased]', erased: true, assignedAt: NOW },
      completion: { outcome: 'work_done' },
      pros: [],
    });
  });

  test('An open lead whose professional was erased can be given to another one', () => {
    given(received, assigned, erased)
      .when(assign({ name: 'Ash Birch' }, 'q'))
      .then({ type: 'LocalProAssigned', data: { ...pro, name: 'Ash Birch', proId: 'q', assignedAt: NOW } });
  });

  test('A professional who is no longer assigned is erased with the other leads of theirs, and nobody else', () => {
    const other: ExternalLeadEvent = {
      type: 'LocalProAssigned',
      data: { ...pro, name: 'Ash', proId: 'q', assignedAt: NOW },
    };
    const also: ExternalLeadCommand = { type: 'EraseLocalPro', proId: 'p' };
    given(received, assigned, unassigned, other).when(also).then(erased);
    expect(fold(externalLead, [received, assigned, unassigned, other, erased])).toMatchObject({
      assignment: { name: 'Ash' },
      pros: [{ id: 'q' }],
    });
    given(received, assigned, unassigned, other, erased).when(also).thenNothingHappens();
    given().when(also).thenNothingHappens();
  });

  test('A professional who is sealed with whoever asked is not erased alone, and it is told why', () => {
    const old: ExternalLeadEvent = { type: 'LocalProAssigned', data: { ...pro, proId: null, assignedAt: NOW } };
    for (const events of [[old], [old, unassigned, assigned]])
      given(received, ...events)
        .when(erase('Lee Moss'))
        .thenRefused(
          'conflict',
          'What this lead says of the professional is sealed with whoever asked. Erase whoever asked there: the professional goes with them.',
        );
    given(received, assigned)
      .when(erase('Lee Moss', { sealedElsewhere: 2 }))
      .thenRefused(
        'conflict',
        'What 2 other leads of theirs say of the professional is sealed with whoever asked. Erase whoever asked there: the professional goes with them.',
      );
  });

  test('The erasure of a professional is carried to the other leads, each with who they are there', () => {
    const data = { proId: 'p', alsoIn: [{ leadId: 'l', proId: 'q' }] };
    const place = { id: 'e', stream: 'external_lead-x', revision: 1n, position: '2', metadata: metadata() };
    expect(erasePro.steps({ type: 'LocalProErased', data, ...place })).toEqual([
      {
        role: 'external_lead/l',
        category: 'external_lead',
        id: 'l',
        command: { type: 'EraseLocalPro', proId: 'q' },
        person: 'q',
      },
    ]);
  });
});

test('What the pipeline is told of a taken external lead never changes: a repeated step is known by it', () => {
  const { serviceType, priority, hostSite, campaignId: _, ...lead } = details;
  const request = { page: 'widget', serviceType, urgency: priority, preferredContactTime: null, hostSite };
  expect(
    takeExternalLead.steps({
      ...taken,
      id: 'e',
      stream: 'external_lead-x',
      revision: 1n,
      position: '2',
      metadata: { ...metadata(), recordedAt: NOW },
    }),
  ).toStrictEqual([
    {
      role: 'lead',
      category: 'lead',
      id: 'l',
      command: {
        type: 'AdmitLead',
        now: NOW,
        request: { ...request, analysisId: null },
        details: { ...lead, notes: null, estimatedValue: null },
      },
    },
  ]);
});

describe('the words of an external lead', () => {
  test.each([
    ['tree_removal', 'Ada King', 'Tree Removal - Ada King'],
    ['moving_hedges', 'Ada King', 'moving_hedges - Ada King'],
    [null, 'Ada King', 'Tree Service - Ada King'],
    ['multiple', null, 'Multiple Services'],
  ])('The title of an external lead is made of the service %s and the name %s', (service, name, title) => {
    expect(externalLeadTitle(service, name)).toBe(title);
  });

  test.each([['', 'no JSON', '[]', 'null', '7', '{}', '{"treeSpecies": 7}', '{"recommendations": [1]}']])(
    'The notes of an external lead tell of no picture where they hold none: %s',
    (notes) => expect(notedAnalysis(notes)).toBeNull(),
  );

  test('The notes of an external lead tell of a picture, whatever else they hold', () => {
    const notes = JSON.stringify({ treeSpecies: 'Oak', treeHeight: '', recommendations: ['Prune', 3, 'Prune'], x: {} });
    expect(notedAnalysis(notes)).toEqual({
      texts: [{ label: 'Tree Species', text: 'Oak' }],
      lists: [{ label: 'Recommendations', items: ['Prune'] }],
    });
    expect(textOfNotes(notes)).toBe(
      'The visitor was shown this for their photo:\nTree Species: Oak\nRecommendations: Prune',
    );
    expect([textOfNotes(''), textOfNotes('Call after 5')]).toEqual([null, 'Call after 5']);
  });

  test('The notes of an external lead mark what nobody saw in the picture', () => {
    const notes = JSON.stringify({ treeSpecies: 'Oak', treeHeight: '30-50 feet', assumed: ['treeHeight'] });
    expect(notedAnalysis(notes)?.texts).toEqual([
      { label: 'Tree Species', text: 'Oak' },
      { label: 'Tree Height (typical)', text: '30-50 feet' },
    ]);
  });
});
