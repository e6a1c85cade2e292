/** The kinds of record that photos can be attached to, by category. To add a kind, add an entry here. */
export const PHOTO_CATEGORIES = ['lead', 'customer', 'equipment', 'job', 'quote', 'external_lead'] as const;
export type PhotoCategory = (typeof PHOTO_CATEGORIES)[number];

export const PHOTO_LIMITS = {
  /** The size of the uploaded file: 10 MB. */
  bytes: 10_000_000,
  /** Characters. */
  caption: 500,
} as const;
