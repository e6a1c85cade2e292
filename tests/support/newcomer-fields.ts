import type { Change } from './newcomer.ts';

const LEAD_EMPLOYER: readonly Change[] = [
  [
    'domain/lead/events.ts',
    ['export const leadDetails = ', 'const thirdDetails = '],
    [
      'const captured = ',
      'export const leadDetails = thirdDetails.extend({ employer: personal() });\n\nconst captured = ',
    ],
    [
      '.next(captured.extend(leadDetails.shape), (before) => ({ ...before, campaignId: null }));',
      `.next(captured.extend(thirdDetails.shape), (before) => ({ ...before, campaignId: null }))
  .next(captured.extend(leadDetails.shape), (before) => ({ ...before, employer: null }));`,
    ],
    [
      '.next(leadDetails.partial(), (before) => before);',
      '.next(thirdDetails.partial(), (before) => before)\n  .next(leadDetails.partial(), (before) => before);',
    ],
    ['  campaignId: null,\n};', '  campaignId: null,\n  employer: null,\n};'],
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
    ['export const contactDetails = ', 'const secondDetails = '],
    [
      '  contactDetails.partial(),\n  (before) => before,\n);',
      '  secondDetails.partial(),\n  (before) => before,\n).next(contactDetails.partial(), (before) => before);',
    ],
    [
      '/** Nothing is known of them. */',
      `export const contactDetails = secondDetails.extend({ employer: personal() });

/** Nothing is known of them. */`,
    ],
    [
      'tags: [],\n  }));',
      `tags: [],
  }))
  .next(
    registered.extend({
      propertyId: z.string().nullable(),
      quoteId: z.string().nullable(),
      tags,
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

const JOB_ORDERED_BY: readonly Change[] = [
  [
    'domain/job/events.ts',
    ['export const jobDetails = ', 'const secondDetails = '],
    [
      '/** One service that the customer agreed to. */',
      `export const jobDetails = secondDetails.extend({ orderedBy: personal() });

/** One service that the customer agreed to. */`,
    ],
    ['  longitude: null,\n};', '  longitude: null,\n  orderedBy: null,\n};'],
    [
      'created.extend(jobDetails.shape),\n  (before) => ({ ...before, latitude: null, longitude: null }),\n);',
      `created.extend(secondDetails.shape),
  (before) => ({ ...before, latitude: null, longitude: null }),
).next(created.extend(jobDetails.shape), (before) => ({ ...before, orderedBy: null }));`,
    ],
    [
      '.next(jobDetails.partial(), (before) => before);',
      `.next(secondDetails.partial(), (before) => before)
  .next(jobDetails.partial(), (before) => before);`,
    ],
  ],
  ['projections/jobs.ts', ['version: ', 'version: 1']],
  [
    'api/jobs/schema.ts',
    ["  address: line('The address'", "  orderedBy: line('Who ordered it', 200),\n  address: line('The address'"],
  ],
  [
    'console/entities/job/job-kind.ts',
    ['    address: {', "    orderedBy: { name: 'orderedBy', label: 'Ordered by', kind: 'text' },\n    address: {"],
  ],
];

const INVOICE_PURCHASE_ORDER: readonly Change[] = [
  [
    'domain/invoice/events.ts',
    ['export const invoiceDetails = ', 'const firstInvoice = '],
    [
      '/** What whoever issues an invoice may add',
      `export const invoiceDetails = firstInvoice.extend({ purchaseOrder: personal() });

/** What whoever issues an invoice may add`,
    ],
    ['NOTHING_ADDED = { ', 'NOTHING_ADDED = { purchaseOrder: null, '],
    ['const issued = invoiceDetails', 'const issued = firstInvoice'],
    [
      '  issued,\n  (before) => before,\n);',
      `  issued,
  (before) => before,
).next(issued.extend(invoiceDetails.shape), (before) => ({ ...before, purchaseOrder: null }));`,
    ],
  ],
  ['projections/invoices.ts', ['version: ', 'version: 1']],
  [
    'api/invoices/schema.ts',
    ["  notes: text('The notes'", "  purchaseOrder: line('The purchase order', 200),\n  notes: text('The notes'"],
  ],
  [
    'console/entities/invoice/invoice-kind.ts',
    [
      "  {\n    name: 'notes'",
      "  { name: 'purchaseOrder', label: 'Purchase order', kind: 'text' },\n  {\n    name: 'notes'",
    ],
  ],
];

const EQUIPMENT_LESSOR: readonly Change[] = [
  [
    'domain/equipment/events.ts',
    ['const details = ', 'const firstDetails = '],
    [
      '/** The day of the next maintenance,',
      `const details = firstDetails.extend({ lessor: z.string().nullable() });

/** The day of the next maintenance,`,
    ],
    [
      'z.object({ ...details.shape, ...plan.shape, status: z.string(), assignedTo, addedAt: z.string() }),\n);',
      `z.object({ ...firstDetails.shape, ...plan.shape, status: z.string(), assignedTo, addedAt: z.string() }),
).next(
  z.object({ ...details.shape, ...plan.shape, status: z.string(), assignedTo, addedAt: z.string() }),
  (before) => ({ ...before, lessor: null }),
);`,
    ],
    ['details.partial());', 'firstDetails.partial()).next(details.partial(), (before) => before);'],
  ],
  ['projections/equipment.ts', ['version: ', 'version: 1']],
  ['api/equipment/schema.ts', ["  serialNumber: line('", "  lessor: line('The lessor', 200),\n  serialNumber: line('"]],
  [
    'console/entities/equipment/equipment-kind.tsx',
    [
      "    { name: 'serialNumber'",
      "    { name: 'lessor', label: 'Lessor', kind: 'text' },\n    { name: 'serialNumber'",
    ],
  ],
];

const QUOTE_ORDERED_BY: readonly Change[] = [
  [
    'domain/quote/events.ts',
    ['export const quoteDetails = ', 'const secondDetails = '],
    [
      'const withoutDay = ',
      `export const quoteDetails = secondDetails.extend({ orderedBy: personal() });

const withoutOrder = <Data extends object>(before: Data) => ({ ...before, orderedBy: null });

const withoutDay = `,
    ],
    [
      '  quoteDetails.extend(created),\n  withoutDay,\n);',
      `  secondDetails.extend(created),
  withoutDay,
).next(quoteDetails.extend(created), withoutOrder);`,
    ],
    [
      '  quoteDetails.extend(saved),\n  withoutDay,\n);',
      `  secondDetails.extend(saved),
  withoutDay,
).next(quoteDetails.extend(saved), withoutOrder);`,
    ],
    ['.next(quoteDetails.extend(approved), withoutDay)', '.next(secondDetails.extend(approved), withoutDay)'],
    [
      '.next(quoteDetails.extend({ ...approved, ...billed }),',
      '.next(secondDetails.extend({ ...approved, ...billed }),',
    ],
    [
      '.next(quoteDetails.extend({ ...approved, ...billed, ...planned }),',
      '.next(secondDetails.extend({ ...approved, ...billed, ...planned }),',
    ],
    [
      'estimatedDuration: hoursOnce(before),\n  }));',
      `estimatedDuration: hoursOnce(before),
  }))
  .next(quoteDetails.extend({ ...approved, ...billed, ...planned }), withoutOrder);`,
    ],
    ['QuoteDetails = {\n', 'QuoteDetails = {\n  orderedBy: null,\n'],
  ],
  ['projections/quotes.ts', ["'quotes',\n  version: ", "'quotes',\n  version: 1"]],
  [
    'api/quotes/schema.ts',
    ["  customerPhone: line('The phone", "  orderedBy: line('Who ordered it', 200),\n  customerPhone: line('The phone"],
  ],
  [
    'console/entities/quote/quote-kind.tsx',
    [
      "    { name: 'customerPhone'",
      "    { name: 'orderedBy', label: 'Ordered by', kind: 'text' },\n    { name: 'customerPhone'",
    ],
  ],
];

const COST_SUPPLIER: readonly Change[] = [
  [
    'domain/cost/events.ts',
    ['export const costDetails = ', 'const firstDetails = '],
    [
      '/** What is said of a cost,',
      `export const costDetails = firstDetails.extend({ supplier: personal() });

/** What is said of a cost,`,
    ],
    ['NOTHING_NOTED = { ', 'NOTHING_NOTED = { supplier: null, '],
    [
      '    ...costDetails.shape,\n    recordedAt: z.string(),\n  }),\n);',
      `    ...firstDetails.shape,
    recordedAt: z.string(),
  }),
).next(
  z.object({ jobId: z.string().nullable(), ...costDetails.shape, recordedAt: z.string() }),
  (before) => ({ ...before, supplier: null }),
);`,
    ],
    ['costDetails.partial());', 'firstDetails.partial()).next(costDetails.partial(), (before) => before);'],
  ],
  [
    'projections/costs.ts',
    ["'cost_entries',\n  version: ", "'cost_entries',\n  version: 1"],
    ["'costs',\n  version: ", "'costs',\n  version: 1"],
  ],
  ['api/costs/schema.ts', ["  description: line('", "  supplier: line('The supplier', 200),\n  description: line('"]],
  [
    'console/entities/cost/cost-kind.ts',
    [
      "    { name: 'description'",
      "    { name: 'supplier', label: 'Supplier', kind: 'text' },\n    { name: 'description'",
    ],
  ],
];

const PERSON_EMPLOYER: readonly Change[] = [
  [
    'domain/staff/events.ts',
    [
      '    ...nothingOf(work),\n  }));',
      `    ...nothingOf(work),
  }))
  .next(identity.extend({ ...sealed, ...work.shape, employer: personal(), addedAt: z.string() }), (before) => ({
    ...before,
    employer: null,
  }));`,
    ],
    [
      '      renamed: renamed.optional(),\n    }),\n    (before) => before,\n  );',
      `      renamed: renamed.optional(),
    }),
    (before) => before,
  )
  .next(
    changedIdentity.extend({
      skills: sealed.skills.optional(),
      certifications: sealed.certifications.optional(),
      ...work.partial().shape,
      renamed: renamed.optional(),
      employer: optionalPersonal(),
    }),
    (before) => before,
  );`,
    ],
    ['StaffDetails = {\n', 'StaffDetails = {\n  employer: null,\n'],
  ],
  [
    'projections/staff.ts',
    ["'staff',\n  version: ", "'staff',\n  version: 1"],
    ["'people',\n  version: ", "'people',\n  version: 1"],
  ],
  ['api/staff/schema.ts', ["  phone: line('", "  employer: line('The employer', 200),\n  phone: line('"]],
  [
    'console/entities/person/person-kind.ts',
    ["    { name: 'phone'", "    { name: 'employer', label: 'Employer', kind: 'text' },\n    { name: 'phone'"],
  ],
];

const CREW_EMPLOYER: readonly Change[] = [
  [
    'domain/roster/events.ts',
    [
      '  formed.extend({ homeAddress: personal() }),\n  (before) => before,\n);',
      `  formed.extend({ homeAddress: personal() }),
  (before) => before,
).next(formed.extend({ homeAddress: personal(), employer: personal() }), (before) => ({ ...before, employer: null }));`,
    ],
    [
      '  revised.extend({ homeAddress: optionalPersonal() }),\n  (before) => before,\n);',
      `  revised.extend({ homeAddress: optionalPersonal() }),
  (before) => before,
).next(revised.extend({ homeAddress: optionalPersonal(), employer: optionalPersonal() }), (before) => before);`,
    ],
    ["'name'> = {\n", "'name'> = {\n  employer: null,\n"],
  ],
  ['projections/crews.ts', ['version: ', 'version: 1']],
  ['api/crews/schema.ts', ["  homeAddress: line('", "  employer: line('The employer', 200),\n  homeAddress: line('"]],
  [
    'console/entities/crew/crew-kind.tsx',
    [
      "    {\n      name: 'homeAddress'",
      "    { name: 'employer', label: 'Employer', kind: 'text' },\n    {\n      name: 'homeAddress'",
    ],
  ],
];

/** One more field of a kind of record: what a newcomer changes for it. */
export const FIELDS = [
  LEAD_EMPLOYER,
  CUSTOMER_EMPLOYER,
  QUOTE_ORDERED_BY,
  JOB_ORDERED_BY,
  INVOICE_PURCHASE_ORDER,
  COST_SUPPLIER,
  EQUIPMENT_LESSOR,
  PERSON_EMPLOYER,
  CREW_EMPLOYER,
];
