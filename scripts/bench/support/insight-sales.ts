import { customer } from '../../../domain/customer/customer.ts';
import { job } from '../../../domain/job/job.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { lead } from '../../../domain/lead/lead.ts';
import { NO_QUOTE_DETAILS } from '../../../domain/quote/events.ts';
import { quote } from '../../../domain/quote/quote.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { DAY_MS } from './insight-stage.ts';
import {
  type CustomerTruth,
  HOUR_MS,
  LABOR_RATE,
  type LeadTruth,
  type QuoteTruth,
  type Sales,
  SERVICES,
  type Service,
  type ServiceName,
  SOURCE_NAMES,
  SOURCES,
  type SourceName,
  type World,
  ZONE_MS,
} from './insight-terms.ts';

/** From a lead to a signature. */
export function salesOf(world: World): Sales {
  const { chance, stage, truth, habits, newId } = world;
  return { askAsLead, ask, register };

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
      contact(known, service, world.inOffice(stage.now() + chance.lognormal(isUrgent ? 1.5 : 9, 0.9) * HOUR_MS));
    });
  }

  function contact(known: LeadTruth, service: ServiceName, when: number): void {
    // Some are overlooked until somebody tidies up.
    const isOverlooked = chance.happens(0.02);
    stage.later(isOverlooked ? world.inOffice(when + chance.lognormal(18, 0.5) * DAY_MS) : when, () => {
      if (habits.forgets.contact?.(known.id)) return contact(known, service, world.inOffice(stage.now() + 7 * DAY_MS));
      if (isOverlooked && chance.happens(0.7)) return lose(known);
      known.contactedAt = stage.now();
      stage.act(lead, known.id, { type: 'ReviseLead', details: {}, status: 'Contacted' });
      if (chance.happens(0.2)) {
        stage.later(world.inOffice(stage.now() + chance.lognormal(5, 0.7) * DAY_MS), () => lose(known));
        return;
      }
      const wait = chance.lognormal(service === 'emergency_cleanup' ? 0.2 : 2, 0.7) * DAY_MS;
      stage.later(world.inOffice(stage.now() + wait), () => ask(null, service, known));
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
    const price = Math.round((hours * world.priceLevel * cheap * chance.lognormal(1, 0.13)) / 500) * 500;
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
    send(asked, who, from, world.inOffice(stage.now() + wait * DAY_MS));
    return asked;
  }

  function send(asked: QuoteTruth, who: CustomerTruth | null, from: LeadTruth | null, when: number): void {
    stage.later(when, () => {
      if (habits.forgets.send?.(asked.id)) return send(asked, who, from, world.inOffice(stage.now() + 14 * DAY_MS));
      const validUntil = addDays(stage.today(), 30);
      const expiresAt = new Date(Date.parse(`${validUntil}T00:00Z`) + DAY_MS + ZONE_MS).toISOString();
      asked.sentAt = stage.now();
      const now = stage.at();
      stage.act(quote, asked.id, { type: 'SendQuote', validUntil, expiresAt, remindAt: null, now }, asked.estimator);
      world.post('quote', 'quote', asked.id);
      const isWon = chance.happens(oddsOf(asked, who));
      const answer = chance.lognormal(asked.service === 'emergency_cleanup' ? 0.3 : 4, 0.9) * DAY_MS;
      const isAnswered = answer < 28 * DAY_MS && (isWon || chance.happens(0.5));
      if (!isAnswered) stage.later(Date.parse(expiresAt), () => end({ type: 'ExpireQuote' }, asked, from));
      else if (isWon) stage.later(stage.now() + answer, () => sign(asked, who, from));
      else stage.later(stage.now() + answer, () => end({ type: 'DeclineQuote', reason: null }, asked, from));
    });
  }

  function oddsOf({ source, service }: QuoteTruth, who: CustomerTruth | null): number {
    const usual = who ? 0.8 : world.winsHere[source ?? 'Other'] * (service === 'emergency_cleanup' ? 1.25 : 1);
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
    if (again) stage.later(world.inOffice(when), () => ask(known, service, null));
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
    const known = world.newJob({
      id: jobId,
      quoteId: asked.id,
      customer: signer,
      service: asked.service,
      estimate: estimatedDuration ?? 4,
      price: subtotal,
    });
    if (chance.happens(0.03)) {
      stage.later(world.inOffice(stage.now() + DAY_MS), () => {
        stage.act(job, jobId, { type: 'AdvanceJob', act: 'cancel', at: stage.at(), reason: null });
      });
      return;
    }
    const isUrgent = asked.service === 'emergency_cleanup';
    stage.later(world.inOffice(stage.now() + (isUrgent ? 2 * HOUR_MS : chance.lognormal(1, 0.6) * DAY_MS)), () => {
      world.prepare(known);
      world.plan(known, addDays(stage.today(), isUrgent ? 1 : chance.between(3, 12)), isUrgent);
    });
  }
}
