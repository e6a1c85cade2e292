import fc from 'fast-check';
import { analysis } from '../../domain/analysis/analysis.ts';
import { analysisEvents, NO_FINDINGS } from '../../domain/analysis/events.ts';
import { batch } from '../../domain/batch/batch.ts';
import { batchEvents } from '../../domain/batch/events.ts';
import { books } from '../../domain/books/books.ts';
import { booksEvents } from '../../domain/books/events.ts';
import { calendar } from '../../domain/calendar/calendar.ts';
import { calendarEvents } from '../../domain/calendar/events.ts';
import { catalog } from '../../domain/catalog/catalog.ts';
import { catalogEvents } from '../../domain/catalog/events.ts';
import { company } from '../../domain/company/company.ts';
import { companyEvents } from '../../domain/company/events.ts';
import { cost } from '../../domain/cost/cost.ts';
import { costEvents } from '../../domain/cost/events.ts';
import { credit } from '../../domain/credit/credit.ts';
import { creditEvents } from '../../domain/credit/events.ts';
import { customer } from '../../domain/customer/customer.ts';
import { customerEvents } from '../../domain/customer/events.ts';
import { firstProperty } from '../../domain/customer/properties.ts';
import { equipment } from '../../domain/equipment/equipment.ts';
import { equipmentEvents } from '../../domain/equipment/events.ts';
import { externalLeadEvents } from '../../domain/external-lead/events.ts';
import { externalLead } from '../../domain/external-lead/external-lead.ts';
import { EXTERNAL_OUTCOMES, TAKEN } from '../../domain/external-lead/terms.ts';
import { invoiceEvents } from '../../domain/invoice/events.ts';
import { invoice } from '../../domain/invoice/invoice.ts';
import { balanceOf, held } from '../../domain/invoice/payments.ts';
import { remindedDaysOf } from '../../domain/invoice/reminders.ts';
import { jobEvents } from '../../domain/job/events.ts';
import { job } from '../../domain/job/job.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody, EventDefinition } from '../../domain/kit/event.ts';
import { leadEvents } from '../../domain/lead/events.ts';
import { lead } from '../../domain/lead/lead.ts';
import { LEAD_STATUSES } from '../../domain/lead/terms.ts';
import { mailEvents } from '../../domain/mail/events.ts';
import { attemptDue, mail, statusOf } from '../../domain/mail/mail.ts';
import { photoEvents } from '../../domain/photo/events.ts';
import { photo } from '../../domain/photo/photo.ts';
import { planEvents } from '../../domain/plan/events.ts';
import { plan } from '../../domain/plan/plan.ts';
import { NO_QUOTE_DETAILS, quoteEvents } from '../../domain/quote/events.ts';
import { quote } from '../../domain/quote/quote.ts';
import { rosterEvents } from '../../domain/roster/events.ts';
import { roster } from '../../domain/roster/roster.ts';
import { scheduleEvents } from '../../domain/schedule/events.ts';
import { schedule } from '../../domain/schedule/schedule.ts';
import { staffEvents } from '../../domain/staff/events.ts';
import { staff } from '../../domain/staff/staff.ts';
import { timeOffEvents } from '../../domain/time-off/events.ts';
import { timeOff } from '../../domain/time-off/time-off.ts';
import { userEvents } from '../../domain/user/events.ts';
import { user } from '../../domain/user/user.ts';
import { analyses } from '../../projections/analyses.ts';
import { batches } from '../../projections/batches.ts';
import { calendars } from '../../projections/calendars.ts';
import { catalog as catalogs } from '../../projections/catalog.ts';
import { company as companies } from '../../projections/company.ts';
import { costEntries } from '../../projections/costs.ts';
import { credits } from '../../projections/credits.ts';
import { crews } from '../../projections/crews.ts';
import { customers } from '../../projections/customers.ts';
import type { Projection } from '../../projections/engine/projection.ts';
import { equipment as machines } from '../../projections/equipment.ts';
import { externalLeads } from '../../projections/external-leads.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import { jobs } from '../../projections/jobs.ts';
import { leads } from '../../projections/leads.ts';
import { mails } from '../../projections/mails.ts';
import { periods } from '../../projections/periods.ts';
import { photos } from '../../projections/photos.ts';
import { plans } from '../../projections/plans.ts';
import { quotes } from '../../projections/quotes.ts';
import { scheduleDays } from '../../projections/schedule-days.ts';
import { staff as staffMembers } from '../../projections/staff.ts';
import { timeOffRequests } from '../../projections/time-off.ts';
import { users } from '../../projections/users.ts';
import { PLAIN_INVOICE } from './invoices.ts';
import { PLAIN_JOB } from './jobs.ts';
import { PLAN_HEAD, PLAN_TOTALS } from './plans.ts';

// What the property tests know about each aggregate: the commands that may come, and what its read model shows of its
// state.

/** The stream's record; a stream that holds several shows each by its id. */
export const SAMPLE_ID = 'x';

type Shown = Record<string, object>;

interface Sample<State, Command> {
  /** A history starts with this, followed by any of `commands`. */
  first?: Command;
  commands: fc.Arbitrary<Command>;
  projection: Projection;
  /** By id, the fields of each document that follow from the state; a removed one says so. */
  shows(state: State): Shown;
  /** An extra invariant of every state. */
  always?(state: State): boolean;
  /** The types of events that cannot be undone: somebody outside did them, or a timer. */
  final?: readonly string[];
  /** Whether an event of another type cannot be undone because of the state before it. */
  isFinalAfter?(type: string, before: State): boolean;
  /** The part of a state that an undo restores; everything by default. */
  essence?(state: State): unknown;
  /** The same for a document. */
  essenceOfDocument?(document: object): unknown;
}

