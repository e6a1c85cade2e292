import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import { customerName, fullAddress, placeFound } from '../../entities/customer/customer.ts';
import { personName } from '../../entities/person/person.ts';

/** A record that the command palette found. */
export interface Found {
  /** Its kind, as history and undo name it. */
  category: string;
  id: string;
  title: string;
  detail: string;
}

const AT_MOST = 6;

/** Records by name, number, phone, e-mail or address, as the server's searches find them. */
export function findRecordsQuery(text: string) {
  return queryOptions({
    queryKey: ['find', text],
    enabled: text.length >= 2,
    placeholderData: keepPreviousData,
    meta: { collections: ['leads', 'customers', 'equipment', 'people', 'crews'] },
    queryFn: async (context): Promise<Found[]> => {
      const found = await Promise.all([
        findCustomers(text, context),
        findLeads(text, context),
        findEquipment(text, context),
        findPeople(text, context),
        findCrews(text, context),
      ]);
      return found.flat();
    },
  });
}

async function findCustomers(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const customers = await read<CustomerRecord[]>(foundBy('/api/customers', text), context);
  return customers.map((customer) => ({
    category: 'customer',
    id: customer.id,
    title: customerName(customer),
    detail: ['Customer', customer.phone ?? customer.email, placeOf(customer, text)].filter(Boolean).join(' · '),
  }));
}

function placeOf(customer: CustomerRecord, text: string): string {
  const place = placeFound(customer, text);
  return place ? fullAddress(place) : '';
}

async function findEquipment(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const equipment = await read<EquipmentRecord[]>(foundBy('/api/equipment', text), context);
  return equipment.map(({ id, name, category, serialNumber }) => ({
    category: 'equipment',
    id,
    title: name,
    detail: [category, serialNumber].filter(Boolean).join(' · '),
  }));
}

async function findLeads(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const leads = await read<LeadRecord[]>(foundBy('/api/leads-working', text), context);
  return leads.map((lead) => ({
    category: 'lead',
    id: lead.id,
    title: lead.name ?? 'Unnamed lead',
    detail: ['Lead', lead.status, lead.phone ?? lead.address].filter(Boolean).join(' · '),
  }));
}

async function findPeople(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const people = await read<StaffRecord[]>(foundBy('/api/staff', text), context);
  return people.map((person) => ({
    category: 'staff',
    id: person.id,
    title: personName(person),
    detail: ['Works here', person.phone ?? person.email].filter(Boolean).join(' · '),
  }));
}

async function findCrews(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const crews = await read<CrewRecord[]>(foundBy('/api/crews', text), context);
  return crews.map(({ id, name, memberIds }) => ({
    category: 'crew',
    id,
    title: name,
    detail: `Crew · ${memberIds.length} member(s)`,
  }));
}

function foundBy(path: string, text: string): string {
  return listCall(path, { search: text, limit: String(AT_MOST) });
}
