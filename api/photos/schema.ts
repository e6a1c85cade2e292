import { z } from 'zod';
import { PHOTO_CATEGORIES, PHOTO_LIMITS, PHOTO_STAGE_LABELS, PHOTO_STAGES } from '../../domain/photo/terms.ts';
import { expectedRevision, pageQuery } from '../kit/fields/common.schema.ts';
import { line, text } from '../kit/fields/values.schema.ts';

const category = z.enum(PHOTO_CATEGORIES, `The category must be one of: ${PHOTO_CATEGORIES.join(', ')}.`);
const recordId = z
  .string('recordId must name the record.')
  .min(1)
  .max(100, 'recordId must not be longer than 100 characters.');
const caption = text('The caption', PHOTO_LIMITS.caption);

export const photoTarget = z.object({ category, recordId });

/** What an upload contains besides the file. */
export const attachPhotoFields = z.object({
  caption: line('The caption', PHOTO_LIMITS.caption).optional(),
  /** One of the customer's properties. */
  propertyId: z.string().max(100, 'propertyId must not be longer than 100 characters.').optional(),
});

/** The form of an upload as described in the API; see `readUpload`. */
export const attachPhotoBody = attachPhotoFields.extend({
  image: z.string().meta({ format: 'binary', description: 'A JPEG, PNG or WebP file of at most 10 MB' }),
});

const stage = z.enum(PHOTO_STAGES, `The stage must be one of: ${PHOTO_STAGES.join(', ')}.`);

export const revisePhotoBody = z.object({
  caption,
  stage: stage.nullable().optional().describe('Of a photo of a job: before or after the work; null takes it back.'),
  expectedRevision,
});

const MOST_IDS = 60;

export const photosQuery = pageQuery.omit({ search: true }).extend({
  category: category.optional().describe('With `recordId`: the photos of that record.'),
  recordId: recordId.optional(),
  ids: z
    .string()
    .transform((said) => [...new Set(said.split(',').filter((id) => id !== ''))])
    .refine((ids) => ids.length <= MOST_IDS, `There can be at most ${MOST_IDS} ids.`)
    .optional()
    .describe(
      'In place of a record: these photos, their ids with commas between. Those that are not there are left out.',
    ),
});

export const photoRecord = z
  .object({
    id: z.string(),
    category: z.string(),
    recordId: z.string(),
    propertyId: z.string().nullable(),
    caption: z.string().nullable(),
    stage: z
      .string()
      .nullable()
      .meta({ 'x-labels': PHOTO_STAGE_LABELS })
      .describe('Of a photo of a job: before or after the work; null if nobody said so.'),
    /** The picture's size, in pixels. */
    width: z.number(),
    height: z.number(),
    /** The size of the stored picture. */
    bytes: z.number(),
    imageUrl: z.string(),
    thumbnailUrl: z.string(),
    createdAt: z.string(),
    revision: z.number(),
    removed: z.boolean(),
  })
  .meta({ id: 'Photo' });

export type PhotosQuery = z.output<typeof photosQuery>;
export type PhotoRecord = z.output<typeof photoRecord>;