export interface AggregateSample extends Sample<unknown, object> {
  decider: Decider<unknown, object, EventBody>;
  events: readonly EventDefinition[];
}

function sample<State, Command, Event extends EventBody>(
  decider: Decider<State, Command, Event>,
  events: readonly EventDefinition[],
  of: Sample<State, Command>,
): AggregateSample {
  return { decider, events, ...of } as unknown as AggregateSample;
}

const AT = '2026-06-15T12:00:00.000Z';
const TODAY = '2026-06-15';
const LATER = '2026-06-15T15:30:00.000Z';
const ACTS = ['start', 'pause', 'resume', 'hold', 'complete', 'cancel'] as const;
/** For a job that takes two days. */
const VISITS = [
  { start: '2026-06-15T08:00', end: '2026-06-15T16:00' },
  { start: '2026-06-17T08:00', end: '2026-06-17T12:00' },
];

const CONFLICT = { kind: 'crew_too_small', day: TODAY, jobId: null, personId: null, machineId: null };

const AGREED_ITEM = {
  id: 'i',
  service: 'pruning',
  description: 'The oak',
  quantity: 1,
  priority: 'high',
  estimatedHours: 2,
  hazards: ['Wires'],
};

const of = <Value extends string>(type: Value) => fc.constant(type);
const few = fc.constantFrom('a', 'b');
const text = fc.option(fc.constantFrom('', 'Oak', '555-0142'), { nil: null });
const some = <Fields extends Record<string, fc.Arbitrary<unknown>>>(fields: Fields) =>
  fc.record(fields, { requiredKeys: [] });
const mark = (isRemoved: boolean) => (isRemoved ? { removed: true } : {});

const REQUEST = {
  page: 'widget',
  serviceType: null,
  urgency: 'normal',
  preferredContactTime: null,
  hostSite: null,
  analysisId: null,
};

const leadSample = sample(lead, leadEvents, {
  first: {
    type: 'CaptureLead',
    details: {
      name: 'Mill',
      email: null,
      phone: null,
      address: null,
      description: null,
      notes: null,
      leadSource: null,
      estimatedValue: 5,
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseLead'),
      details: some({
        name: fc.constantFrom('Mill', 'Barn'),
        phone: text,
        estimatedValue: fc.nat(3),
        description: fc.constantFrom(null, 'A dog', 'A dog below wires', 'No wires'),
        hazards: fc.constantFrom([], ['Dog'], ['Loose bark']),
      }),
      status: fc.constantFrom(...LEAD_STATUSES),
    }),
    fc.record({ type: of('ConvertLead'), customerId: few, count: fc.constantFrom(undefined, 1) }),
    fc.record({ type: fc.constantFrom('RevertRenewal', 'RestoreRenewal'), count: fc.constantFrom(2, 3) }),
    fc.record({ type: of('WinLead'), customerId: fc.option(few, { nil: null }) }),
    fc.record({ type: fc.constantFrom('RevertConversion', 'TakeBackLead', 'RemoveLead', 'RestoreLead') }),
    fc.record({
      type: of('AdmitLead'),
      details: fc.constant({ name: 'Mill' }),
      request: fc.constant(REQUEST),
      now: of(AT),
    }),
  ),
  projection: leads,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, status, conversion, presence } = state;
    const customerId = conversion?.customerId ?? null;
    return { [SAMPLE_ID]: { ...details, status, customerId, request: null, ...mark(presence === 'removed') } };
  },
  // The status before a conversion matters only as long as the one the conversion set is there.
  essence: (state) =>
    state.presence === 'absent' || state.status === 'Won'
      ? state
      : { ...state, conversion: state.conversion?.customerId ?? null },
});

const place = some({ label: text, address: text, latitude: fc.constantFrom(null, 42), longitude: fc.constant(null) });
const wholePlace = place.map((given) => ({
  label: null,
  address: null,
  city: null,
  state: null,
  zipCode: null,
  accessNotes: null,
  latitude: null,
  longitude: null,
  ...given,
}));

const ADA = {
  leadId: null,
  firstName: 'Ada',
  lastName: null,
  email: null,
  phone: '555-0142',
  notes: null,
  address: '3 Elm St',
  city: null,
  state: null,
  zipCode: null,
};

const customerSample = sample(customer, customerEvents, {
  first: {
    type: 'RegisterCustomer',
    details: ADA,
    propertyId: 'a',
    now: AT,
  },
  commands: fc.oneof(
    fc.record(
      {
        type: of('ReviseCustomer'),
        details: some({ firstName: text, phone: text }),
        // Clearing it removes the property with it: said again, it means the next property.
        address: some({ address: fc.constantFrom('3 Elm St', '5 Oak St'), city: text }),
        newPropertyId: few,
      },
      { requiredKeys: ['type', 'details'] },
    ),
    fc.constant({ type: 'RegisterCustomer', details: ADA, now: AT }),
    fc.record({ type: of('AddProperty'), propertyId: few, details: wholePlace }),
    fc.record({ type: of('ReviseProperty'), propertyId: few, details: place }),
    fc.record({ type: of('RemoveProperty'), propertyId: few }),
    fc.constantFrom({ type: 'ArchiveCustomer' }, { type: 'ArchiveCustomer', evenIfWorkedOn: true }),
    fc.record({ type: of('RestoreCustomer') }),
  ) as fc.Arbitrary<never>,
  projection: customers,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { contact, properties, presence } = state;
    const address = firstProperty(properties)?.address ?? null;
    return { [SAMPLE_ID]: { ...contact, properties, address, ...mark(presence === 'removed') } };
  },
  // Having worked on them never ends, and undoing a restore is up to a person; an undone property is still there,
  // removed.
  essence: (state) =>
    state.presence === 'absent'
      ? state
      : {
          ...state,
          isWorkedOn: null,
          isArchivedByUndo: null,
          properties: state.properties.filter(({ removed }) => !removed),
        },
  essenceOfDocument: (document) => ({
    ...document,
    properties: (document as { properties: { removed?: true }[] }).properties.filter(({ removed }) => !removed),
  }),
});

