/** Why an address gets no marketing, from the least to the most binding: a later one replaces only a lesser one. */
export const SUPPRESSION_REASONS = ['by_hand', 'bounced', 'complained', 'unsubscribed'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];

export const SUPPRESSION_REASON_LABELS: Readonly<Record<string, string>> = {
  by_hand: 'By hand',
  bounced: 'Bounced',
  complained: 'Complained',
  unsubscribed: 'Unsubscribed',
} satisfies Record<SuppressionReason, string>;

export const SUPPRESSION_STATUSES = ['suppressed', 'lifted'] as const;
export const SUPPRESSION_STATUS_LABELS: Readonly<Record<string, string>> = {
  suppressed: 'Suppressed',
  lifted: 'Lifted',
} satisfies Record<(typeof SUPPRESSION_STATUSES)[number], string>;
export type SuppressionStatus = (typeof SUPPRESSION_STATUSES)[number];

/** Whether only the person themselves can have it lifted. */
export function isOwnWish(reason: string): boolean {
  return reason === 'unsubscribed' || reason === 'complained';
}

/** The longest text of each field, in characters. */
export const SUPPRESSION_LIMITS = { note: 500, why: 500 } as const;
