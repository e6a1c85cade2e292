import { describe, expect, test } from 'vitest';
import { customer } from '../../../../domain/customer/customer.ts';
import { job } from '../../../../domain/job/job.ts';
import { fold } from '../../../../domain/kit/decider.ts';
import { lead } from '../../../../domain/lead/lead.ts';
import { approveQuote } from '../../../../domain/processes/approve-quote.ts';
import { NO_QUOTE_DETAILS, type QuoteEvent } from '../../../../domain/quote/events.ts';
import { metadata } from '../../../support/samples/event-samples.ts';
import { captured } from '../../../support/samples/lead-events.ts';

const NOW = '2026-06-15T12:00:00.000Z';
const item = (id: string, changes: object = {}) => ({
  id,
  service: 'pruning',
  description: `Tree ${id}`,
  estimatedCost: '$100',
  unitPrice: 10_000,
  quantity: 1,
  priority: 'low',
  isOptional: false,
  estimatedHours: 2,
  hazards: [] as string[],
  ...changes,
});
type Approved = Extract<QuoteEvent, { type: 'QuoteApproved' }>['data'];
const approved: Approved = {
  ...NO_QUOTE_DETAILS,
  version: 2,
  versionRevision: 1,
  signature: 'Ada Lovelace',
  optionalItemIds: ['c'],
  customerName: 'Ada King',
  customerEmail: 'ada@example.com',
  customerPhone: '413-555-0142',
  propertyAddress: '3 Elm St, Hadley, MA 01035',
  notes: 'Mind the roses',
  photoIds: ['p'],
  hazards: ['Wires'],
  items: [
    item('a'),
    item('b', { priority: 'medium', service: 'tree_removal', hazards: ['Wires', 'Bees'] }),
    item('c', { isOptional: true, estimatedHours: 1.5 }),
    item('d', { isOptional: true, priority: 'high' }),
  ],
  subtotal: 30_000,
  tax: 1_875,
  total: 31_875,
  deposit: 0,
  customerId: 'cu',
  leadId: null,
  isNewCustomer: false,
  isCustomerArchived: false,
  approvedOn: null,
  depositInvoiceId: null,
  estimatedDuration: 5.5,
  jobId: 'j',
  jobNumber: 1001,
  isChange: false,
  approvedAt: NOW,
};

const steps = (changes: Partial<Approved> = {}) =>
  approveQuote.steps({
    type: 'QuoteApproved',
    data: { ...approved, ...changes },
    id: 'e',
    stream: 'quote-q',
    revision: 3n,
    position: '9',
    metadata: metadata(),
  });
const places = (changes: Partial<Approved>) => steps(changes).map(({ category, id, role }) => [role, category, id]);

describe('an approved quote', () => {
  test('An approved quote becomes a job of what was chosen, with the photos, the notes and every hazard', () => {
    const [made] = steps();
    const [created, agreed] = job.decide(made?.command as never, job.initial);
    expect(created).toMatchObject({
      type: 'JobCreated',
      data: {
        number: 1001,
        customerId: 'cu',
        address: '3 Elm St, Hadley, MA 01035',
        description: 'Mind the roses',
        serviceType: 'tree_removal',
        priority: 'normal',
        estimatedDuration: 5.5,
        amount: 30_000,
        hazards: ['Wires', 'Bees'],
        createdAt: NOW,
        propertyId: null,
      },
    });
    expect(agreed).toMatchObject({
      type: 'JobPlanAgreed',
      data: { quoteId: 'q', quoteVersion: 2, photoIds: ['p'], items: [{ id: 'a' }, { id: 'b' }, { id: 'c' }] },
    });
    // The crew sees the work to do, but no price.
    expect(JSON.stringify(agreed)).not.toContain('unitPrice');
  });

  test('An approved quote has steps in the order in which they need each other', () => {
    const ofJob = ['job', 'job', 'j'];
    expect(places({})).toEqual([ofJob]);
    expect(places({ isNewCustomer: true })).toEqual([['customer', 'customer', 'cu'], ofJob]);
    expect(places({ isNewCustomer: true, leadId: 'l' })).toEqual([['lead', 'lead', 'l'], ofJob]);
    expect(places({ isCustomerArchived: true })).toEqual([['return', 'customer', 'cu'], ofJob]);
  });

  test('An approved quote makes a customer of whoever signed it, with their property', () => {
    const [registered, made] = steps({ isNewCustomer: true });
    expect(customer.decide(registered?.command as never, customer.initial)).toMatchObject([
      {
        type: 'CustomerRegistered',
        data: {
          leadId: null,
          quoteId: 'q',
          firstName: 'Ada',
          lastName: 'King',
          email: 'ada@example.com',
          address: '3 Elm St',
          city: 'Hadley',
          state: 'MA',
          zipCode: '01035',
          propertyId: 'q',
        },
      },
    ]);
    expect(made?.command).toMatchObject({ agreement: { propertyId: 'q' } });
    // Never refused: any signature is a name.
    const [nameless] = steps({ isNewCustomer: true, customerName: ' ' });
    expect(customer.decide(nameless?.command as never, customer.initial)).toMatchObject([
      { data: { firstName: 'Ada', lastName: 'Lovelace' } },
    ]);
  });

  test('An approved quote converts its lead, and only wins one whose customer is known', () => {
    const state = fold(lead, [captured('Ada King')]);
    const [converting] = steps({ isNewCustomer: true, leadId: 'l' });
    expect(lead.decide(converting?.command as never, state)).toMatchObject([
      { type: 'LeadConverted', data: { customerId: 'cu' } },
    ]);
    const [winning] = steps({ leadId: 'l' });
    expect(lead.decide(winning?.command as never, state)).toEqual([
      { type: 'LeadStatusChanged', data: { status: 'Won' } },
    ]);
  });
});
