import { z } from 'zod';
import { ANALYSIS_LIMITS } from '../../domain/analysis/terms.ts';
import { seenText } from '../../domain/kit/seen-text.ts';
import { formToken, site } from '../forms/schema.ts';
import { lines } from '../kit/fields/values.schema.ts';

/** What the form contains besides the picture. */
export const analyzeImageFields = z.object({
  details: lines('The description', ANALYSIS_LIMITS.description)
    .transform(seenText)
    .describe('What the visitor says of the work.'),
  hostSite: site.nullish(),
  formToken,
});

/** The form as described in the API; see `readUpload`. */
export const analyzeImageBody = analyzeImageFields.extend({
  image: z.string().meta({ format: 'binary', description: 'A JPEG, PNG or WebP file of at most 10 MB' }),
});

/** What a picture shows, as told to its visitor. */
export const publicAnalysisAnswer = z
  .object({
    serviceType: z.string(),
    treeSpecies: z.string(),
    treeHeight: z.string(),
    difficultyLevel: z.string(),
    estimatedCost: z.string().describe('A range, never a price.'),
    estimatedDuration: z.string(),
    description: z.string(),
    recommendations: z.array(z.string()),
    equipmentNeeded: z.array(z.string()),
    assumed: z.array(z.string()).describe('The fields above that are only typical: nobody saw them in this picture.'),
    seen: z.array(z.string()).describe('What the answer rests on.'),
    confidence: z.enum(['low', 'medium', 'high']),
    imageToken: z
      .string()
      .describe('For the request that follows: it brings the photo and what was found along. Good for 24 hours.'),
  })
  .meta({ id: 'PublicAnalysis' });

export type PublicAnalysis = z.output<typeof publicAnalysisAnswer>;