const day = fc.integer({ min: 1, max: 28 }).map((date) => `2026-05-${String(date).padStart(2, '0')}`);
const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });

const equipmentSample = sample(equipment, equipmentEvents, {
  first: {
    type: 'AddEquipment',
    details: { name: 'Saw', category: 'Chainsaws' },
    status: 'available',
    assignedTo: null,
    plan: { nextMaintenance: null, maintenanceInterval: 30 },
    today: TODAY,
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseEquipment'),
      details: some({ notes: text, name: fc.constantFrom('', 'Saw', 'Chipper'), serialNumber: text }),
      status: fc.constantFrom('available', 'in_use'),
      assignedTo: maybe(few),
    }),
    fc.record({
      type: of('PlanMaintenance'),
      plan: some({ nextMaintenance: maybe(day), maintenanceInterval: maybe(fc.integer({ min: 0, max: 60 })) }),
      today: fc.constant(TODAY),
    }),
    fc.record({
      type: of('RecordMaintenance'),
      entry: fc.record({ id: few, doneOn: day, cost: maybe(fc.nat(9)), notes: fc.constant(null) }),
      today: fc.constant(TODAY),
    }),
    fc.record({ type: of('WithdrawMaintenance'), id: few }),
    fc.record({ type: fc.constantFrom('RetireEquipment', 'RestoreEquipment') }),
  ) as fc.Arbitrary<never>,
  projection: machines,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, status, assignedTo, plan, done, presence } = state;
    const maintenance = done.map(({ dueBefore: _, dueAfter: __, ...entry }) => entry);
    return { [SAMPLE_ID]: { ...details, status, assignedTo, ...plan, maintenance, ...mark(presence === 'removed') } };
  },
  // With an interval there is always a date.
  always: (state) =>
    state.presence === 'absent' || state.plan.maintenanceInterval === null || state.plan.nextMaintenance !== null,
  // The dates around a past maintenance only serve to withdraw it.
  essence: (state) =>
    state.presence === 'absent'
      ? state
      : { ...state, done: state.done.map(({ dueBefore: _, dueAfter: __, ...entry }) => entry) },
});

const staffSample = sample(staff, staffEvents, {
  first: {
    type: 'AddStaffMember',
    details: { firstName: 'Sam', lastName: null, email: null, phone: null, skills: [], certifications: [] },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseStaffMember'),
      details: some({ firstName: text, skills: fc.array(few, { maxLength: 2 }) }),
    }),
    fc.record({ type: fc.constantFrom('ArchiveStaffMember', 'RestoreStaffMember') }),
  ) as fc.Arbitrary<never>,
  projection: staffMembers,
  shows: (state) =>
    state.presence === 'absent' ? {} : { [SAMPLE_ID]: { ...state.details, ...mark(state.presence === 'removed') } },
});

const userSample = sample(user, userEvents, {
  first: {
    type: 'RegisterUser',
    details: { username: 'sam', firstName: null, lastName: null, email: null },
    role: 'staff',
    now: AT,
  },
  commands: fc.oneof(
    fc.record({ type: of('ReviseUser'), details: some({ firstName: text, email: text }) }),
    fc.record({ type: of('ChangeRole'), role: fc.constantFrom('staff', 'auditor') }),
    fc.record({ type: fc.constantFrom('DisableUser', 'EnableUser') }),
  ) as fc.Arbitrary<never>,
  projection: users,
  shows: (state) =>
    state.status === 'absent'
      ? {}
      : { [SAMPLE_ID]: { ...state.details, role: state.role, disabled: state.status === 'disabled' } },
});

const photoSample = sample(photo, photoEvents, {
  first: {
    type: 'AttachPhoto',
    target: { category: 'lead', recordId: 'a', propertyId: null, presence: 'present', propertyIds: [] },
    picture: { sha256: 's', thumbnailSha256: 't', width: 1, height: 1, bytes: 1 },
    caption: null,
    now: AT,
  },
  commands: fc.oneof(
    fc.record({ type: of('ReviseCaption'), caption: text }),
    fc.record({ type: fc.constantFrom('RemovePhoto', 'RestorePhoto') }),
  ) as fc.Arbitrary<never>,
  projection: photos,
  shows: (state) =>
    state.status === 'absent' ? {} : { [SAMPLE_ID]: { caption: state.caption, ...mark(state.status === 'removed') } },
});

const hours = maybe(fc.constantFrom({ start: '07:00', end: '15:00' }, { start: '15:00', end: '07:00' }));

const mailServer = (host: string) => ({ host, port: 465, security: 'tls', user: null, from: 'office@example.com' });

const companySample = sample(company, companyEvents, {
  commands: fc.record({
    type: of('ReviseCompanySettings'),
    settings: some({
      name: text,
      taxRate: maybe(fc.nat(3)),
      workingHours: hours,
      homeBase: maybe(fc.constantFrom({ address: 'Yard', latitude: 42, longitude: -72 })),
      serviceArea: maybe(
        fc.constantFrom({ zipCodes: null, radiusMiles: 20 }, { zipCodes: ['01002'], radiusMiles: null }),
      ),
      logo: maybe(fc.constantFrom({ sha256: 'a', width: 4, height: 1 }, { sha256: 'b', width: 4, height: 1 })),
      reminderDays: maybe(fc.constantFrom([], [7], [7, 21], [21, 7])),
      accountNames: maybe(fc.constantFrom({ bank: 'River Bank' }, { sales: 'Sales' })),
      mailServer: maybe(fc.constantFrom(mailServer('smtp.example.com'), mailServer('mail.example.org'))),
    }),
  }) as fc.Arbitrary<never>,
  projection: companies,
  // What was never set is missing in the document.
  shows: (state) => {
    const said = Object.entries(state).filter(([, value]) => value !== null);
    return said.length === 0 ? {} : { [SAMPLE_ID]: Object.fromEntries(said) };
  },
  essenceOfDocument: (document) => Object.fromEntries(Object.entries(document).filter(([, value]) => value !== null)),
});

