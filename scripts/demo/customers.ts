import { type CustomerCommand, customer } from '../../domain/customer/customer.ts';
import type { PropertyDetails } from '../../domain/customer/properties.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { ESTIMATOR, OFFICE } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { HOUSEHOLDS, type Household } from './content/households.ts';
import { planLeads } from './lead-plan.ts';
import { leadId } from './leads.ts';
import type { WorkingTime } from './working-time.ts';

/** Customers who came without a lead, and notes and tags of those who came from one. */
export const customers: Area = (time) => [
  ...HOUSEHOLDS.flatMap((household, number) => actsOf(household, number, time)),
  ...afterConversions(time),
];

const NO_PROPERTY: PropertyDetails = {
  label: null,
  address: null,
  city: null,
  state: 'MA',
  zipCode: null,
  accessNotes: null,
  latitude: null,
  longitude: null,
};

function actsOf(household: Household, number: number, time: WorkingTime): Act[] {
  const name = `demo/household/${number}`;
  const begins = (time.hours / (HOUSEHOLDS.length + 1)) * (number + 0.5);
  const id = uuidv5(commandIdOf(name, 0), 'customer');
  const { properties, isArchived, tags = [], ...details } = household;
  const registeredAt = new Date(time.instantAt(begins)).toISOString();
  const commands: CustomerCommand[] = [
    {
      type: 'RegisterCustomer',
      details: { ...details, tags: [...tags], leadId: null, state: 'MA' },
      propertyId: uuidv5(commandIdOf(name, 0), 'property/0'),
      now: registeredAt,
    },
    ...properties.map((property, index): CustomerCommand => {
      const propertyId = uuidv5(commandIdOf(name, index + 1), 'property/0');
      return { type: 'AddProperty', propertyId, details: { ...NO_PROPERTY, ...property } };
    }),
    ...(isArchived ? [{ type: 'ArchiveCustomer', evenIfWorkedOn: true } as const] : []),
  ];
  return commands.map((command, index) => {
    const at = time.instantAt(begins + index * 0.2);
    const commandId = commandIdOf(name, index);
    return { at, actor: OFFICE.id, run: (desk) => desk.send(customer, id, command, { commandId }) };
  });
}

/** What the estimator found out on site. */
const ACCESS_NOTES = [
  'Gate code 4711. Keep it shut: there is a dog.',
  'Narrow drive, the chipper stays on the road.',
  'Wires over the back yard: ask the utility for a shutdown first.',
  'Septic tank left of the shed, no heavy wheels there.',
];

/** What the office sorts them by; most have none. */
const TAGS = [[], ['Spring pruning'], [], [], ['Referral partner', 'Spring pruning'], [], ['Old trees'], []];

/** One in this many converted customers has access notes. */
const NOTED = 4;

function afterConversions(time: WorkingTime): Act[] {
  return planLeads(time).flatMap(({ begins, steps }, number): Act[] => {
    const converted = steps.findIndex(({ deed }) => deed.type === 'convert');
    const isTakenBack = steps.some(({ deed }) => deed.type === 'undo convert');
    if (converted === -1 || isTakenBack) return [];
    const hour = begins + steps.slice(0, converted + 1).reduce((sum, { hours }) => sum + hours, 0) + 1.5;
    if (hour >= time.hours) return [];
    const id = uuidv5(leadId(number), 'customer');
    const act = (after: number, actor: string, what: string, command: CustomerCommand): Act => ({
      at: time.instantAt(hour + after),
      actor,
      run: (desk) => desk.send(customer, id, command, { commandId: commandIdOf(`demo/lead/${number}/${what}`, 0) }),
    });
    const accessNotes = ACCESS_NOTES[(number / NOTED) % ACCESS_NOTES.length] ?? null;
    const noted = { type: 'ReviseProperty', propertyId: leadId(number), details: { accessNotes } } as const;
    const tags = TAGS[number % TAGS.length] ?? [];
    return [
      ...(number % NOTED !== 0 ? [] : [act(0, ESTIMATOR.id, 'access', noted)]),
      ...(tags.length === 0 ? [] : [act(0.1, OFFICE.id, 'tags', { type: 'ReviseCustomer', details: { tags } })]),
    ];
  });
}

function commandIdOf(name: string, index: number): string {
  return uuidv5(HEARTWOOD, `${name}/${index}`);
}
