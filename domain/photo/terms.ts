/** The kinds of record that photos can be attached to, by category. To add a kind, add an entry here. */
export const PHOTO_CATEGORIES = ['lead', 'customer', 'equipment', 'job', 'quote', 'external_lead'] as const;
export type PhotoCategory = (typeof PHOTO_CATEGORIES)[number];

/** When a photo of a job was taken, where somebody said so. */
export const PHOTO_STAGES = ['before', 'after'] as const;
export type PhotoStage = (typeof PHOTO_STAGES)[number];

export const PHOTO_STAGE_LABELS: Readonly<Record<string, string>> = {
  before: 'Before the work',
  after: 'After the work',
} satisfies Record<PhotoStage, string>;

export const PHOTO_LIMITS = {
  /** The size of the uploaded file, whoever sends it: 10 MB as a computer counts them, so 10.4 as a phone shows them. */
  bytes: 10 * 1024 * 1024,
  /** The longest side of a picture that is kept, in pixels. */
  side: 2560,
  /** Characters. */
  caption: 500,
} as const;
