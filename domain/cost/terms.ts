/** What the company spends money on. */
export const COST_CATEGORIES = ['labor', 'equipment', 'material', 'disposal', 'other'] as const;

export const COST_CATEGORY_LABELS: Readonly<Record<string, string>> = {
  labor: 'Labor',
  equipment: 'Equipment',
  material: 'Material',
  disposal: 'Disposal',
  other: 'Other',
} satisfies Record<(typeof COST_CATEGORIES)[number], string>;

/** Where a cost in the ledger comes from: entered by hand, the hours of a job, or the maintenance of a machine. */
export const COST_SOURCES = ['entry', 'hours', 'maintenance'] as const;
export type CostSource = (typeof COST_SOURCES)[number];

export const COST_SOURCE_LABELS: Readonly<Record<string, string>> = {
  entry: 'Entered',
  hours: 'From hours',
  maintenance: 'From maintenance',
} satisfies Record<CostSource, string>;

export const COST_LIMITS = { description: 500 } as const;
