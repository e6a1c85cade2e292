import { company } from '../../../domain/company/company.ts';
import { cost } from '../../../domain/cost/cost.ts';
import { COST_CATEGORIES } from '../../../domain/cost/terms.ts';
import { customer } from '../../../domain/customer/customer.ts';
import { equipment } from '../../../domain/equipment/equipment.ts';
import { invoice } from '../../../domain/invoice/invoice.ts';
import { NO_JOB_DETAILS } from '../../../domain/job/events.ts';
import { job } from '../../../domain/job/job.ts';
import type { Visit } from '../../../domain/job/life.ts';
import { addDays, addHours } from '../../../domain/kit/times.ts';
import { lead } from '../../../domain/lead/lead.ts';
import { mail } from '../../../domain/mail/mail.ts';
import { NO_QUOTE_DETAILS } from '../../../domain/quote/events.ts';
import { quote } from '../../../domain/quote/quote.ts';
import { NO_CREW_DETAILS } from '../../../domain/roster/events.ts';
import { roster } from '../../../domain/roster/roster.ts';
import { NO_STAFF_DETAILS } from '../../../domain/staff/events.ts';
import { staff } from '../../../domain/staff/staff.ts';
import { timeOff } from '../../../domain/time-off/time-off.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { type Chance, createChance } from './insight-chance.ts';
import { createStage, DAY_MS, type Stage } from './insight-stage.ts';
import {
  COMPANY_DAYS,
  type CrewTruth,
  type CustomerTruth,
  FIRST_DAY,
  type GeneratedCompany,
  type Habits,
  type InvoiceTruth,
  type JobTruth,
  type LeadTruth,
  type MachineTruth,
  type PersonTruth,
  type PlannedJob,
  type QuoteTruth,
  SERVICE_NAMES,
  SERVICES,
  type Service,
  type ServiceName,
  SOURCE_NAMES,
  SOURCES,
  type SourceName,
  type Truth,
  type World,
} from './insight-terms.ts';

// A tree company of three years, as an honest one is: seasons and storms, growth, figures with heavy tails, people who
// are late, forget and correct. What follows from what is left to chance with known odds, and those are kept as its
// truth, so that a finding can be held against what was really so.

const HOUR_MS = 3_600_000;
/** New York in winter; an hour more or less in summer changes nothing here. */
const ZONE = 'America/New_York';
const ZONE_MS = 5 * HOUR_MS;
const DAY_STARTS = 7.5;
const DAY_HOURS = 8;
const DRIVE_HOURS = 0.5;
const LABOR_RATE = 6_500;

// ── The company ──────────────────────────────────────────────────────────────────────────────────────────────────

/** How large a company is, and when it is. */
interface Frame {
  days?: number;
  /** A few of them by chance, if it is not said. */
  crews?: number;
  /** Milliseconds since 1970, a Monday. What is planted is in the days of {@link FIRST_DAY}. */
  firstDay?: number;
}

/**
 * Plays a company. The same seed gives the same company.
 * @param prepare what else is to happen in it
 */
export function generateCompany(
  seed: number,
  prepare: (world: World) => void = () => {},
  { days = COMPANY_DAYS, crews, firstDay = FIRST_DAY }: Frame = {},
): GeneratedCompany {
  const chance = createChance(seed);
  const stage = createStage(firstDay);
  const made = new Map<string, number>();
  const newId = (kind: string) => {
    const number = made.get(kind) ?? 0;
    made.set(kind, number + 1);
    return uuidv5('bench', `insights ${seed} ${kind} ${number}`);
  };
  const world = openCompany(chance, stage, newId, crews);
  prepare(world);
  return { entries: stage.play(firstDay + days * DAY_MS), truth: world.truth };
}