const catalogItem = {
  id: 'a',
  service: 'pruning',
  description: null,
  unitPrice: 5,
  unit: 'tree',
  estimatedHours: 1,
};

const catalogSample = sample(catalog, catalogEvents, {
  first: { type: 'ReviseCatalog', items: [{ ...catalogItem, unitPrice: 9 }] },
  commands: fc.record({
    type: of('ReviseCatalog'),
    items: fc.constantFrom([], [catalogItem], [{ ...catalogItem, unitPrice: null }], [catalogItem, catalogItem]),
  }) as fc.Arbitrary<never>,
  projection: catalogs,
  shows: (state) => ({ [SAMPLE_ID]: { ...state } }),
});

const members = fc.array(fc.constantFrom('p', 'q'), { maxLength: 2 }).map((memberIds) => ({
  memberIds,
  movedFrom: { p: 'a', q: 'b' },
  people: { p: { name: 'Pat', isWorking: true }, q: { name: 'Quinn', isWorking: true } },
}));
const crewDetails = { name: fc.constantFrom('Removal', 'Stumps'), homeAddress: text, workingHours: hours };

const rosterSample = sample(roster, rosterEvents, {
  commands: fc.oneof(
    fc.record({
      type: of('FormCrew'),
      crewId: few,
      details: fc.record({ ...crewDetails, defaultEquipmentIds: fc.constant([]) }),
      isActive: fc.boolean(),
      members: fc.oneof(
        members,
        members.map((change) => ({ ...change, movedFrom: {} })),
      ),
      now: fc.constant(AT),
    }),
    fc.record(
      { type: of('ReviseCrew'), crewId: few, details: some(crewDetails), isActive: fc.boolean(), members },
      { requiredKeys: ['type', 'crewId', 'details'] },
    ),
    fc.record({ type: fc.constantFrom('DisbandCrew', 'ReinstateCrew'), crewId: few }),
    fc.record({ type: of('MoveMember'), personId: fc.constantFrom('p', 'q'), from: maybe(few), to: maybe(few) }),
  ) as fc.Arbitrary<never>,
  projection: crews,
  shows: ({ crews: all, crewOf }) => {
    const shown = [...all].map(([crewId, { details, isActive, isDisbanded }]) => {
      const size = [...crewOf.values()].filter((of) => of === crewId).length;
      return [crewId, { ...details, isActive, memberIds: { length: size }, ...mark(isDisbanded) }];
    });
    return Object.fromEntries(shown);
  },
  // Whoever is put back into a crew becomes its latest member.
  essenceOfDocument: (document) => {
    const { memberIds } = document as { memberIds: string[] };
    return { ...document, memberIds: memberIds.toSorted() };
  },
});

const booksSample = sample(books, booksEvents, {
  commands: fc.oneof(
    fc.record({
      type: of('ExportPeriod'),
      periodId: fc.constantFrom('a', 'b', 'c'),
      from: fc.constantFrom('2026-05-01', '2026-06-01'),
      to: fc.constantFrom('2026-05-31', TODAY),
      today: fc.constant(TODAY),
      firstDay: maybe(fc.constant('2026-05-10')),
      accountNames: fc.constant({ bank: 'River Bank' }),
      now: fc.constant(AT),
    }),
    fc.record({ type: of('ReopenPeriod'), periodId: fc.constantFrom('a', 'b', 'c') }),
  ) as fc.Arbitrary<never>,
  projection: periods,
  shows: ({ ids, periods: exported }) => {
    const shown = ids.map((id) => {
      const found = exported.find((period) => period.id === id);
      return [id, found ? { number: found.number, from: found.from, to: found.to } : { removed: true }];
    });
    return Object.fromEntries(shown);
  },
  // Exporting again makes another export.
  final: ['PeriodReopened'],
});

