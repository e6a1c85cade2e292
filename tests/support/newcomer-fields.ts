import type { Change } from './newcomer.ts';

const LEAD_EMPLOYER: readonly Change[] = [
  [
    'domain/lead/events.ts',
    ['export const leadDetails = ', 'const secondDetails = '],
    [
      'const captured = ',
      'export const leadDetails = secondDetails.extend({ employer: personal() });\n\nconst captured = ',
    ],
    [
      'captured.extend(leadDetails.shape),\n  (before) => ({ ...before, hazards: hazardsIn(before.description) }),\n);',
      `captured.extend(secondDetails.shape),
  (before) => ({ ...before, hazards: hazardsIn(before.description) }),
).next(captured.extend(leadDetails.shape), (before) => ({ ...before, employer: null }));`,
    ],
    [
      'leadDetails.partial(),\n  (before) => (before.description',
      'secondDetails.partial(),\n  (before) => (before.description',
    ],
    [
      'hazardsIn(before.description) }),\n);\n\nconst LeadStatusChanged',
      'hazardsIn(before.description) }),\n).next(leadDetails.partial(), (before) => before);\n\nconst LeadStatusChanged',
    ],
    ['  hazards: [],\n};', '  hazards: [],\n  employer: null,\n};'],
  ],
  ['projections/leads.ts', ['version: ', 'version: 1']],
  ['api/leads/schema.ts', ['  leadSource: choice(', "  employer: line('The employer', 200),\n  leadSource: choice("]],
  [
    'console/entities/lead/lead-kind.ts',
    [
      "    { name: 'estimatedValue'",
      "    { name: 'employer', label: 'Employer', kind: 'text' },\n    { name: 'estimatedValue'",
    ],
  ],
];

const CUSTOMER_EMPLOYER: readonly Change[] = [
  [
    'domain/customer/events.ts',
    ['export const contactDetails = ', 'const firstContact = '],
    ['contactDetails.partial());', 'firstContact.partial()).next(contactDetails.partial(), (before) => before);'],
    [
      '/** Holds only the fields that changed. */',
      `export const contactDetails = firstContact.extend({ employer: personal() });

/** Holds only the fields that changed. */`,
    ],
    [
      'quoteId: null }),\n  );',
      `quoteId: null }),
  )
  .next(
    registered.extend({
      propertyId: z.string().nullable(),
      quoteId: z.string().nullable(),
      employer: personal(),
    }),
    (before) => ({ ...before, employer: null }),
  );`,
    ],
  ],
  ['projections/customers.ts', ['version: ', 'version: 1']],
  [
    'api/customers/schema.ts',
    ["  phone: line('The phone number'", "  employer: line('The employer', 200),\n  phone: line('The phone number'"],
  ],
  [
    'console/entities/customer/customer-kind.ts',
    ["  { name: 'phone'", "  { name: 'employer', label: 'Employer', kind: 'text' },\n  { name: 'phone'"],
  ],
];

/** One more field of a kind of record: what a newcomer changes for it. */
export const FIELDS = [LEAD_EMPLOYER, CUSTOMER_EMPLOYER];
