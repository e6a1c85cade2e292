import type { CustomerRecord } from '../../../api/customers/schema.ts';
import type { LeadRecord } from '../../../api/leads/schema.ts';
import type { PhotoRecord } from '../../../api/photos/schema.ts';
import { REQUESTED_SERVICE_LABELS, type RequestedService } from '../../../domain/intake/terms.ts';
import { QUOTE_LIMITS, SERVICE_TYPES, type ServiceType } from '../../../domain/quote/terms.ts';
import { listCall } from '../../data/paged-query.ts';
import { read } from '../../data/query-client.ts';
import type { PickerKind } from '../../records/edit/record-picker.tsx';
import { jsonOf, type Values } from '../../ui/inputs/fields.ts';
import { customerName, fullAddress } from '../customer/customer.ts';

/** Who a quote can be for: customers, and leads that are not customers yet. */
export const whomPicker = {
  noun: 'customer or lead',
  categories: ['customer', 'lead'],
  collections: ['customers', 'leads'],
  none: 'There are no customers or leads yet.',
  async find(text, context) {
    const asked = { search: text, limit: '8' };
    const [customers, leads] = await Promise.all([
      read<CustomerRecord[]>(listCall('/api/customers', asked), context),
      read<LeadRecord[]>(listCall('/api/leads-working', asked), context),
    ]);
    return [
      ...customers.map((each) => ({
        category: 'customer',
        id: each.id,
        title: customerName(each),
        detail: fullAddress(each),
        group: 'Customers',
      })),
      ...leads
        .filter(({ customerId, erased }) => customerId === null && !erased)
        .map(({ id, name, address }) => ({ category: 'lead', id, title: name, detail: address, group: 'Leads' })),
    ];
  },
} satisfies PickerKind;

/** What a quote's form takes from a lead. @param photos of the lead */
export function knownOfLead(lead: LeadRecord, photos: readonly PhotoRecord[]): Values {
  const { id, name, email, phone, address, description, customerId, request } = lead;
  const service = request?.serviceType ? serviceFor(request.serviceType) : '';
  return {
    leadId: id,
    customerId: customerId ?? '',
    propertyId: '',
    customerName: name ?? '',
    customerEmail: email ?? '',
    customerPhone: phone ?? '',
    propertyAddress: address ?? '',
    description: description ?? '',
    service,
    hazards: jsonOf(lead.hazards),
    photoIds: jsonOf(photos.slice(0, QUOTE_LIMITS.photos).map((photo) => photo.id)),
  };
}

/** What a quote's form takes from a customer. @param propertyId one of their properties; defaults to the first */
export function knownOfCustomer(customer: CustomerRecord, propertyId?: string): Values {
  const { id, email, phone, properties } = customer;
  const property = properties.find((each) => each.id === propertyId) ?? properties[0];
  return {
    leadId: '',
    customerId: id,
    propertyId: property?.id ?? '',
    customerName: customerName(customer),
    customerEmail: email ?? '',
    customerPhone: phone ?? '',
    propertyAddress: fullAddress(property ?? customer),
  };
}

/** The service of a quote for what a visitor asked for; '' where they left it open. */
function serviceFor(requested: string): string {
  if (requested === 'tree_health') return 'tree_health_assessment' satisfies ServiceType;
  if (requested === 'multiple' || requested === 'other') return '';
  return (
    SERVICE_TYPES.find((each) => each === requested) ?? REQUESTED_SERVICE_LABELS[requested as RequestedService] ?? ''
  );
}
