import { describe, expect, test } from 'vitest';
import { CUSTOMER_LIMITS } from '../../../../domain/customer/terms.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import {
  type LeadDetails,
  type LeadEvent,
  type LeadRequest,
  leadEvents,
  NO_LEAD_DETAILS,
} from '../../../../domain/lead/events.ts';
import { type LeadCommand, lead } from '../../../../domain/lead/lead.ts';
import { LEAD_LIMITS } from '../../../../domain/lead/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(lead);

const NOW = '2026-03-01T15:00:00.000Z';
const DETAILS: LeadDetails = {
  ...NO_LEAD_DETAILS,
  name: 'Storm damage at the mill',
  email: 'mill@example.com',
  phone: '555-0100',
  address: '12 Mill Lane, Amherst, MA 01002',
  notes: 'Gate code at the office',
  leadSource: 'Referral',
  estimatedValue: 120_000,
};
const captured: LeadEvent = { type: 'LeadCaptured', data: { ...DETAILS, status: 'New', capturedAt: NOW } };
const REQUEST: LeadRequest = {
  page: 'portal',
  serviceType: 'stump_grinding',
  urgency: 'high',
  preferredContactTime: 'morning',
  hostSite: null,
  analysisId: null,
};
const converted: LeadEvent = {
  type: 'LeadConverted',
  data: {
    customerId: 'c1',
    firstName: 'Storm damage at the',
    lastName: 'mill',
    email: 'mill@example.com',
    phone: '555-0100',
    address: '12 Mill Lane',
    city: 'Amherst',
    state: 'MA',
    zipCode: '01002',
    notes: 'Gate code at the office',
  },
};
const renewed: LeadEvent = { type: 'LeadConversionRenewed', data: { customerId: 'c1' } };
const renewalReverted: LeadEvent = { type: 'LeadRenewalReverted', data: { customerId: 'c1' } };
const removed: LeadEvent = { type: 'LeadRemoved', data: {} };
const toStatus = (status: string): LeadEvent => ({ type: 'LeadStatusChanged', data: { status } });

describe('capturing a lead', () => {
  const capture = (details: Partial<LeadDetails>): LeadCommand => ({
    type: 'CaptureLead',
    details: { ...DETAILS, ...details },
    now: NOW,
  });

  test('Capturing a lead starts it as New', () => given().when(capture({})).then(captured));
  test('Capturing a lead tells what a public form was asked for', () => {
    const request = { ...REQUEST, page: 'widget', hostSite: 'https://example.com' };
    given()
      .when({ type: 'CaptureLead', details: DETAILS, request, now: NOW })
      .then(captured, { type: 'LeadRequested', data: request });
  });
  test('Capturing a lead is undone as a whole, with what was asked for', () => {
    const requested: LeadEvent = { type: 'LeadRequested', data: REQUEST };
    expect(lead.inverse(requested, fold(lead, [captured]))).toEqual({ type: 'RemoveLead' });
    given(captured, requested, removed).when({ type: 'RemoveLead' }).thenNothingHappens();
  });
  test.each([null, '', '   '])('Capturing a lead needs a name, and %j is none', (name) => {
    given().when(capture({ name })).thenRefused('invalid', 'Lead name is required.');
  });
});

describe('a lead that was external', () => {
  const admit: LeadCommand = { type: 'AdmitLead', details: { name: 'Ada King' }, request: REQUEST, now: NOW };
  const takenBack: LeadEvent = { type: 'LeadTakenBack', data: {} };
  test('A lead that was external is captured once, with what was asked for', () => {
    const events = lead.decide(admit, fold(lead, []));
    expect(events).toMatchObject([{ type: 'LeadCaptured', data: { name: 'Ada King' } }, { type: 'LeadRequested' }]);
    given(captured).when(admit).thenNothingHappens();
  });
  test('A lead that was external goes with the undo of its taking, and comes back with the next, unless a person worked on it', () => {
    given(captured).when({ type: 'TakeBackLead' }).then(takenBack);
    given(captured, takenBack).when(admit).then({ type: 'LeadRestored', data: {} });
    given(captured, takenBack).thenUndoneLeadsBack();
    given(captured, takenBack, { type: 'LeadRestored', data: {} }).thenUndoneLeadsBack();
    given(captured, toStatus('Contacted')).when({ type: 'TakeBackLead' }).thenNothingHappens();
    given().when({ type: 'TakeBackLead' }).thenNothingHappens();
  });
  test('A lead that was external does not come back where a person deleted it', () => {
    given(captured, removed).when(admit).thenNothingHappens();
    given(captured, takenBack, { type: 'LeadRestored', data: {} }, removed).when(admit).thenNothingHappens();
  });
});

