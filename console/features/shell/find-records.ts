import { keepPreviousData, type QueryFunctionContext, queryOptions } from '@tanstack/react-query';
import type { CrewRecord } from '../../../api/crews/schema.ts';
import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { EquipmentRecord } from '../../../api/equipment/schema.ts';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import type { StaffRecord } from '../../../api/staff/schema.ts';
import { customerName, customersPath, fullAddress, placeFound } from '../../data/get-customers.ts';
import { personName } from '../../data/get-staff.ts';
import { read } from '../../data/query-client.ts';

/** A record that the command palette found. */
export interface Found {
  id: string;
  title: string;
  detail: string;
  path: string;
  search: Record<string, string>;
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
  const path = `${customersPath({ search: text })}&limit=${AT_MOST}`;
  const customers = await read<CustomerRecord[]>(path, context);
  return customers.map((customer) => ({
    id: customer.id,
    title: customerName(customer),
    detail: ['Customer', customer.phone ?? customer.email, placeOf(customer, text)].filter(Boolean).join(' · '),
    path: `/customers/${encodeURIComponent(customer.id)}`,
    search: {},
  }));
}

function placeOf(customer: CustomerRecord, text: string): string {
  const place = placeFound(customer, text);
  return place ? fullAddress(place) : '';
}

async function findEquipment(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const query = new URLSearchParams({ search: text, limit: String(AT_MOST) });
  const equipment = await read<EquipmentRecord[]>(`/api/equipment?${query}`, context);
  return equipment.map(({ id, name, category, serialNumber }) => ({
    id,
    title: name,
    detail: [category, serialNumber].filter(Boolean).join(' · '),
    path: '/equipment',
    search: { equipment: id },
  }));
}

async function findLeads(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const query = new URLSearchParams({ search: text, limit: String(AT_MOST) });
  const leads = await read<LeadRecord[]>(`/api/leads-working?${query}`, context);
  return leads.map((lead) => ({
    id: lead.id,
    title: lead.name ?? 'Unnamed lead',
    detail: ['Lead', lead.status, lead.phone ?? lead.address].filter(Boolean).join(' · '),
    path: '/leads',
    search: { lead: lead.id },
  }));
}

async function findPeople(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const query = new URLSearchParams({ search: text, limit: String(AT_MOST) });
  const people = await read<StaffRecord[]>(`/api/staff?${query}`, context);
  return people.map((person) => ({
    id: person.id,
    title: personName(person),
    detail: ['Works here', person.phone ?? person.email].filter(Boolean).join(' · '),
    path: '/people',
    search: { person: person.id },
  }));
}

async function findCrews(text: string, context: QueryFunctionContext): Promise<Found[]> {
  const query = new URLSearchParams({ search: text, limit: String(AT_MOST) });
  const crews = await read<CrewRecord[]>(`/api/crews?${query}`, context);
  return crews.map(({ id, name, memberIds }) => ({
    id,
    title: name,
    detail: `Crew · ${memberIds.length} member(s)`,
    path: '/crew',
    search: { crew: id },
  }));
}