const jobSample = sample(job, jobEvents, {
  first: {
    type: 'CreateJob',
    customerId: 'c',
    details: { ...PLAIN_JOB, amount: 5 },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseJob'),
      details: some({
        title: text,
        address: fc.constantFrom('3 Elm St', 'Mill'),
        amount: fc.nat(3),
        hazards: fc.constantFrom([], ['Wires']),
        crewId: fc.option(few, { nil: null }),
        pinned: fc.boolean(),
      }),
    }),
    fc.record({ type: of('AdvanceJob'), act: fc.constantFrom(...ACTS), at: fc.constantFrom(AT, LATER), reason: text }),
    fc.record({
      type: of('ScheduleJob'),
      planned: fc.oneof(
        fc.record({ start: fc.constantFrom('2026-06-15T08:00', '2026-06-16T08:00') }),
        fc.constant({ visits: VISITS }),
      ),
      zone: of('America/New_York'),
      isStatus: fc.boolean(),
    }),
    fc.record({ type: of('UnscheduleJob') }),
    fc.record({
      type: of('AddNote'),
      note: fc.record({ id: few, note: text, addedBy: of('u'), addedAt: fc.constantFrom(AT, LATER) }),
    }),
    fc.record({ type: of('WithdrawNote'), noteId: few }),
    fc.record({
      type: of('AddHours'),
      entry: fc.record({
        id: few,
        personId: few,
        day: fc.constantFrom('2026-06-14', TODAY),
        hours: fc.nat(3),
        rate: fc.constant(6_800),
      }),
      today: of(TODAY),
    }),
    fc.record({ type: of('WithdrawHours'), hoursId: few }),
    fc.record({
      type: of('AgreeOnPlan'),
      number: fc.constant(1001),
      customerId: of('c'),
      now: of(LATER),
      agreement: fc.record({
        quoteId: of('q'),
        quoteVersion: fc.constantFrom(1, 2),
        photoIds: fc.constantFrom([], ['p']),
        items: fc.constantFrom([], [AGREED_ITEM]),
        address: of('3 Elm St'),
        propertyId: fc.constant(null),
        description: text,
        serviceType: text,
        priority: of('high'),
        estimatedDuration: fc.nat(3),
        amount: fc.nat(3),
        hazards: fc.constantFrom([], ['Wires']),
      }),
    }),
    fc.record({
      type: of('CloseWithoutInvoice'),
      reason: text,
      at: of(LATER),
      open: fc.constantFrom(null, 0, 5),
      deposits: fc.constantFrom([], [{ invoiceId: 'd', number: 1, amount: 5 }]),
    }),
    fc.record({ type: of('RecordConflicts'), conflicts: fc.constantFrom([], [CONFLICT]), overrideReason: text }),
    fc.record({ type: fc.constantFrom('RemoveJob', 'RestoreJob') }),
  ) as fc.Arbitrary<never>,
  final: ['JobPlanAgreed'],
  projection: jobs,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { customerId, details, life, report, agreement, override, invoiceId, closing, presence } = state;
    const { quoteId = null, quoteVersion = null, items = [], photoIds = [] } = agreement ?? {};
    const agreed = { quoteId, quoteVersion, items, photoIds };
    return {
      [SAMPLE_ID]: {
        customerId,
        ...details,
        ...life,
        ...report,
        ...agreed,
        ...override,
        invoiceId,
        closing,
        ...mark(presence === 'removed'),
      },
    };
  },
});

const costSample = sample(cost, costEvents, {
  first: {
    type: 'RecordCost',
    jobId: 'j',
    details: { category: 'labor', day: TODAY, amount: 5, description: null },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('ReviseCost'),
      details: some({ category: fc.constantFrom('labor', 'other'), amount: fc.nat(3), description: text }),
    }),
    fc.record({ type: fc.constantFrom('RemoveCost', 'RestoreCost') }),
  ) as fc.Arbitrary<never>,
  projection: costEntries,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, presence } = state;
    return { [SAMPLE_ID]: { ...details, ...mark(presence === 'removed') } };
  },
});

const quoteItems = fc.constantFrom(
  [],
  [{ id: 'a', service: 'pruning', description: 'Oak', estimatedCost: '$300', ...itemOf(30_000, false) }],
  [
    { id: 'a', service: 'pruning', description: 'Oak', estimatedCost: null, ...itemOf(5, false) },
    { id: 'b', service: null, description: 'Stump', estimatedCost: null, ...itemOf(7, true) },
  ],
  [{ id: 'c', service: 'pruning', description: null, estimatedCost: '$1-2', ...itemOf(null, false) }],
);

function itemOf(unitPrice: number | null, isOptional: boolean) {
  return { unitPrice, quantity: 1, priority: null, isOptional, estimatedHours: null, hazards: [] };
}

const versions = fc.constantFrom(1, 2, 3);
const EXPIRES = '2026-06-16T04:00:00.000Z';

const quoteSample = sample(quote, quoteEvents, {
  first: {
    type: 'CreateQuote',
    customerId: null,
    leadId: 'l',
    now: AT,
    details: { ...NO_QUOTE_DETAILS, customerName: 'Ada Lovelace', propertyAddress: '3 Elm St', taxRate: 6_250 },
  },
  commands: fc.oneof(
    fc.record({
      type: of('SaveVersion'),
      details: some({ items: quoteItems, notes: text, depositPercent: fc.constantFrom(null, 30) }),
      now: fc.constantFrom(AT, LATER),
    }),
    fc.record({ type: of('WithdrawVersion'), version: versions }),
    fc.record({
      type: of('SendQuote'),
      validUntil: of(TODAY),
      expiresAt: of(EXPIRES),
      remindAt: fc.constantFrom(AT, null),
      now: fc.constantFrom(AT, LATER),
    }),
    fc.record({ type: of('RevokeQuote'), now: of(AT) }),
    fc.record({ type: of('RevokeQuote'), version: versions, now: of(AT) }),
    fc.record({
      type: fc.constantFrom('ExpireQuote', 'RemindOfQuote'),
      version: versions,
      now: fc.constantFrom(AT, EXPIRES),
    }),
    fc.record({
      type: of('ApproveQuote'),
      version: versions,
      signature: fc.constantFrom('Ada Lovelace', ' '),
      jobId: of('j'),
      customerId: of('c'),
      optionalItemIds: fc.constantFrom([], ['b']),
      isCustomerArchived: fc.constant(false),
      photoIds: fc.constant([]),
      approvedOn: of(TODAY),
      depositInvoiceId: of('d'),
      now: of(AT),
    }),
    fc.record({ type: of('DeclineQuote'), version: versions, reason: text, now: of(AT) }),
    fc.record({ type: of('AskQuestion'), questionId: few, version: versions, question: text, now: of(AT) }),
    fc.record({ type: of('AnswerQuestion'), questionId: few, answer: text, by: of('u'), now: of(LATER) }),
    fc.record({ type: of('WithdrawAnswer'), questionId: few }),
    fc.record({ type: fc.constantFrom('RemoveQuote', 'RestoreQuote') }),
  ) as fc.Arbitrary<never>,
  projection: quotes,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { presence, nextRevision: _, savedBy: __, ...shown } = state;
    return { [SAMPLE_ID]: { ...shown, ...mark(presence === 'removed') } };
  },
  final: ['QuoteApproved', 'QuoteDeclined', 'QuoteExpired', 'QuoteReminded', 'QuoteQuestionAsked'],
  // Each version has a number and a place in the log of its own, even one with the same contents as another.
  essence: (state) => (state.presence === 'absent' ? state : { ...contentOf(state), presence: state.presence }),
  essenceOfDocument: (document) => {
    const { version: _, lastVersion: __, ...rest } = document as { version: number; lastVersion: number };
    return { ...rest, ...contentOf(document as never) };
  },
});