describe('revising a lead', () => {
  test('Revising a lead records only what changed', () => {
    given(captured)
      .when({ type: 'ReviseLead', details: { ...DETAILS, phone: '555-0111', notes: null } })
      .then({ type: 'LeadDetailsRevised', data: { phone: '555-0111', notes: null } });
  });
  test('Revising a lead changes details and status in one act', () => {
    given(captured)
      .when({ type: 'ReviseLead', details: { phone: null }, status: 'Quoting' })
      .then({ type: 'LeadDetailsRevised', data: { phone: null } }, toStatus('Quoting'));
  });
  test('Revising a lead to the column where it is does nothing', () => {
    given(captured, toStatus('Lost')).when({ type: 'ReviseLead', details: {}, status: 'Lost' }).thenNothingHappens();
  });
  test('Revising a lead cannot clear the name', () => {
    given(captured)
      .when({ type: 'ReviseLead', details: { name: null } })
      .thenRefused('invalid', 'Lead name is required.');
  });
  test('Revising a lead is refused for one that was removed, and for one that never was', () => {
    given(captured, removed).when({ type: 'ReviseLead', details: {}, status: 'Won' }).thenRefused('removed');
    given().when({ type: 'ReviseLead', details: {}, status: 'Won' }).thenRefused('not_found');
  });
});

describe('the hazards of a lead', () => {
  const OAK = 'Dead oak leaning on the power line, dog in the yard';
  const NAMED = ['Power line', 'Leaning tree', 'Dead or rotten wood'];
  const capturedAs = (details: Partial<LeadDetails>): LeadEvent => ({
    type: 'LeadCaptured',
    data: { ...DETAILS, ...details, status: 'New', capturedAt: NOW },
  });
  const revised = (data: Partial<LeadDetails>): LeadEvent => ({ type: 'LeadDetailsRevised', data });
  const revise = (details: Partial<LeadDetails>): LeadCommand => ({ type: 'ReviseLead', details });

  test('The hazards of a new lead are those that are listed, and those that its description names', () => {
    const details = { ...DETAILS, description: OAK, hazards: ['Dog'] };
    const expected = capturedAs({ description: OAK, hazards: ['Dog', ...NAMED] });
    given().when({ type: 'CaptureLead', details, now: NOW }).then(expected);
    const [admitted] = lead.decide({ type: 'AdmitLead', details, request: REQUEST, now: NOW }, fold(lead, []));
    expect(admitted).toEqual(expected);
  });
  test('The hazards of a new lead are no more than a lead may have', () => {
    const hazards = Array.from({ length: LEAD_LIMITS.hazards }, (_, index) => `Hole ${index}`);
    const details = { ...DETAILS, description: OAK, hazards };
    given()
      .when({ type: 'CaptureLead', details, now: NOW })
      .then(capturedAs({ description: OAK, hazards }));
  });
  test('The hazards of a lead are joined by those that only its new description names', () => {
    const before = capturedAs({ description: 'A dog is there', hazards: ['Loose bark'] });
    given(before)
      .when(revise({ description: 'A dog is there. Wires, too' }))
      .then(revised({ description: 'A dog is there. Wires, too', hazards: ['Loose bark', 'Power line'] }));
    given(before)
      .when(revise({ description: 'A big dog is there' }))
      .then(revised({ description: 'A big dog is there' }));
    given(before)
      .when(revise({ description: null }))
      .then(revised({ description: null }));
  });
  test('The hazards of a lead that are given with a new description are joined by those that only it names', () => {
    const description = 'The oak leans on the power line';
    const both = revised({ description, hazards: ['Loose dog', 'Power line', 'Leaning tree'] });
    const before = capturedAs({ description: 'An oak', hazards: [] });
    given(before)
      .when(revise({ description, hazards: ['Loose dog'] }))
      .then(both);
    given(before, both)
      .when(revise({ description, hazards: ['Loose dog'] }))
      .thenNothingHappens();
    given(before, both).thenUndoneLeadsBack();
    given(capturedAs({ description, hazards: ['Power line', 'Leaning tree'] }))
      .when(revise({ description: `${description}, wasps, too`, hazards: ['Loose dog'] }))
      .then(revised({ description: `${description}, wasps, too`, hazards: ['Loose dog', 'Bees or wasps'] }));
  });
  test('The hazards of a lead that somebody cleared do not come back', () => {
    const cleared = [capturedAs({ description: OAK, hazards: NAMED }), revised({ hazards: [] })];
    given(...cleared)
      .when(revise({ description: `${OAK}, please call` }))
      .then(revised({ description: `${OAK}, please call` }));
    const [converted] = lead.decide({ type: 'ConvertLead', customerId: 'c1' }, fold(lead, cleared));
    expect(converted).toMatchObject({ data: { notes: `${OAK}\n\n${DETAILS.notes}` } });
  });
  test('The hazards of a lead are undone together with its description', () => {
    given(
      capturedAs({ description: 'A dog is there', hazards: [] }),
      revised({ description: 'Wires' }),
    ).thenUndoneLeadsBack();
    given(
      capturedAs({ description: null, hazards: [] }),
      revised({ description: OAK, hazards: ['Dog', ...NAMED] }),
    ).thenUndoneLeadsBack();
    given(
      capturedAs({ description: OAK, hazards: [] }),
      revised({ description: 'An oak', hazards: ['Dog'] }),
    ).thenUndoneLeadsBack();
  });
  test('The hazards of a lead from before it had a list are those that its description names', () => {
    const upcast = (type: string, data: object) => {
      const [first] = leadEvents.find((each) => each.type === type)?.versions ?? [];
      return first?.upcast?.(data as never);
    };
    expect(upcast('LeadCaptured', { description: 'Wires' })).toMatchObject({ hazards: ['Power line'] });
    expect(upcast('LeadCaptured', { description: null })).toMatchObject({ hazards: [] });
    expect(upcast('LeadDetailsRevised', { description: 'A dog' })).toMatchObject({ hazards: ['Dog'] });
    expect(upcast('LeadDetailsRevised', { name: 'Ada' })).toEqual({ name: 'Ada' });
  });
  test('The hazards of a lead are in the notes of the customer, however long its description is', () => {
    const long = { description: 'd'.repeat(6_000), notes: 'n'.repeat(5_000), hazards: ['Power line'] };
    const state = fold(lead, [capturedAs(long)]);
    const [converted] = lead.decide({ type: 'ConvertLead', customerId: 'c1' }, state);
    const { notes } = (converted as Extract<LeadEvent, { type: 'LeadConverted' }>).data;
    expect(notes).toMatch(/^Hazards: Power line\n\nd+\n\nn+$/);
    expect(notes).toHaveLength(CUSTOMER_LIMITS.notes);
  });
});

