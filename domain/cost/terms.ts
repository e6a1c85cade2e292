/** What the company's money goes to. */
export const COST_CATEGORIES = ['labor', 'equipment', 'material', 'disposal', 'other'] as const;

export const COST_CATEGORY_LABELS: Readonly<Record<string, string>> = {
  labor: 'Labor',
  equipment: 'Equipment',
  material: 'Material',
  disposal: 'Disposal',
  other: 'Other',
} satisfies Record<(typeof COST_CATEGORIES)[number], string>;

export const COST_LIMITS = { description: 500 } as const;