function contentOf({ versions, questions }: { versions: readonly { version: number }[]; questions: unknown }) {
  return { versions: versions.map(({ version: _, ...version }) => version), questions };
}

const suggested = fc.constantFrom(
  [],
  [{ service: 'pruning', description: 'Oak', estimatedCost: null, priority: 'low' }],
);

const analysisSample = sample(analysis, analysisEvents, {
  first: {
    type: 'RecordAnalysis',
    origin: {
      quoteId: null,
      customerId: null,
      leadId: null,
      method: 'rules',
      model: 'rules',
      version: '1',
      inputHash: 'h',
      fallback: null,
      confidence: 0.2,
      description: null,
      seen: ['Green'],
      notSeen: [],
    },
    findings: { ...NO_FINDINGS, summary: 'Green', safetyRisk: 'medium' },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('CorrectAnalysis'),
      findings: some({ summary: text, safetyRisk: fc.constantFrom('high', 'low'), suggestedServices: suggested }),
    }),
    fc.record({ type: of('ClaimAnalysis'), quoteId: few }),
    fc.record({ type: fc.constantFrom('RemoveAnalysis', 'RestoreAnalysis') }),
  ) as fc.Arbitrary<never>,
  projection: analyses,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { findings, quoteId, presence } = state;
    return { [SAMPLE_ID]: { ...findings, quoteId, ...mark(presence === 'removed') } };
  },
});

const outcome = fc.oneof(
  fc.record({ did: of('done'), detail: text }),
  fc.record({
    did: fc.constantFrom('refused' as const, 'not taken' as const, 'unknown' as const),
    reason: of('Closed.'),
  }),
);

const MAIL_ACTS = ['CancelMail', 'ReleaseMail', 'WithholdMail', 'SendMailAgain', 'MarkMailSent'] as const;
const MAIL_UNDONE = ['MailReleased', 'MailWithheld', 'MailCancelled', 'MailMarkedSent', 'MailMarkWithdrawn'];
/** An undo does not restore the number of the next attempt. */
const withoutAttempt = ({ attempt: _, tries: __, ...rest }: Record<string, unknown>) => rest;

const mailSample = sample(mail, mailEvents, {
  first: {
    type: 'IntendMail',
    mail: {
      kind: 'quote',
      category: 'customer',
      recordId: 'c',
      link: null,
      to: 'ada@example.com',
      toName: 'Ada',
      subject: 'Your quote',
      text: 'Here it is.',
    },
    now: AT,
    holdMs: 10_000,
  },
  commands: fc.oneof(
    fc.record({ type: fc.constantFrom(...MAIL_ACTS), now: of(LATER) }),
    fc.record({ type: of('RecordOutcome'), attempt: fc.constantFrom(1, 2, 3), outcome, now: of(LATER) }),
    fc.record({ type: of('WithdrawMark') }),
  ) as fc.Arbitrary<never>,
  projection: mails,
  final: mailEvents.map(({ type }) => type).filter((type) => !MAIL_UNDONE.includes(type)),
  // A mail that waited by itself is not made to wait that way again.
  isFinalAfter: (type, before) =>
    before.outcome !== 'absent' &&
    ((type === 'MailCancelled' && before.outcome !== 'prepared') ||
      (type === 'MailWithheld' && before.outcome !== 'cancelled')),
  essence: (state) => withoutAttempt({ ...state }),
  essenceOfDocument: (document) => withoutAttempt({ ...document }),
  shows: (state) => {
    if (state.outcome === 'absent') return {};
    const { to, subject, text, outcome, attempt, tries, dueAt, reason, since, markedAt } = state;
    const shown = { to, subject, text, outcome, attempt, tries, dueAt, reason, since, markedAt };
    return { [SAMPLE_ID]: { ...shown, status: statusOf(state) } };
  },
  // It has an attempt due exactly while it waits.
  always: (state) => (attemptDue(state) !== null) === (state.outcome === 'held' || state.outcome === 'delayed'),
});

const timeOffSample = sample(timeOff, timeOffEvents, {
  first: {
    type: 'RequestTimeOff',
    employeeId: 'p',
    employeeRecord: 'staff',
    requestedBy: 'u',
    now: AT,
    details: { requestType: 'vacation', startDate: TODAY, endDate: TODAY, reason: 'Lake' },
  },
  commands: fc.oneof(
    fc.record({
      type: of('DecideTimeOff'),
      status: fc.constantFrom('approved', 'denied'),
      by: fc.constantFrom('p', 'u'),
      mayApproveOwn: fc.boolean(),
    }),
    fc.record({ type: of('ReopenTimeOff') }),
    fc.record({
      type: fc.constantFrom('WithdrawTimeOff', 'RestoreTimeOff'),
      by: fc.constantFrom('p', 'u', 'x'),
      mayForAll: fc.boolean(),
    }),
  ) as fc.Arbitrary<never>,
  projection: timeOffRequests,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { employeeId, details, status, decision, presence } = state;
    return { [SAMPLE_ID]: { employeeId, ...details, status, decision, ...mark(presence === 'removed') } };
  },
  // It is pending exactly until somebody decides.
  always: (state) => state.presence === 'absent' || (state.status === 'pending') === (state.decision === null),
});

