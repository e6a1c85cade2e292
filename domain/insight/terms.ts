/** What kind of thing an insight says. */
export const INSIGHT_TYPES = ['anomaly', 'prediction', 'recommendation'] as const;
export type InsightType = (typeof INSIGHT_TYPES)[number];
export const INSIGHT_TYPE_LABELS: Readonly<Record<string, string>> = {
  anomaly: 'Anomaly',
  prediction: 'Prediction',
  recommendation: 'Recommendation',
} satisfies Record<InsightType, string>;

export const INSIGHT_CATEGORIES = ['financial', 'operational', 'customer'] as const;
export type InsightCategory = (typeof INSIGHT_CATEGORIES)[number];
export const INSIGHT_CATEGORY_LABELS: Readonly<Record<string, string>> = {
  financial: 'Financial',
  operational: 'Operational',
  customer: 'Customer',
} satisfies Record<InsightCategory, string>;

/** From the least to the most severe. */
export const INSIGHT_SEVERITIES = ['info', 'warning', 'critical'] as const;
export type InsightSeverity = (typeof INSIGHT_SEVERITIES)[number];
export const INSIGHT_SEVERITY_LABELS: Readonly<Record<string, string>> = {
  info: 'Info',
  warning: 'Warning',
  critical: 'Critical',
} satisfies Record<InsightSeverity, string>;

/** What looks for findings, by its stored name and what people call it. */
export const DETECTORS = {
  cost_spike: 'Costs above their season',
  receivables_aging: 'Invoices that grow old',
  slow_leads: 'Leads that wait',
  win_rate_drop: 'Fewer quotes won',
  customers_due: 'Customers who are due',
  equipment_repairs: 'Repairs near the price',
  maintenance_clash: 'Maintenance in booked work',
  crew_capacity: 'Crews over or under capacity',
  hours_overrun: 'Hours against the quote',
  certificates_expiring: 'Certificates that expire',
  jobs_not_invoiced: 'Finished, not invoiced',
  quotes_not_sent: 'Quotes never sent',
  invoices_not_emailed: 'Invoices never emailed',
  travel_swap: 'Visits worth swapping',
  weather_slack: 'Weather without slack',
  price_below_cost: 'Prices below cost',
} as const;
export type DetectorName = keyof typeof DETECTORS;
export const DETECTOR_NAMES = Object.keys(DETECTORS) as readonly DetectorName[];

/** What people call a detector; its stored name, if it is none of ours. */
export function detectorLabelOf(name: string): string {
  return (DETECTORS as Readonly<Record<string, string>>)[name] ?? name;
}

/** What a raise became, by which its rows are asked for: `checked` against what followed, `paid` if money followed. */
export const BECAME = ['raised', 'read', 'acted', 'checked', 'right', 'paid'] as const;
export type Became = (typeof BECAME)[number];

/** How many days after an action what was paid is held to have followed from it. */
export const MONEY_FOLLOWS_FOR = 90;

/** What is claimed to have followed an action, as the page and the description of the call say it. */
export const MONEY_RULE = `Money that followed is what was paid within ${MONEY_FOLLOWS_FOR} days after an action was recorded, less refunds, on the invoices that the insight named, those of the leads, quotes and jobs it named, and new ones to the customers it named; each payment counts once, for the last action before it, and findings about costs, prices, crews and time claim none.`;

/** Where an insight stands. One that passed, or was dismissed, is no longer open. */
export const INSIGHT_STATUSES = ['open', 'resolved', 'dismissed'] as const;
export type InsightStatus = (typeof INSIGHT_STATUSES)[number];
export const INSIGHT_STATUS_LABELS: Readonly<Record<string, string>> = {
  open: 'Open',
  resolved: 'Passed',
  dismissed: 'Dismissed',
} satisfies Record<InsightStatus, string>;

/** Why somebody dismissed an insight: only `not_true` counts against its detector. */
export const DISMISSAL_REASONS = ['not_true', 'known', 'not_useful'] as const;
export type DismissalReason = (typeof DISMISSAL_REASONS)[number];
export const DISMISSAL_REASON_LABELS: Readonly<Record<string, string>> = {
  not_true: 'Not true',
  known: 'We know',
  not_useful: 'Not useful to us',
} satisfies Record<DismissalReason, string>;

/** The act that an insight opens, on its first evidence. */
export const INSIGHT_ACTS = ['open', 'schedule', 'quote', 'invoice', 'message'] as const;
export type InsightAct = (typeof INSIGHT_ACTS)[number];

/** With fewer cases that were held against what followed, their share says less than the detector's own assumption. */
export const ENOUGH_CASES = 20;

/** The most evidence of one insight: the worst come first, and its text says how many there are. */
export const MOST_EVIDENCE = 20;

/** The longest texts, in characters, and lists. */
export const INSIGHT_LIMITS = {
  title: 200,
  description: 2_000,
  actionItem: 300,
  actionItems: 10,
  actionNotes: 2_000,
  note: 500,
} as const;
