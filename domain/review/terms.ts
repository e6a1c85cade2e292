/** The scale of a rating, with what each step is called (docs/words.md). */
export const RATINGS = ['1', '2', '3', '4', '5'] as const;

export const RATING_LABELS: Readonly<Record<string, string>> = {
  1: 'Needs Improvement',
  2: 'Below Expectations',
  3: 'Meets Expectations',
  4: 'Exceeds Expectations',
  5: 'Outstanding',
} satisfies Record<(typeof RATINGS)[number], string>;

/** The least and the most of the scale. */
export const RATING = { least: 1, most: 5 } as const;

/** Characters of each text; days of a period, both ends included. */
export const REVIEW_LIMITS = {
  strengths: 4_000,
  areasForImprovement: 4_000,
  goals: 4_000,
  comment: 2_000,
  days: 2 * 366,
} as const;

/** A review is written at once: there is no draft of it in the log. */
export const REVIEW_STATUS = 'completed';

export const REVIEW_STATUS_LABELS: Readonly<Record<string, string>> = { [REVIEW_STATUS]: 'Completed' };

/** What comes back within so many days after a job was finished may be a callback. */
export const CALLBACK_DAYS = 30;