const externalLeadSample = sample(externalLead, externalLeadEvents, {
  first: {
    type: 'ReceiveExternalLead',
    details: {
      name: 'Mill',
      email: null,
      phone: '555-0142',
      address: '3 Elm St',
      description: 'An oak',
      notes: '',
      serviceType: 'tree_removal',
      priority: 'normal',
      leadSource: 'website_widget',
      hostSite: null,
    },
    now: AT,
  },
  commands: fc.oneof(
    fc.record({
      type: of('AssignPro'),
      pro: fc.record({ name: few, company: text, contact: fc.constantFrom('', '555-0199'), notes: text }),
      now: of(AT),
    }),
    fc.record({
      type: of('CompleteExternalLead'),
      outcome: fc.constantFrom(...EXTERNAL_OUTCOMES),
      notes: text,
      now: of(LATER),
    }),
    fc.record({ type: of('TakeExternalLead'), leadId: few, photos: fc.constant([]) }),
    fc.record({
      type: fc.constantFrom(
        'UnassignPro',
        'ReopenExternalLead',
        'RevertTaking',
        'RemoveExternalLead',
        'RestoreExternalLead',
      ),
    }),
  ) as fc.Arbitrary<never>,
  projection: externalLeads,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, assignment, completion, leadId, presence } = state;
    const outcome = leadId === null ? (completion?.outcome ?? null) : TAKEN;
    const open = assignment ? 'assigned_external' : 'pending';
    return {
      [SAMPLE_ID]: {
        ...details,
        assignment,
        assignedAt: assignment?.assignedAt ?? null,
        outcome,
        leadId,
        outcomeNotes: completion?.outcomeNotes ?? null,
        status: outcome === null ? open : 'completed',
        ...mark(presence === 'removed'),
      },
    };
  },
  // What the company does itself nobody else has done.
  always: (state) => state.presence === 'absent' || state.leadId === null || state.completion === null,
  // The lead ids it was taken under are kept for an erasure.
  essence: (state) => (state.presence === 'absent' ? state : { ...state, leadIds: null }),
});

const ITEM = { stream: 'job-a', recordId: 'a', expectedRevision: 0, commands: [{ type: 'UnscheduleJob' }] };
const act = fc.constantFrom(0, 1, 2);

const batchSample = sample(batch, batchEvents, {
  first: { type: 'PlanItems', first: 0, items: [ITEM] },
  commands: fc.oneof(
    fc.record({ type: of('PlanItems'), first: fc.constantFrom(0, 1), items: fc.constant([ITEM]) }),
    fc.record({
      type: of('StartBatch'),
      kind: of('schedule'),
      count: fc.constantFrom(1, 2),
      planId: fc.constant(null),
      now: of(AT),
    }),
    fc.record({ type: of('FinishAct'), act, result: fc.constant({ done: 1, refused: [] }) }),
    fc.record({ type: of('RevertAct'), reverts: act }),
  ) as fc.Arbitrary<never>,
  projection: batches,
  shows: ({ acts }) => {
    const last = acts.at(-1);
    if (!last) return {};
    const { isApplied, result } = last;
    return { [SAMPLE_ID]: { isReverted: !isApplied, done: result?.done ?? null } };
  },
  final: ['BatchItemsPlanned', 'BatchFinished'],
  // An undo reverts what its items did, through acts reported one after another: see batch.unit.test.ts.
  essence: () => null,
  essenceOfDocument: () => null,
});

const scheduleSample = sample(schedule, scheduleEvents, {
  commands: fc.record({
    type: fc.constantFrom('LockDay', 'UnlockDay'),
    day: fc.constantFrom(TODAY, '2026-06-16', 'June'),
    crewId: maybe(few),
  }) as fc.Arbitrary<never>,
  projection: scheduleDays,
  shows: ({ locks }) => {
    const all = [...locks].map((lock) => lock.split('/') as [string, string]);
    const days = all.map(([day]) => {
      const crewIds = all.flatMap(([of, crewId]) => (of === day && crewId !== '' ? [crewId] : []));
      return [day, { isLocked: locks.has(`${day}/`), lockedCrewIds: crewIds.sort() }];
    });
    return Object.fromEntries(days);
  },
});

const planSample = sample(plan, planEvents, {
  first: { type: 'BeginProposal', head: PLAN_HEAD, now: AT },
  commands: fc.oneof(
    fc.record({ type: of('CompleteProposal'), totals: fc.constant(PLAN_TOTALS) }),
    fc.record({ type: of('MarkPlanStale'), reason: of('new_job'), causedBy: of('job-a@0') }),
    fc.record({ type: of('RecordApplication'), batchId: few, now: of(AT) }),
    fc.record({ type: of('RecordUndoneApplication'), batchId: few }),
    fc.record({ type: fc.constantFrom('DismissPlan', 'BringPlanBack') }),
  ) as fc.Arbitrary<never>,
  projection: plans,
  shows: ({ status, staleReason, batchId, routes, unassigned, moves, accepted }) => ({
    [SAMPLE_ID]: { status, staleReason, batchId, routes, unassigned, moves, accepted },
  }),
  // What a run wrote, what made it stale, and what its batch did.
  final: planEvents.map(({ type }) => type).filter((type) => type !== 'PlanDismissed' && type !== 'PlanBroughtBack'),
});