function openCompany(chance: Chance, stage: Stage, newId: (kind: string) => string, crews?: number): World {
  const firstDay = stage.now();
  const truth: Truth = {
    leads: new Map(),
    quotes: new Map(),
    customers: new Map(),
    jobs: new Map(),
    invoices: new Map(),
    machines: new Map(),
    people: new Map(),
    crews: [],
    estimators: [],
    overrun: byService(() => chance.lognormal(1, 0.05)),
    costs: [],
  };
  const habits: Habits = {
    costs: Object.fromEntries(COST_CATEGORIES.map((category) => [category, 1])),
    wins: {},
    hours: {},
    paysLater: 0,
    forgets: {},
  };
  const few = chance.between(2, 3) + (chance.happens(0.2) ? 1 : 0);
  const crewCount = crews ?? few;
  const winsHere = Object.fromEntries(
    SOURCE_NAMES.map((source) => [source, SOURCES[source][1] * chance.lognormal(1, 0.12)]),
  ) as Record<SourceName, number>;
  const priceLevel = chance.lognormal(36_000, 0.05);
  const world: World = { chance, stage, truth, habits, newId, register, ask, bookJob, spend, maintain, letLapse };

  const settings = {
    name: 'Bench Tree Care',
    homeBase: { address: '1 Mill Lane, Amherst, MA 01002', latitude: 42.37, longitude: -72.52 },
  };
  stage.act(company, 'main', { type: 'ReviseCompanySettings', settings });
  truth.estimators = [hire([]), hire([])].map(({ id }) => id);
  for (let number = 0; number < crewCount; number++) formCrew(number);
  machine('Stump Grinders', null, 2_400_000);
  machine('Trucks', null, 5_200_000);
  for (const [service, { again }] of Object.entries(SERVICES)) {
    // Those who were there before.
    const known = Math.round(again[0] * 45 * crewCount);
    for (let number = 0; number < known; number++) {
      register(service as ServiceName, firstDay + chance.unit() * again[1] * DAY_MS, true);
    }
  }
  for (let day = 0; day < COMPANY_DAYS; day++) stage.later(firstDay + day * DAY_MS, () => liveDay(day));
  return world;

  // ── Days ───────────────────────────────────────────────────────────────────────────────────────────────────────

  function seasonOf(service: ServiceName): number {
    return SERVICES[service].season[new Date(stage.now()).getUTCMonth()] ?? 1;
  }

  function liveDay(day: number): void {
    const growth = 1 + (0.08 * day) / 365;
    const share = SERVICE_NAMES.reduce((sum, name) => sum + SERVICES[name].weight * seasonOf(name), 0);
    const leads = chance.count(((crewCount * 360) / 365) * growth * share);
    for (let number = 0; number < leads; number++) askAsLead(anyService(), stage.now() + workMoment());
    const month = new Date(stage.now()).getUTCMonth();
    if (chance.happens(month >= 5 && month <= 9 ? 0.018 : 0.004)) storm();
    payBills(growth * share);
    if (chance.happens(0.012 * crewCount)) takeTimeOff();
    for (const each of truth.machines.values()) if (chance.happens(1.2 / 365)) repair(each);
  }

  function anyService(): ServiceName {
    return chance.weighted(byService((name) => SERVICES[name].weight * seasonOf(name)));
  }

  function storm(): void {
    const calls = chance.between(4, 6 * crewCount);
    for (let number = 0; number < calls; number++) {
      askAsLead('emergency_cleanup', stage.now() + chance.unit() * 4 * DAY_MS);
    }
  }

  function payBills(busy: number): void {
    const date = new Date(stage.now());
    const weekday = date.getUTCDay();
    // One in four fuel bills comes with the next one.
    if (weekday === 5) {
      const bills = chance.weighted({ 0: 0.2, 1: 0.6, 2: 0.2 });
      const mean = 26_000 * crewCount * busy;
      const cents = Number(bills) * chance.lognormal(mean, 0.3);
      spend('equipment', cents, mean * Math.exp(0.045));
    }
    if (date.getUTCDate() === 3) spend('other', 180_000 + 20_000 * crewCount, 180_000 + 20_000 * crewCount);
    if (date.getUTCDate() === 12 && date.getUTCMonth() % 3 === 1) {
      const premium = 260_000 * crewCount;
      spend('other', premium * chance.lognormal(1, 0.05), premium);
    }
    const oddMean = 30_000 * Math.exp(0.5);
    for (const category of ['material', 'other', 'equipment']) {
      const often = 0.06 * crewCount * (category === 'material' ? busy : 1);
      const bills = chance.count(often);
      for (let number = 0; number < bills; number++) spend(category, chance.lognormal(30_000, 1), 0);
      spend(category, 0, often * oddMean);
    }
  }

  function spend(category: string, cents: number, expected: number, jobId: string | null = null): void {
    const amount = Math.round(cents * (habits.costs[category] ?? 1));
    truth.costs.push({ category, day: stage.today(), cents: amount, expected });
    if (amount <= 0) return;
    const id = newId('cost');
    // Some bills come days later, and some are entered wrong at first.
    const details = { category, day: stage.today(), amount, description: null };
    const isWrong = chance.happens(0.02);
    stage.later(stage.now() + (chance.happens(0.25) ? chance.lognormal(4, 0.7) * DAY_MS : 0), () => {
      const first = isWrong ? { ...details, amount: Math.round(amount * 1.2) } : details;
      stage.act(cost, id, { type: 'RecordCost', jobId, details: first, now: stage.at() });
      if (!isWrong) return;
      stage.later(stage.now() + 3 * DAY_MS, () => stage.act(cost, id, { type: 'ReviseCost', details: { amount } }));
    });
  }

  // ── People and machines ────────────────────────────────────────────────────────────────────────────────────────

  function formCrew(number: number): void {
    const members = [['Aerial Lift', 'First Aid'], ['Certified Arborist'], ['First Aid']].map(hire);
    const crew: CrewTruth = { id: newId('crew'), members, machines: [], booked: new Map(), isPassedOver: false };
    truth.crews.push(crew);
    for (const [category, price] of [
      ['Chippers', 4_200_000],
      ['Bucket Trucks', 9_500_000],
      ['Chainsaws', 140_000],
    ] as const) {
      crew.machines.push(machine(category, crew, price));
    }
    const people = Object.fromEntries(members.map(({ id }) => [id, { name: 'Somebody', isWorking: true }]));
    const details = {
      ...NO_CREW_DETAILS,
      name: `Crew ${number + 1}`,
      defaultEquipmentIds: crew.machines.map(({ id }) => id),
    };
    const joining = { memberIds: members.map(({ id }) => id), movedFrom: {}, people };
    stage.act(roster, 'main', {
      type: 'FormCrew',
      crewId: crew.id,
      details,
      isActive: true,
      members: joining,
      now: stage.at(),
    });
  }

  /** @param names of their certificates */
  function hire(names: readonly string[]): PersonTruth {
    const certificates = names.map((name) => {
      const left = chance.between(100, 700);
      const expiresOn = addDays(stage.today(), left);
      return { name, issuedOn: addDays(expiresOn, -1_095), expiresOn };
    });
    const person: PersonTruth = { id: newId('person'), certificates };
    truth.people.set(person.id, person);
    const details = {
      ...NO_STAFF_DETAILS,
      firstName: 'Pat',
      lastName: `Member ${truth.people.size}`,
      certifications: certificates,
    };
    stage.act(staff, person.id, { type: 'AddStaffMember', details, now: stage.at() });
    for (const { name } of certificates) waitToRenew(person, name);
    return person;
  }

  /** Most are renewed well before their last day. */
  function waitToRenew(person: PersonTruth, name: string): void {
    const { expiresOn } = person.certificates.find((each) => each.name === name) ?? { expiresOn: '' };
    const ahead = Math.max(2, chance.lognormal(45, 0.6));
    stage.later(Date.parse(expiresOn) - ahead * DAY_MS, () => {
      // Unless it has another last day by now.
      if (person.certificates.some((each) => each.name === name && each.expiresOn === expiresOn))
        renew(person, name, expiresOn);
    });
  }

  function letLapse(person: PersonTruth, name: string, expiresOn: string, renewedOn: string): void {
    person.certificates = person.certificates.map((each) => (each.name === name ? { ...each, expiresOn } : each));
    stage.act(staff, person.id, { type: 'ReviseStaffMember', details: { certifications: person.certificates } });
    stage.later(Date.parse(renewedOn), () => renew(person, name, expiresOn));
  }

  function renew(person: PersonTruth, name: string, expiresOn: string): void {
    const next = { name, issuedOn: stage.today(), expiresOn: addDays(expiresOn, 730) };
    person.certificates = person.certificates.map((each) => (each.name === name ? next : each));
    const details = { certifications: person.certificates };
    stage.act(staff, person.id, { type: 'ReviseStaffMember', details });
    waitToRenew(person, name);
  }

  function machine(category: string, crew: CrewTruth | null, price: number): MachineTruth {
    const interval = chance.between(90, 200);
    const cents = Math.round(price * chance.lognormal(1, 0.15));
    const added: MachineTruth = {
      id: newId('machine'),
      category,
      price: cents,
      crew,
      interval,
      spent: [],
      leftUntil: 0,
    };
    truth.machines.set(added.id, added);
    const bought = addDays(stage.today(), -chance.between(200, 2_000));
    const details = {
      name: `${category} ${truth.machines.size}`,
      category,
      purchaseDate: bought,
      purchasePrice: cents,
    };
    const nextMaintenance = onSaturday(addDays(stage.today(), chance.between(10, interval)));
    const plan = { nextMaintenance, maintenanceInterval: interval };
    const today = stage.today();
    stage.act(equipment, added.id, {
      type: 'AddEquipment',
      details,
      status: 'available',
      assignedTo: crew?.id ?? null,
      plan,
      today,
      now: stage.at(),
    });
    waitToMaintain(added, nextMaintenance);
    return added;
  }

  /** When nobody works. */
  function onSaturday(day: string): string {
    return addDays(day, 6 - new Date(`${day}T12:00Z`).getUTCDay());
  }

  function waitToMaintain(each: MachineTruth, due: string): void {
    const late = chance.happens(0.8) ? chance.between(-3, 1) : chance.lognormal(6, 0.8);
    stage.later(Date.parse(due) + late * DAY_MS + 15 * HOUR_MS, () => service(each));
  }

  function service(each: MachineTruth): void {
    if (stage.now() < each.leftUntil) {
      stage.later(each.leftUntil, () => service(each));
      return;
    }
    maintain(each, each.price * chance.lognormal(0.008, 0.6), 'Oil, filters, blades');
    const nextMaintenance = onSaturday(addDays(stage.today(), each.interval));
    stage.act(equipment, each.id, { type: 'PlanMaintenance', plan: { nextMaintenance }, today: stage.today() });
    waitToMaintain(each, nextMaintenance);
  }

  function repair(each: MachineTruth): void {
    maintain(each, each.price * chance.lognormal(0.02, 0.8), 'Repair');
  }

  function maintain(each: MachineTruth, cents: number, notes: string): void {
    const entry = { id: newId('maintenance'), doneOn: stage.today(), cost: Math.round(cents), notes };
    each.spent.push({ day: entry.doneOn, cents: entry.cost });
    truth.costs.push({ category: 'equipment', day: entry.doneOn, cents: entry.cost, expected: 0 });
    stage.act(equipment, each.id, { type: 'RecordMaintenance', entry, today: stage.today() });
  }

  function takeTimeOff(): void {
    const person = chance.pick([...truth.people.values()]);
    const startDate = addDays(stage.today(), chance.between(5, 40));
    const endDate = addDays(startDate, chance.weighted({ 0: 0.5, 1: 0.2, 4: 0.3 }) === '4' ? 4 : 0);
    const id = newId('time-off');
    const details = { requestType: 'vacation', startDate, endDate, reason: null, half: null };
    stage.act(timeOff, id, {
      type: 'RequestTimeOff',
      employeeId: person.id,
      employeeRecord: 'staff',
      details,
      requestedBy: person.id,
      now: stage.at(),
    });
    stage.later(stage.now() + DAY_MS, () => {
      stage.act(timeOff, id, {
        type: 'DecideTimeOff',
        status: 'approved',
        reason: null,
        countedBy: { workingDays: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'], holidays: [] },
        by: 'owner',
        mayApproveOwn: true,
      });
    });
  }

  // ── From a lead to a signature ─────────────────────────────────────────────────────────────────────────────────

  function workMoment(): number {
    return (13 + chance.unit() * 8) * HOUR_MS;
  }

  /** The next moment in which the office works. */
  function inOffice(time: number): number {
    const date = new Date(time);
    const weekday = date.getUTCDay();
    const days = weekday === 6 ? 2 : weekday === 0 ? 1 : 0;
    const hour = date.getUTCHours();
    const shift = hour < 13 ? 13 - hour + chance.unit() * 3 : hour >= 22 ? 15 + chance.unit() * 3 : 0;
    return time + days * DAY_MS + shift * HOUR_MS;
  }

  function askAsLead(service: ServiceName, when: number): void {
    stage.later(when, () => {
      const source = chance.weighted(
        Object.fromEntries(SOURCE_NAMES.map((name) => [name, SOURCES[name][0]])) as Record<SourceName, number>,
      );
      const id = newId('lead');
      const known: LeadTruth = { id, source, capturedAt: stage.now(), contactedAt: null, endedAt: null, isWon: false };
      truth.leads.set(id, known);
      const number = truth.leads.size;
      const details = {
        name: `Customer ${number}`,
        email: chance.happens(0.92) ? `person${number}@example.com` : null,
        phone: '(555) 010-0000',
        address: `${number} Mill Lane, Amherst, MA 01002`,
        leadSource: source,
        estimatedValue: Math.round(chance.lognormal(120_000, 0.6)),
      };
      stage.act(lead, id, { type: 'CaptureLead', details, now: stage.at() });
      const isUrgent = service === 'emergency_cleanup';
      contact(known, service, inOffice(stage.now() + chance.lognormal(isUrgent ? 1.5 : 9, 0.9) * HOUR_MS));
    });
  }

  function contact(known: LeadTruth, service: ServiceName, when: number): void {
    // Some are overlooked until somebody tidies up.
    const isOverlooked = chance.happens(0.02);
    stage.later(isOverlooked ? inOffice(when + chance.lognormal(18, 0.5) * DAY_MS) : when, () => {
      if (habits.forgets.contact?.(known.id)) return contact(known, service, inOffice(stage.now() + 7 * DAY_MS));
      if (isOverlooked && chance.happens(0.7)) return lose(known);
      known.contactedAt = stage.now();
      stage.act(lead, known.id, { type: 'ReviseLead', details: {}, status: 'Contacted' });
      if (chance.happens(0.2)) {
        stage.later(inOffice(stage.now() + chance.lognormal(5, 0.7) * DAY_MS), () => lose(known));
        return;
      }
      const wait = chance.lognormal(service === 'emergency_cleanup' ? 0.2 : 2, 0.7) * DAY_MS;
      stage.later(inOffice(stage.now() + wait), () => ask(null, service, known));
    });
  }

  function lose(known: LeadTruth): void {
    if (known.endedAt !== null) return;
    known.endedAt = stage.now();
    stage.act(lead, known.id, { type: 'ReviseLead', details: {}, status: 'Lost' });
  }

  function ask(who: CustomerTruth | null, service: ServiceName, from: LeadTruth | null, cheap = 1): QuoteTruth {
    const { hours: median, disposal }: Service = SERVICES[service];
    const hours = Math.max(0.5, Math.round(chance.lognormal(median[0], median[1]) * 4) / 4);
    const price = Math.round((hours * priceLevel * cheap * chance.lognormal(1, 0.13)) / 500) * 500;
    const planned = Math.round(hours * (3 * LABOR_RATE + disposal));
    const estimator = chance.pick(truth.estimators);
    const id = newId('quote');
    const asked: QuoteTruth = {
      id,
      source: from?.source ?? null,
      service,
      estimator,
      createdAt: stage.now(),
      sentAt: null,
      price,
      cost: planned,
    };
    truth.quotes.set(id, asked);
    const item = {
      id: uuidv5(id, 'item'),
      service,
      description: null,
      estimatedCost: null,
      unitPrice: price,
      quantity: 1,
      priority: service === 'emergency_cleanup' ? 'high' : 'medium',
      isOptional: false,
      estimatedHours: hours,
      hazards: [],
    };
    const person = who ?? { name: 'Customer', email: 'person@example.com', address: '1 Mill Lane, Amherst, MA 01002' };
    const details = {
      ...NO_QUOTE_DETAILS,
      customerName: person.name,
      customerEmail: person.email,
      propertyAddress: person.address,
      items: [item],
    };
    if (from) stage.act(lead, from.id, { type: 'BeginQuoting' }, estimator);
    const named = { customerId: who?.id ?? null, leadId: from?.id ?? null };
    stage.act(quote, id, { type: 'CreateQuote', ...named, details, now: stage.at() }, estimator);
    // Few wait for a price from elsewhere, and very few are forgotten.
    const wait = chance.happens(0.04) ? chance.lognormal(8, 0.6) : chance.lognormal(0.7, 0.9);
    send(asked, who, from, inOffice(stage.now() + wait * DAY_MS));
    return asked;
  }

  function send(asked: QuoteTruth, who: CustomerTruth | null, from: LeadTruth | null, when: number): void {
    stage.later(when, () => {
      if (habits.forgets.send?.(asked.id)) return send(asked, who, from, inOffice(stage.now() + 14 * DAY_MS));
      const validUntil = addDays(stage.today(), 30);
      const expiresAt = new Date(Date.parse(`${validUntil}T00:00Z`) + DAY_MS + ZONE_MS).toISOString();
      asked.sentAt = stage.now();
      const now = stage.at();
      stage.act(quote, asked.id, { type: 'SendQuote', validUntil, expiresAt, remindAt: null, now }, asked.estimator);
      post('quote', 'quote', asked.id);
      const isWon = chance.happens(oddsOf(asked, who));
      const answer = chance.lognormal(asked.service === 'emergency_cleanup' ? 0.3 : 4, 0.9) * DAY_MS;
      const isAnswered = answer < 28 * DAY_MS && (isWon || chance.happens(0.5));
      if (!isAnswered) stage.later(Date.parse(expiresAt), () => end({ type: 'ExpireQuote' }, asked, from));
      else if (isWon) stage.later(stage.now() + answer, () => sign(asked, who, from));
      else stage.later(stage.now() + answer, () => end({ type: 'DeclineQuote', reason: null }, asked, from));
    });
  }

  function oddsOf({ source, service }: QuoteTruth, who: CustomerTruth | null): number {
    const usual = who ? 0.8 : winsHere[source ?? 'Other'] * (service === 'emergency_cleanup' ? 1.25 : 1);
    return Math.min(0.95, usual * (habits.wins[source ?? ''] ?? 1) * (habits.wins[service] ?? 1));
  }

  function end(
    how: { type: 'ExpireQuote' } | { type: 'DeclineQuote'; reason: null },
    { id }: QuoteTruth,
    from: LeadTruth | null,
  ): void {
    stage.act(quote, id, { ...how, version: 1, now: stage.at() }, how.type === 'ExpireQuote' ? 'quotes' : 'public');
    if (from) lose(from);
  }

  function register(service: ServiceName, when: number, again: boolean): CustomerTruth {
    const known = newCustomer(null);
    if (again) stage.later(inOffice(when), () => ask(known, service, null));
    return known;
  }

  function newCustomer(from: LeadTruth | null, id = newId('customer')): CustomerTruth {
    const number = truth.customers.size;
    const known: CustomerTruth = {
      id,
      leadId: from?.id ?? null,
      name: `Customer ${number}`,
      email: chance.happens(0.93) ? `customer${number}@example.com` : null,
      address: `${number} Mill Lane, Amherst, MA 01002`,
      latitude: 42.37 + chance.normal() * 0.08,
      longitude: -72.52 + chance.normal() * 0.1,
      paysLate: chance.happens(0.08),
      staysAway: false,
    };
    truth.customers.set(known.id, known);
    const details = {
      leadId: known.leadId,
      firstName: 'Customer',
      lastName: String(number),
      email: known.email,
      phone: '(555) 010-0000',
      address: `${number} Mill Lane`,
      city: 'Amherst',
      state: 'MA',
      zipCode: '01002',
      notes: null,
    };
    stage.act(customer, known.id, {
      type: 'RegisterCustomer',
      details,
      propertyId: uuidv5(id, 'place'),
      now: stage.at(),
    });
    return known;
  }

  function sign(asked: QuoteTruth, who: CustomerTruth | null, from: LeadTruth | null): void {
    const jobId = newId('job');
    const customerId = who?.id ?? newId('customer');
    const [approved] = stage.act(
      quote,
      asked.id,
      {
        type: 'ApproveQuote',
        version: 1,
        signature: 'Customer',
        optionalItemIds: [],
        jobId,
        customerId,
        isCustomerArchived: false,
        photoIds: [],
        approvedOn: stage.today(),
        depositInvoiceId: newId('invoice'),
        now: stage.at(),
      },
      'public',
    );
    if (approved?.type !== 'QuoteApproved') return;
    if (from) {
      from.endedAt = stage.now();
      from.isWon = true;
      stage.act(lead, from.id, { type: 'WinLead', customerId }, 'approve-quote');
    }
    const signer = who ?? newCustomer(from, customerId);
    const { items, estimatedDuration, subtotal } = approved.data;
    const agreement = {
      quoteId: asked.id,
      quoteVersion: 1,
      photoIds: [],
      items: items.map(({ isOptional: _, unitPrice: __, estimatedCost: ___, ...item }) => item),
      address: signer.address,
      propertyId: uuidv5(signer.id, 'place'),
      description: null,
      serviceType: asked.service,
      priority: asked.service === 'emergency_cleanup' ? 'urgent' : 'normal',
      estimatedDuration,
      amount: subtotal,
      hazards: [],
    };
    const now = stage.at();
    stage.act(
      job,
      jobId,
      { type: 'AgreeOnPlan', number: null, customerId: signer.id, agreement, now },
      'approve-quote',
    );
    const known = newJob(jobId, asked.id, signer, asked.service, estimatedDuration ?? 4, subtotal);
    if (chance.happens(0.03)) {
      stage.later(inOffice(stage.now() + DAY_MS), () => {
        stage.act(job, jobId, { type: 'AdvanceJob', act: 'cancel', at: stage.at(), reason: null });
      });
      return;
    }
    const isUrgent = asked.service === 'emergency_cleanup';
    stage.later(inOffice(stage.now() + (isUrgent ? 2 * HOUR_MS : chance.lognormal(1, 0.6) * DAY_MS)), () => {
      prepare(known);
      plan(known, addDays(stage.today(), isUrgent ? 1 : chance.between(3, 12)), isUrgent);
    });
  }

  // ── Work ───────────────────────────────────────────────────────────────────────────────────────────────────────

  function newJob(
    id: string,
    quoteId: string | null,
    who: CustomerTruth,
    service: ServiceName,
    estimate: number,
    price: number,
  ): JobTruth {
    const known: JobTruth = {
      id,
      quoteId,
      customer: who,
      service,
      crew: null,
      estimator: truth.quotes.get(quoteId ?? '')?.estimator ?? null,
      estimate,
      bound: 1,
      price,
      spent: 0,
      visits: [],
      completedAt: null,
      settledAt: null,
      plan: 0,
    };
    truth.jobs.set(id, known);
    return known;
  }

  function bookJob(who: CustomerTruth, service: ServiceName, planned: PlannedJob): JobTruth {
    const id = newId('job');
    const { hours, price, crew, from, visits, latestDate = null } = planned;
    const place = planned.place ?? who;
    const details = {
      ...NO_JOB_DETAILS,
      address: who.address,
      propertyId: uuidv5(who.id, 'place'),
      serviceType: service,
      estimatedDuration: hours,
      amount: price,
      latestDate,
    };
    stage.act(job, id, { type: 'CreateJob', customerId: who.id, details, now: stage.at() });
    const known = newJob(id, null, who, service, hours, price);
    prepare(known, place, planned.skill);
    if (visits && crew) schedule(known, crew, visits);
    else plan(known, from ?? addDays(stage.today(), 3), false, crew);
    return known;
  }

  /** What the office adds: where it is, what it needs, and what it is planned to cost. */
  function prepare(
    known: JobTruth,
    place: { latitude: number; longitude: number } = known.customer,
    asked?: string | null,
  ): void {
    const { gear, skill, disposal } = SERVICES[known.service] as Service;
    const needed = asked === undefined ? (skill && chance.happens(skill[1]) ? skill[0] : null) : asked;
    const details = {
      latitude: place.latitude,
      longitude: place.longitude,
      minimumCrewSize: 2,
      requiredEquipment: [...gear],
      requiredSkills: needed === null ? [] : [needed],
      laborCost: Math.round(known.estimate * 3 * LABOR_RATE),
      equipmentCost: Math.round(known.estimate * 1_500),
      materialCost: Math.round(known.estimate * disposal),
    };
    stage.act(job, known.id, { type: 'ReviseJob', details });
  }

  function plan(known: JobTruth, from: string, isUrgent: boolean, only?: CrewTruth): void {
    const chosen = firstFree(known.estimate, from, isUrgent, only ? [only] : crewsFor(known.customer));
    if (chosen) schedule(known, chosen.crew, chosen.visits);
  }

  /** The crew of that side of town first. */
  function crewsFor({ latitude, longitude }: CustomerTruth): CrewTruth[] {
    const free = truth.crews.filter(({ isPassedOver }) => !isPassedOver);
    const angle = (Math.atan2(latitude - 42.37, longitude + 72.52) / (2 * Math.PI) + 1) % 1;
    const first = Math.floor(angle * free.length);
    return [...free.slice(first), ...free.slice(0, first)];
  }

  function firstFree(hours: number, from: string, isUrgent: boolean, crews: readonly CrewTruth[]) {
    for (let ahead = 0; ahead < 120; ahead++) {
      const day = addDays(from, ahead);
      // Its own crew may take a few days longer.
      const asked = isFree(day) ? [] : ahead < 3 ? crews.slice(0, 1) : crews;
      const found = asked.flatMap((crew) => {
        const visits = visitsFrom(day, hours, crew, isUrgent);
        return visits ? [{ crew, visits }] : [];
      });
      if (found[0]) return found[0];
    }
    return null;
  }

  function visitsFrom(day: string, hours: number, crew: CrewTruth, isUrgent: boolean): Visit[] | null {
    const days = Math.ceil(hours / DAY_HOURS);
    const booked = crew.booked.get(day) ?? 0;
    if (days > 1) {
      const span = workingDays(day, days);
      return span.some((each) => crew.booked.get(each)) ? null : span.map((each) => visitOn(each, 0, hours / days));
    }
    if (booked === 0) return [visitOn(day, 0, hours)];
    const most = isUrgent ? 12 : DAY_HOURS + 0.5;
    return booked + DRIVE_HOURS + hours > most ? null : [visitOn(day, booked + DRIVE_HOURS, hours)];
  }

  function isFree(day: string): boolean {
    const weekday = new Date(`${day}T12:00Z`).getUTCDay();
    return weekday === 0 || weekday === 6;
  }

  function workingDays(from: string, count: number): string[] {
    const days: string[] = [];
    for (let day = from; days.length < count; day = addDays(day, 1)) if (!isFree(day)) days.push(day);
    return days;
  }

  function visitOn(day: string, after: number, hours: number): Visit {
    const start = addHours(`${day}T00:00`, DAY_STARTS + after);
    return { start, end: addHours(start, Math.max(0.25, Math.round(hours * 4) / 4)) };
  }

  function take(crew: CrewTruth, visits: readonly Visit[], sign: 1 | -1): void {
    for (const { start, end } of visits) {
      const day = start.slice(0, 10);
      const hours = (Date.parse(`${end}Z`) - Date.parse(`${start}Z`)) / HOUR_MS;
      const drive = crew.booked.get(day) ? DRIVE_HOURS : 0;
      crew.booked.set(day, Math.max(0, (crew.booked.get(day) ?? 0) + sign * (hours + drive)));
    }
  }

  function schedule(known: JobTruth, crew: CrewTruth, visits: readonly Visit[]): void {
    if (known.crew) take(known.crew, known.visits, -1);
    if (known.crew !== crew) stage.act(job, known.id, { type: 'ReviseJob', details: { crewId: crew.id } });
    known.crew = crew;
    known.visits = visits;
    take(crew, visits, 1);
    stage.act(job, known.id, { type: 'ScheduleJob', planned: { visits }, zone: ZONE, isStatus: true });
    const number = ++known.plan;
    known.bound =
      truth.overrun[known.service] * (habits.hours[known.service] ?? 1) * (habits.hours[known.estimator ?? ''] ?? 1);
    const took = known.estimate * known.bound * chance.lognormal(1, 0.28);
    for (const [place, { start }] of visits.entries()) {
      stage.later(Date.parse(`${start}Z`) + ZONE_MS, () => {
        if (known.plan === number) work(known, place, took / visits.length);
      });
    }
  }

  function work(known: JobTruth, place: number, hours: number): void {
    const { crew, visits } = known;
    if (!crew) return;
    if (place === 0 && chance.happens(0.05)) {
      // Rain, or a machine that does not start.
      if (chance.happens(0.1)) {
        known.plan++;
        stage.act(job, known.id, { type: 'AdvanceJob', act: 'cancel', at: stage.at(), reason: null });
        return;
      }
      take(crew, visits, -1);
      known.visits = [];
      plan(known, addDays(stage.today(), chance.between(1, 5)), false, chance.happens(0.7) ? crew : undefined);
      return;
    }
    const act = (what: 'start' | 'resume' | 'pause' | 'complete') =>
      stage.act(job, known.id, { type: 'AdvanceJob', act: what, at: stage.at(), reason: null });
    const worked = Math.min(11, Math.max(0.5, Math.round(hours * 4) / 4));
    act(place === 0 ? 'start' : 'resume');
    stage.later(stage.now() + worked * HOUR_MS, () => {
      for (const { id: personId } of crew.members) {
        const entry = { id: newId('hours'), personId, day: stage.today(), hours: worked, rate: LABOR_RATE };
        stage.act(job, known.id, { type: 'AddHours', entry, today: stage.today() }, personId);
        known.spent += worked * LABOR_RATE;
        const expected = (known.estimate * truth.overrun[known.service] * LABOR_RATE) / visits.length;
        truth.costs.push({ category: 'labor', day: entry.day, cents: worked * LABOR_RATE, expected });
      }
      if (place < visits.length - 1) {
        act('pause');
        return;
      }
      act('complete');
      finish(known);
    });
  }

  function finish(known: JobTruth): void {
    known.completedAt = stage.now();
    const { disposal, again } = SERVICES[known.service];
    const dump = known.estimate * disposal;
    const dumped = dump * chance.lognormal(1, 0.35);
    known.spent += dumped;
    spend('disposal', dumped, dump * Math.exp(0.06), known.id);
    if (chance.happens(0.2)) {
      const bought = chance.lognormal(9_000, 0.7);
      known.spent += bought;
      spend('material', bought, 9_000 * Math.exp(0.245), known.id);
    }
    bill(
      known,
      inOffice(stage.now() + (chance.happens(0.03) ? chance.lognormal(12, 0.5) : chance.lognormal(1.6, 0.8)) * DAY_MS),
    );
    if (known.customer.staysAway || !chance.happens(again[0])) return;
    const back = stage.now() + again[1] * chance.lognormal(1, 0.22) * DAY_MS;
    stage.later(inOffice(back), () => ask(known.customer, known.service, null));
  }

  // ── Money ──────────────────────────────────────────────────────────────────────────────────────────────────────

  function bill(known: JobTruth, when: number): void {
    stage.later(when, () => {
      if (habits.forgets.invoice?.(known.id)) return bill(known, inOffice(stage.now() + 14 * DAY_MS));
      known.settledAt = stage.now();
      if (chance.happens(0.015)) {
        const said = { reason: 'Warranty visit', at: stage.at(), open: null, deposits: [] };
        stage.act(job, known.id, { type: 'CloseWithoutInvoice', ...said });
        return;
      }
      const issued = issue(known);
      if (chance.happens(0.01)) voidAndIssueAgain(known, issued);
      else expectMoney(known, issued);
    });
  }

  function issue(known: JobTruth): InvoiceTruth {
    const id = newId('invoice');
    const { customer: who, price } = known;
    const dueDate = addDays(stage.today(), 30);
    const details = {
      kind: 'invoice',
      customerId: who.id,
      jobId: known.id,
      quoteId: known.quoteId,
      quoteVersion: known.quoteId === null ? null : 1,
      customerName: who.name,
      customerEmail: who.email,
      billingAddress: who.address,
      job: known.service,
      lines: [{ id: uuidv5(id, 'line'), description: known.service, quantity: 1, unitPrice: price, amount: price }],
      notes: null,
      taxRate: 0,
      deductions: [],
      earlier: [],
      issuedOn: stage.today(),
      dueDate,
    };
    stage.act(invoice, id, { type: 'IssueInvoice', details, now: stage.at() });
    stage.act(job, known.id, { type: 'RecordInvoice', invoiceId: id }, 'follow-invoice');
    const issued: InvoiceTruth = {
      id,
      jobId: known.id,
      issuedAt: stage.now(),
      dueDate,
      total: price,
      sentAt: null,
      settledAt: null,
    };
    truth.invoices.set(id, issued);
    return issued;
  }

  function voidAndIssueAgain(known: JobTruth, issued: InvoiceTruth): void {
    stage.later(inOffice(stage.now() + 2 * DAY_MS), () => {
      issued.settledAt = stage.now();
      stage.act(invoice, issued.id, { type: 'CancelInvoice', reason: 'Wrong amount', day: null });
      stage.act(job, known.id, { type: 'WithdrawInvoice', invoiceId: issued.id }, 'follow-invoice');
      stage.later(stage.now() + HOUR_MS, () => expectMoney(known, issue(known)));
    });
  }

  function expectMoney({ customer: who, price }: JobTruth, issued: InvoiceTruth): void {
    // Handed over on paper where there is no address: the customer pays on the spot or is told by mail of the old kind.
    if (who.email !== null) sendInvoice(issued, inOffice(stage.now() + chance.lognormal(0.1, 1) * DAY_MS));
    const isLate = who.paysLate || chance.happens(0.04);
    const wait = chance.happens(habits.paysLater) ? 85 : isLate ? chance.lognormal(48, 0.4) : chance.lognormal(15, 0.6);
    const parts = chance.happens(0.04) ? [0.5, 0.5] : [1];
    for (const [place, share] of parts.entries()) {
      const amount = place === 0 ? Math.round(price * share) : price - Math.round(price * 0.5);
      stage.later(stage.now() + (wait + place * chance.lognormal(14, 0.5)) * DAY_MS, () => {
        const paymentId = newId('payment');
        const paid = { paymentId, amount, method: 'check', transactionId: paymentId, day: stage.today() };
        stage.act(invoice, issued.id, { type: 'RecordPayment', ...paid, confirmed: true, now: stage.at() });
        if (place === parts.length - 1) issued.settledAt = stage.now();
      });
    }
  }

  function sendInvoice(issued: InvoiceTruth, when: number): void {
    stage.later(when, () => {
      if (issued.settledAt !== null) return;
      if (habits.forgets.mail?.(issued.id)) return sendInvoice(issued, inOffice(stage.now() + 14 * DAY_MS));
      issued.sentAt = stage.now();
      const sendingId = newId('mail');
      stage.act(invoice, issued.id, { type: 'SendInvoice', sendingId, now: stage.at() });
      post('invoice', 'invoice', issued.id, sendingId);
    });
  }

  /** A mail; now and then the server refuses it, and somebody sends it again. */
  function post(kind: 'quote' | 'invoice', category: string, recordId: string, id = newId('mail')): void {
    const letter = { to: 'person@example.com', toName: null, subject: 'Your papers', text: '', link: null };
    stage.act(mail, id, { type: 'IntendMail', mail: { kind, category, recordId, ...letter }, now: stage.at() });
    stage.later(stage.now() + 60_000, () => {
      const isRefused = chance.happens(0.008);
      const outcome = isRefused
        ? { did: 'refused' as const, reason: 'No such mailbox' }
        : { did: 'done' as const, detail: null };
      stage.act(mail, id, { type: 'RecordOutcome', attempt: 1, outcome, now: stage.at() }, 'mails');
      if (isRefused) {
        stage.later(inOffice(stage.now() + chance.lognormal(1, 0.6) * DAY_MS), () => {
          stage.act(mail, id, { type: 'MarkMailSent', now: stage.at() });
        });
      }
    });
  }
}

function byService(of: (name: ServiceName) => number): Record<ServiceName, number> {
  return Object.fromEntries(SERVICE_NAMES.map((name) => [name, of(name)])) as Record<ServiceName, number>;
}
