/** Why somebody is away. */
export const TIME_OFF_TYPES = ['vacation', 'sick', 'personal', 'bereavement'] as const;

export const TIME_OFF_TYPE_LABELS: Readonly<Record<string, string>> = {
  vacation: 'Vacation',
  sick: 'Sick',
  personal: 'Personal',
  bereavement: 'Bereavement',
} satisfies Record<(typeof TIME_OFF_TYPES)[number], string>;

/** What days off are counted by: `unknown` are those of people who were erased. */
export const ABSENCE_TYPES = [...TIME_OFF_TYPES, 'unknown'] as const;
export type AbsenceType = (typeof ABSENCE_TYPES)[number];

export const TIME_OFF_STATUSES = ['pending', 'approved', 'denied'] as const;

export const TIME_OFF_STATUS_LABELS: Readonly<Record<string, string>> = {
  pending: 'Pending',
  approved: 'Approved',
  denied: 'Denied',
} satisfies Record<(typeof TIME_OFF_STATUSES)[number], string>;

/** The halves of a day, which meet at noon. */
export const DAY_HALVES = ['morning', 'afternoon'] as const;

export const DAY_HALF_LABELS: Readonly<Record<string, string>> = {
  morning: 'Morning',
  afternoon: 'Afternoon',
} satisfies Record<(typeof DAY_HALVES)[number], string>;

/** Characters of a reason, of the request or of the decision, and days of one request. */
export const TIME_OFF_LIMITS = { reason: 1_000, days: 366 } as const;

/** The days of a request in words: `2026-06-15 to 2026-06-17`, `2026-06-15, morning`. */
export function spanOf({
  startDate,
  endDate,
  half,
}: {
  startDate: string;
  endDate: string;
  half: string | null;
}): string {
  const days = startDate === endDate ? startDate : `${startDate} to ${endDate}`;
  return half === null ? days : `${days}, ${half}`;
}

/**
 * How many days a request is for, both ends included; half a day is 0.5.
 * @param startDate `YYYY-MM-DD`, like the other @param half one of DAY_HALVES, or null for whole days
 */
export function daysOff(startDate: string, endDate: string, half: string | null = null): number {
  if (half !== null) return 0.5;
  return Math.round((Date.parse(`${endDate}T00:00Z`) - Date.parse(`${startDate}T00:00Z`)) / 86_400_000) + 1;
}