const INVOICE_UNDONE: readonly string[] = [
  'InvoiceIssued',
  'PaymentRecorded',
  'ReceiptAsked',
  'InvoiceSent',
  'InvoiceRemindersPaused',
  'InvoiceRemindersResumed',
];
const invoiceSample = sample(invoice, invoiceEvents, {
  first: { type: 'IssueInvoice', details: PLAIN_INVOICE, now: AT },
  commands: fc.oneof(
    fc.record({
      type: of('RecordPayment'),
      paymentId: few,
      amount: fc.constantFrom(1, 5_000, 20_000),
      method: of('check'),
      transactionId: fc.constantFrom(null, '17'),
      day: of(TODAY),
      receipt: fc.boolean(),
      now: of(AT),
    }),
    fc.record({
      type: of('ApplyCredit'),
      paymentId: fc.constantFrom('u', 'v'),
      amount: fc.constantFrom(1, 20_000),
      day: of(TODAY),
      now: of(AT),
    }),
    fc.record({
      type: of('RefundPayment'),
      refundId: fc.constantFrom('r', 's'),
      paymentId: few,
      amount: fc.constantFrom(null, 1),
      owed: fc.constantFrom('still', 'forgiven'),
      method: fc.constant(null),
      reason: text,
      day: of(TODAY),
      now: of(AT),
    }),
    fc.record({ type: of('VoidPayment'), paymentId: few, reason: text }),
    fc.record({ type: of('CancelInvoice'), reason: text, day: fc.constantFrom(TODAY, null) }),
    fc.record({ type: of('SendInvoice'), sendingId: few, to: text, message: text, now: of(AT) }),
    fc.record({ type: of('UndoSending'), sendingId: few }),
    fc.record({ type: of('ReplaceLink'), version: fc.constantFrom(1, 2), now: of(AT) }),
    fc.record({ type: of('RemindOfInvoice'), days: fc.constantFrom(7, 21), now: of(AT) }),
    fc.record({ type: of('PauseReminders'), paused: fc.boolean() }),
    fc.record({ type: of('DeductDeposit'), by: few, day: of(TODAY) }),
    fc.record({ type: of('RebookRefunds') }),
    fc.record({ type: of('ReleaseDeposit'), by: few }),
  ) as fc.Arbitrary<never>,
  projection: invoices,
  shows: (state) => {
    if (state.presence === 'absent') return {};
    const { details, payments, isCancelled, deductors, sendings, linksReplaced, remindersPaused } = state;
    const { subtotal, tax, total } = state;
    const remindedDays = remindedDaysOf(state.reminders);
    const sent = { sendings, linksReplaced, remindedDays, remindersPaused };
    const paid = payments.reduce((sum, payment) => sum + held(payment), 0);
    const money = { subtotal, tax, total, paid, balance: balanceOf(state) };
    return {
      [SAMPLE_ID]: { ...details, ...money, payments, isCancelled, deductors, ...sent },
    };
  },
  final: invoiceEvents.map(({ type }) => type).filter((type) => !INVOICE_UNDONE.includes(type)),
  // Undoing a payment voids it.
  essence: (state) =>
    state.presence === 'absent' ? state : { ...state, payments: state.payments.filter(({ isVoided }) => !isVoided) },
  essenceOfDocument: (document) => {
    const { payments, ...rest } = document as InvoiceDocument;
    return { ...rest, payments: payments.filter(({ isVoided }) => !isVoided) };
  },
});

const creditSample = sample(credit, creditEvents, {
  first: { type: 'AddCredit', entryId: 'e', invoiceId: 'i', amount: 10_000, why: 'surplus' },
  commands: fc.oneof(
    fc.record({
      type: of('AddCredit'),
      entryId: few,
      invoiceId: few,
      amount: fc.constantFrom(-500, 7),
      why: of('voided'),
    }),
    fc.record({
      type: of('UseCredit'),
      useId: few,
      invoiceId: few,
      amount: fc.constantFrom(0, 1, 9_000),
      day: of(TODAY),
      now: of(AT),
    }),
    fc.record({
      type: of('RefundCredit'),
      refundId: few,
      amount: fc.constantFrom(1, 9_000),
      method: of('check'),
      transactionId: fc.constant(null),
      day: of(TODAY),
      now: of(AT),
    }),
  ) as fc.Arbitrary<never>,
  projection: credits,
  shows: ({ balance }) => ({ [SAMPLE_ID]: { balance } }),
  final: creditEvents.map(({ type }) => type),
});

const calendarSample = sample(calendar, calendarEvents, {
  commands: fc.oneof(
    fc.record({ type: of('ShareCalendar'), calendarId: few, linkId: fc.constantFrom('l', 'm', 'n') }),
    fc.record({ type: of('RevokeLink'), calendarId: few }),
  ) as fc.Arbitrary<never>,
  projection: calendars,
  shows: ({ links }) => Object.fromEntries([...links].map(([id, linkId]) => [id, { linkId }])),
});

export const aggregateSamples: readonly AggregateSample[] = [
  leadSample,
  customerSample,
  equipmentSample,
  staffSample,
  userSample,
  photoSample,
  jobSample,
  costSample,
  quoteSample,
  catalogSample,
  analysisSample,
  mailSample,
  timeOffSample,
  externalLeadSample,
  batchSample,
  planSample,
  scheduleSample,
  calendarSample,
  invoiceSample,
  creditSample,
  companySample,
  rosterSample,
  booksSample,
];

/** @throws with what to add where, if an aggregate has no sample */
export function sampleOf(category: string): AggregateSample {
  const found = aggregateSamples.find(({ decider }) => decider.category === category);
  if (!found) throw new Error(`No sample of the aggregate ${category}. Add one to tests/support/aggregate-samples.ts.`);
  return found;
}
