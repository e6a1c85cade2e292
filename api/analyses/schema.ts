import { z } from 'zod';
import { ANALYSIS_LIMITS, DIFFICULTIES, RISKS } from '../../domain/analysis/terms.ts';
import { seenText } from '../../domain/kit/seen-text.ts';
import { SERVICE_TYPES } from '../../domain/quote/terms.ts';
import { choice, line, list, recordSchema, reviseBody, shownShape, text, texts } from '../kit/fields/fields.schema.ts';
import { lines, line as plainLine } from '../kit/fields/values.schema.ts';
import { named, removedOnes } from '../kit/lists/lists.schema.ts';

const { items, item, hazard, services } = ANALYSIS_LIMITS;
const SERVICE = `The service must be one of: ${SERVICE_TYPES.join(', ')}.`;

const givenService = z.object({
  service: z.enum(SERVICE_TYPES, SERVICE),
  description: lines("The service's description", ANALYSIS_LIMITS.serviceDescription).transform(seenText),
  estimatedCost: plainLine('The estimated cost', ANALYSIS_LIMITS.estimatedCost).nullish().transform(seenText),
  priority: z
    .enum(RISKS, `The priority must be one of: ${RISKS.join(', ')}.`)
    .nullish()
    .transform(seenText),
});

const shownService = z.object({
  service: z.string(),
  description: z.string().nullable(),
  /** Free text, such as a range. */
  estimatedCost: z.string().nullable(),
  priority: z.string().nullable(),
});

/** The findings, any of which a person may correct. */
export const findingFields = {
  summary: text('The summary', ANALYSIS_LIMITS.summary),
  treeCondition: text('The condition of the tree', ANALYSIS_LIMITS.treeCondition),
  safetyRisk: choice('The safety risk', RISKS),
  additionalNotes: text('The notes', ANALYSIS_LIMITS.additionalNotes),
  suggestedServices: list<z.output<typeof shownService>>('services', givenService, services, shownService),
  treeSpecies: line('The species', ANALYSIS_LIMITS.treeSpecies),
  treeHeight: line('The height', ANALYSIS_LIMITS.treeHeight),
  difficultyLevel: choice('The difficulty', DIFFICULTIES),
  estimatedDuration: line('The duration', ANALYSIS_LIMITS.estimatedDuration),
  recommendations: texts('A recommendation', item, 'recommendations', items),
  equipmentNeeded: texts('A piece of equipment', item, 'pieces of equipment', items),
  hazards: texts('A hazard', hazard, 'hazards', items),
};

export const correctAnalysisBody = reviseBody(findingFields);

const idText = (name: string) => z.string().max(100, `${name} must not be longer than 100 characters.`).optional();

/** What the form contains besides the picture. */
export const analyzeFields = z.object({
  description: lines('The description', ANALYSIS_LIMITS.description).transform(seenText),
  customerId: idText('customerId').describe('The customer whose trees they are.'),
  leadId: idText('leadId').describe('The lead whose trees they are.'),
});

/** The form as described in the API; see `readUpload`. */
export const analyzeBody = analyzeFields.extend({
  image: z.string().meta({ format: 'binary', description: 'A JPEG, PNG or WebP file of at most 10 MB' }),
});

export const analysisList = {
  where: { removed: null },
  filters: {
    quoteId: named('quoteId'),
    customerId: named('customerId'),
    leadId: named('leadId'),
    removed: removedOnes,
  },
  sorts: { createdAt: 'createdAt' },
};

export const analysisRecord = recordSchema('Analysis', findingFields, {
  /** The same as `id`; quotes refer to the analysis by it. */
  analysisId: z.string(),
  quoteId: z.string().nullable(),
  customerId: z.string().nullable(),
  leadId: z.string().nullable(),
  /** What was written along with the picture. */
  description: z.string().nullable(),
  /** From 0 to 1. */
  confidence: z.number(),
  seen: z.array(z.string()).describe('What the answer rests on.'),
  notSeen: z.array(z.string()).describe('What it could not rest on.'),
  method: z.string().describe('openai, or rules over colors and words.'),
  model: z.string(),
  version: z.string(),
  /** SHA-256 of the file and the description. */
  inputHash: z.string(),
  fallback: z.string().nullable().describe('For a person: why the rules answered in place of the AI service.'),
  /** The original findings, before anybody corrected them. */
  proposed: z.object(shownShape(findingFields)),
  corrected: z.array(z.string()).describe('The fields that no longer are as they were found.'),
  erased: z.boolean().describe('Its texts were erased for good, with the person whose trees they are.'),
});

export type AnalysisRecord = z.output<typeof analysisRecord>;
