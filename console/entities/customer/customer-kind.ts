import type { CustomerRecord, PropertyRecord } from '../../../api/customers/schema.ts';
import { CUSTOMER_LIMITS, MOST_TAGS, PROPERTY_LIMITS } from '../../../domain/customer/terms.ts';
import type { RemovableKind } from '../../records/record-kind.ts';
import { type Field, parsed } from '../../ui/inputs/fields.ts';
import { formatList } from '../../ui/inputs/list-input.tsx';
import { customerName, fullAddress } from './customer.ts';
import { TagsInput } from './tags-input.tsx';

const CONTACT_FIELDS: readonly Field[] = [
  { name: 'firstName', label: 'First name', kind: 'text', maxLength: CUSTOMER_LIMITS.firstName, inTitle: true },
  { name: 'lastName', label: 'Last name', kind: 'text', maxLength: CUSTOMER_LIMITS.lastName, inTitle: true },
  { name: 'email', label: 'Email', kind: 'email', maxLength: CUSTOMER_LIMITS.email },
  { name: 'phone', label: 'Phone', kind: 'tel', maxLength: CUSTOMER_LIMITS.phone },
];
const NOTES: Field = { name: 'notes', label: 'Notes', kind: 'multiline', maxLength: CUSTOMER_LIMITS.notes };

const TAGS: Field = {
  name: 'tags',
  label: 'Tags',
  kind: 'structured',
  control: TagsInput,
  format: formatList,
  refuse: refusalOfTags,
  help: 'What you sort customers by: HOA, Referral partner',
};

/** As the server says it, before anything is sent. */
function refusalOfTags(text: string): string | undefined {
  const said = parsed<string[]>(text) ?? [];
  if (said.length > MOST_TAGS) return `There can be at most ${MOST_TAGS} tags.`;
  const isLong = said.some((tag) => [...tag].length > CUSTOMER_LIMITS.tag);
  return isLong ? `A tag must not be longer than ${CUSTOMER_LIMITS.tag} characters.` : undefined;
}

const ADDRESS_FIELDS: readonly Field[] = [
  { name: 'address', label: 'Address', kind: 'text', maxLength: PROPERTY_LIMITS.address },
  { name: 'city', label: 'City', kind: 'text', maxLength: PROPERTY_LIMITS.city },
  { name: 'state', label: 'State', kind: 'text', maxLength: PROPERTY_LIMITS.state },
  { name: 'zipCode', label: 'ZIP code', kind: 'text', maxLength: PROPERTY_LIMITS.zipCode },
];

/** For the dialog that adds a customer: the address becomes their first property. */
export const NEW_CUSTOMER_FIELDS: readonly Field[] = [...CONTACT_FIELDS, ...ADDRESS_FIELDS, TAGS, NOTES];

const LABEL_HELP = 'What the customer calls it: home, office, orchard';

/** The fields of a property. */
export const PROPERTY_FIELDS: readonly Field[] = [
  { name: 'label', label: 'Label', kind: 'text', maxLength: PROPERTY_LIMITS.label, help: LABEL_HELP },
  ...ADDRESS_FIELDS,
  { name: 'latitude', label: 'Latitude', kind: 'text', maxLength: 40, help: 'Degrees, like 42.3732', row: 'start' },
  { name: 'longitude', label: 'Longitude', kind: 'text', maxLength: 40, help: 'Degrees, like -72.5199' },
  { name: 'accessNotes', label: 'Access notes', kind: 'multiline', maxLength: PROPERTY_LIMITS.accessNotes },
];

/** A property's display name: its label, or else its address. */
export function propertyName(property: PropertyRecord): string {
  return property.label ?? (fullAddress(property) || coordinates(property) || 'Property');
}

/** `42.3732, -72.5199`; '' for none. */
export function coordinates({ latitude, longitude }: PropertyRecord): string {
  return latitude === null || longitude === null ? '' : `${latitude}, ${longitude}`;
}

function inOneLine(property: PropertyRecord): string {
  const { label, accessNotes } = property;
  return [label, fullAddress(property), coordinates(property), accessNotes].filter(Boolean).join(' · ');
}

/**
 * A customer in details, forms, conflicts and history. The address is not among the fields: it belongs to the first
 * property.
 */
export const customerKind: RemovableKind<CustomerRecord> = {
  category: 'customer',
  collections: ['customers'],
  noun: 'customer',
  fields: [
    ...CONTACT_FIELDS,
    TAGS,
    NOTES,
    {
      name: 'properties',
      label: 'Properties',
      kind: 'multiline',
      readOnly: true,
      onlyInHistory: true,
      format: (value) => ((value ?? []) as PropertyRecord[]).map(inOneLine).join('\n'),
    },
  ],
  path: (id) => `/api/customers/${encodeURIComponent(id)}`,
  removal: { word: 'Archived', restored: { title: 'Customer Restored', text: 'They are back in the list.' } },
  steps: {
    CustomerRegistered: 'Customer added',
    CustomerDetailsRevised: 'Details changed',
    PropertyAdded: 'Property added',
    PropertyRevised: 'Property changed',
    PropertyRemoved: 'Property removed',
    CustomerArchived: 'Archived',
    CustomerRestored: 'Restored',
    CustomerErased: 'Personal data erased',
  },
  titleOf: customerName,
  placeOf: fullAddress,
};