describe('converting a lead', () => {
  const convert: LeadCommand = { type: 'ConvertLead', customerId: 'c1' };

  test('Converting a lead carries all that registering the customer needs', () =>
    given(captured).when(convert).then(converted));
  test('Converting a lead wins it', () => expect(fold(lead, [captured, converted])).toMatchObject({ status: 'Won' }));
  test('Converting a lead is possible from any status but Lost', () => {
    for (const status of ['Contacted', 'Quoting', 'Won'])
      given(captured, toStatus(status)).when(convert).then(converted);
    given(captured, toStatus('Lost')).when(convert).thenRefused('conflict');
  });
  test('Converting a lead a second time finds it done', () =>
    given(captured, converted).when(convert).thenNothingHappens());
  test('Converting a lead again wins one that was moved on since, and refuses a lost one', () => {
    given(captured, converted, toStatus('Quoting')).when(convert).then(toStatus('Won'));
    given(captured, converted, toStatus('Lost')).when(convert).thenRefused('conflict');
  });
  test('Converting a lead again brings back a customer who is archived, once for all who saw them so', () => {
    const again: LeadCommand = { ...convert, count: 2 };
    given(captured, converted).when(again).then(renewed);
    given(captured, converted, toStatus('Quoting')).when(again).then(renewed, toStatus('Won'));
    given(captured, converted, renewed).when(again).thenNothingHappens();
    given(captured, converted, renewed)
      .when({ ...convert, count: 3 })
      .then(renewed);
    given(captured).when(again).then(converted);
    given(captured)
      .when({ ...convert, count: 1 })
      .then(converted, renewed);
  });
  test('Converting a lead again and undoing that leaves the first conversion', () => {
    given(captured, converted, renewed).when({ type: 'RevertRenewal', count: 2 }).then(renewalReverted);
    given(captured, converted, renewed, renewalReverted).when({ type: 'RevertRenewal', count: 2 }).thenNothingHappens();
    given(captured, converted, renewed, renewalReverted).when({ type: 'RestoreRenewal', count: 2 }).then(renewed);
  });
  test('Converting a lead and undoing that gives the status back that it had', () => {
    given(captured, toStatus('Quoting'), converted)
      .when({ type: 'RevertConversion' })
      .then({ type: 'LeadConversionReverted', data: { customerId: 'c1', status: 'Quoting' } });
  });
  test('Converting a lead and undoing that leaves a status that was given since', () => {
    given(captured, converted, toStatus('Lost'))
      .when({ type: 'RevertConversion' })
      .then({ type: 'LeadConversionReverted', data: { customerId: 'c1', status: 'Lost' } });
  });
});

