/** The kinds of record that photos are attached to, by category. A further one is an entry here. */
export const PHOTO_CATEGORIES = ['lead', 'customer', 'equipment', 'job', 'quote', 'external_lead'] as const;
export type PhotoCategory = (typeof PHOTO_CATEGORIES)[number];

export const PHOTO_LIMITS = {
  /** Of the file that is sent: 10 MB. */
  bytes: 10_000_000,
  /** Characters. */
  caption: 500,
} as const;
