import type { PropertyDetails } from '../../../domain/customer/properties.ts';

/** Somebody who became a customer without a lead: a regular client, or a referral. */
export interface Household {
  firstName: string | null;
  lastName: string;
  email: string | null;
  phone: string;
  notes: string | null;
  /** What the office sorts them by. */
  tags?: readonly string[];
  address: string;
  city: string;
  zipCode: string;
  /** More properties. */
  properties: readonly Partial<PropertyDetails>[];
  /** They have moved away. */
  isArchived?: true;
}

export const HOUSEHOLDS: readonly Household[] = [
  {
    firstName: null,
    lastName: 'Maple Court Homeowners',
    email: 'board@example.org',
    phone: '(413) 555-0171',
    notes: 'Three sites. One invoice a month, to the board. No saws before nine.',
    tags: ['HOA', 'Monthly invoice'],
    address: '1 Maple Court',
    city: 'Amherst',
    zipCode: '01002',
    properties: [
      {
        label: 'Playground',
        address: '14 Maple Court',
        city: 'Amherst',
        zipCode: '01002',
        accessNotes: 'Fence it off',
      },
      {
        label: 'Pond path',
        latitude: 42.3706,
        longitude: -72.5189,
        accessNotes: 'No address: in by the gate behind number 22. Soft ground, no trucks.',
      },
    ],
  },
  {
    firstName: 'Winifred',
    lastName: 'Applegate',
    email: null,
    phone: '(413) 555-0172',
    notes: 'Hard of hearing: ring twice, then walk round to the garden.',
    address: '58 Orchard Road',
    city: 'Hadley',
    zipCode: '01035',
    properties: [],
  },
  {
    firstName: 'Teodoro',
    lastName: 'Brancaccio',
    email: 'teo@example.net',
    phone: '(413) 555-0173',
    notes: null,
    tags: ['Referral partner'],
    address: '7 Church Street',
    city: 'Northampton',
    zipCode: '01060',
    properties: [{ label: 'Restaurant', address: '120 Main Street', city: 'Northampton', zipCode: '01060' }],
  },
  {
    firstName: 'Winnie',
    lastName: 'Applegate',
    email: 'winnie@example.com',
    phone: '413 555 0172',
    notes: 'Called about the pear tree.',
    address: '58 Orchard Road',
    city: 'Hadley',
    zipCode: '01035',
    properties: [],
  },
  {
    firstName: 'Leopold',
    lastName: 'Hargreave',
    email: 'leo@example.com',
    phone: '(413) 555-0174',
    notes: 'Sold the house in summer.',
    address: '31 River Drive',
    city: 'Sunderland',
    zipCode: '01375',
    properties: [],
    isArchived: true,
  },
];
