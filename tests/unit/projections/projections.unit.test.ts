import { describe, expect, test } from 'vitest';
import type { LeadEvent } from '../../../domain/lead/events.ts';
import { NO_USER_DETAILS, type UserEvent } from '../../../domain/user/events.ts';
import { fingerprint } from '../../../projections/engine/fingerprint.ts';
import type { Projection } from '../../../projections/engine/projection.ts';
import { projections } from '../../../projections/index.ts';
import { leads } from '../../../projections/leads.ts';
import { users } from '../../../projections/users.ts';
import { captured } from '../../support/samples/lead-events.ts';
import { specifyProjection } from '../../support/stores/projection-specification.ts';

const AT = '2026-11-21T10:00:00.000Z';
const CONTACT = { email: null, phone: '555-0142', address: '3 Elm St' };

describe('leads', () => {
  const spec = specifyProjection<LeadEvent>(leads, 'lead');
  const lead = {
    id: '1',
    revision: 0,
    name: 'Ada King',
    email: null,
    phone: null,
    address: null,
    leadSource: null,
    estimatedValue: 120_000,
    description: null,
    notes: null,
    hazards: [],
    campaignId: null,
    status: 'New',
    customerId: null,
    request: null,
    answerBy: '2026-11-23T10:00:00.000Z',
    createdAt: AT,
    phoneKey: null,
    emailKey: null,
    streetKey: null,
  };
  const Captured = captured('Ada King', 120_000);
  const person = {
    firstName: 'Ada',
    lastName: 'King',
    ...CONTACT,
    city: null,
    state: null,
    zipCode: null,
    notes: null,
  };
  const Converted: LeadEvent = { type: 'LeadConverted', data: { customerId: 'c', ...person } };
  const Reverted: LeadEvent = { type: 'LeadConversionReverted', data: { customerId: 'c', status: 'Quoting' } };
  const Removed: LeadEvent = { type: 'LeadRemoved', data: {} };
  const Restored: LeadEvent = { type: 'LeadRestored', data: {} };

  test('A lead that was captured is shown as it came', () => spec.given(Captured).thenShows(lead));

  test('A lead of a public form says what was asked for', () => {
    const request = {
      page: 'widget',
      serviceType: 'stump_grinding',
      urgency: 'urgent',
      preferredContactTime: null,
      hostSite: 'https://example.com',
      analysisId: 'a',
    };
    // A request like this was promised an earlier answer.
    const answerBy = '2026-11-22T10:00:00.000Z';
    spec
      .given(Captured, { type: 'LeadRequested', data: request })
      .thenShows({ ...lead, revision: 1, request, answerBy });
  });

  test('A revision of a lead changes what it names, and nothing else', () => {
    const revised = { phone: '555-0142', address: '3 Elm Street, Hadley, MA 01035', estimatedValue: null };
    const Revised: LeadEvent = { type: 'LeadDetailsRevised', data: revised };
    const keys = { phoneKey: '5550142', streetKey: '3-elm-st' };
    spec.given(Captured, Revised).thenShows({ ...lead, revision: 1, ...revised, ...keys });
  });

  test('The status of a lead is the last one given', () => {
    const Moved: LeadEvent = { type: 'LeadStatusChanged', data: { status: 'Quoting' } };
    spec.given(Captured, Moved).thenShows({ ...lead, revision: 1, status: 'Quoting' });
  });

  test('A conversion wins the lead and names the customer; its undo takes both back', () => {
    spec.given(Captured, Converted).thenShows({ ...lead, revision: 1, status: 'Won', customerId: 'c' });
    spec.given(Captured, Converted, Reverted).thenShows({ ...lead, revision: 2, status: 'Quoting', customerId: null });
  });

  test('A removed lead stays, marked; restored it is as before', () => {
    spec.given(Captured, Removed).thenShows({ ...lead, revision: 1, removed: true });
    spec.given(Captured, Removed, Restored).thenShows({ ...lead, revision: 2 });
  });

  test('Events of a lead that was never captured show nothing', () => spec.given(Removed, Restored).thenShows(null));

  test('Only the streams of leads change what is shown of leads', () => {
    expect(spec.idsIn('lead-a-b', Captured)).toEqual(['a-b']);
    for (const stream of ['leads-a', 'lead', 'leadership-a', 'customer-a', 'xlead-a'])
      expect(spec.idsIn(stream, Captured)).toEqual([]);
  });
});

describe('users', () => {
  const spec = specifyProjection<UserEvent>(users, 'user');
  const fields = { ...NO_USER_DETAILS, username: 'ada', role: 'office' };
  const user = { id: '1', revision: 0, ...fields, disabled: false, createdAt: AT };
  const Registered: UserEvent = { type: 'UserRegistered', data: { ...fields, registeredAt: AT } };
  const Disabled: UserEvent = { type: 'UserDisabled', data: { because: null } };
  const Enabled: UserEvent = { type: 'UserEnabled', data: {} };

  test('A user who was registered may sign in', () => spec.given(Registered).thenShows(user));

  test('A revision of a user changes what it names, and nothing else', () => {
    const Revised: UserEvent = { type: 'UserDetailsRevised', data: { email: 'ada@example.com' } };
    spec.given(Registered, Revised).thenShows({ ...user, revision: 1, email: 'ada@example.com' });
  });

  test('The role of a user is the last one given', () => {
    const Changed: UserEvent = { type: 'UserRoleChanged', data: { role: 'auditor' } };
    spec.given(Registered, Changed).thenShows({ ...user, revision: 1, role: 'auditor' });
  });

  test('A disabled user is marked, until they are enabled', () => {
    spec.given(Registered, Disabled).thenShows({ ...user, revision: 1, disabled: true });
    spec.given(Registered, Disabled, Enabled).thenShows({ ...user, revision: 2 });
  });

  test('Events of a user who was never registered show nothing', () => spec.given(Enabled).thenShows(null));
});

describe('the fingerprint of the projections', () => {
  test('The fingerprint of the projections is the same whatever their order', () => {
    expect(fingerprint(projections.toReversed())).toBe(fingerprint(projections));
    const otherwise = projections.map((each) => Object.fromEntries(Object.entries(each).toReversed()) as typeof each);
    expect(fingerprint(otherwise)).toBe(fingerprint(projections));
  });

  test('The fingerprint of the projections changes with one that is added or removed, and with all that is declared of one', () => {
    const changed = (change: Partial<Projection>) =>
      projections.map((each) => (each === users ? { ...each, ...change } : each));
    const all = [
      projections,
      projections.slice(1),
      [...projections, { ...users, name: 'more' }],
      changed({ version: users.version + 1 }),
      changed({ collection: 'people' }),
      changed({ indexes: [...users.indexes, ['role']] }),
      changed({ search: users.search.slice(1) }),
    ];
    expect(new Set(all.map(fingerprint)).size).toBe(all.length);
  });
});