test('A conversion that was undone comes back with the status that the lead had, Lost too', () => {
  const reverted: LeadEvent = { type: 'LeadConversionReverted', data: { customerId: 'c1', status: 'Lost' } };
  const before = fold(lead, [captured, converted, toStatus('Lost')]);
  const command = { type: 'RestoreConversion', customerId: 'c1', status: 'Lost' } as const;
  expect(lead.inverse(reverted, before)).toEqual(command);
  given(captured, converted, toStatus('Lost'), reverted).when(command).then(converted, toStatus('Lost'));
});

describe('removing and restoring a lead', () => {
  test('Removing and restoring a lead can be repeated', () => {
    given(captured).when({ type: 'RemoveLead' }).then(removed);
    given(captured, removed).when({ type: 'RemoveLead' }).thenNothingHappens();
    given(captured, removed).when({ type: 'RestoreLead' }).then({ type: 'LeadRestored', data: {} });
    given(captured).when({ type: 'RestoreLead' }).thenNothingHappens();
  });
});

describe('winning a lead by a quote that was approved', () => {
  const win = (customerId: string | null): LeadCommand => ({ type: 'WinLead', customerId });

  test('A quote that was approved converts its lead, from wherever it is', () => {
    given(captured, toStatus('Quoting')).when(win('c1')).then(converted);
    given(captured, toStatus('Lost')).when(win('c1')).then(toStatus('Quoting'), converted);
    given(captured, toStatus('Lost'), removed)
      .when(win('c1'))
      .then({ type: 'LeadRestored', data: {} }, toStatus('Quoting'), converted);
  });
  test('A quote that was approved only gives the status to a lead of somebody who was a customer before', () => {
    given(captured).when(win(null)).then(toStatus('Won'));
    given(captured, toStatus('Won'), removed).when(win(null)).then({ type: 'LeadRestored', data: {} });
  });
  test('A quote that was approved leaves a converted lead its customer', () => {
    given(captured, converted).when(win('c2')).thenNothingHappens();
    given(captured, converted, toStatus('Lost')).when(win('c2')).then(toStatus('Won'));
  });
  test('Winning a lead by a quote that was approved is never refused', () => {
    given().when(win('c1')).thenNothingHappens();
    given(captured, { type: 'LeadErased', data: {} }).when(win('c1')).thenNothingHappens();
  });
});

describe('erasing somebody known only by a lead', () => {
  const erase = (confirm: string): LeadCommand => ({ type: 'ErasePersonOfLead', confirm });
  const erased: LeadEvent = { type: 'LeadErased', data: {} };

  test('Somebody known only by a lead is erased by the name as it is shown, also once the lead was removed', () => {
    given(captured).when(erase(' Storm damage  at the mill ')).then(erased);
    given(captured, { type: 'LeadRemoved', data: {} }).when(erase('Storm damage at the mill')).then(erased);
    given(captured, erased).when(erase('whatever')).thenNothingHappens();
    given(captured).when(erase('Storm')).thenRefused('invalid');
  });

  test('Somebody of whom a customer was made is erased there, also after that was undone', () => {
    const undone: LeadEvent = { type: 'LeadConversionReverted', data: { customerId: 'c1', status: 'New' } };
    given(captured, converted).when(erase('Storm damage at the mill')).thenRefused('conflict');
    given(captured, converted, undone).when(erase('Storm damage at the mill')).thenRefused('conflict');
  });

  test('A lead that is an external one again is erased there', () => {
    const back: LeadEvent = { type: 'LeadTakenBack', data: {} };
    given(captured, back).when(erase('Storm damage at the mill')).thenRefused('conflict');
  });
});
