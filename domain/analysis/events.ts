import { z } from 'zod';
import { type BodyOf, defineErasure, defineEvent, personal, personalList } from '../kit/event.ts';

// Stored names and shapes are a contract: a changed shape is a next version with an upcaster.

const suggestedService = z.object({
  service: z.string(),
  description: z.string().nullable(),
  /** Free text, such as a range. */
  estimatedCost: z.string().nullable(),
  priority: z.string().nullable(),
});

const firstFindings = z.object({
  summary: personal(),
  treeCondition: personal(),
  safetyRisk: z.string().nullable(),
  additionalNotes: personal(),
  suggestedServices: personalList(suggestedService),
  treeSpecies: personal(),
  treeHeight: personal(),
  difficultyLevel: z.string().nullable(),
  estimatedDuration: personal(),
  recommendations: personalList(z.string()),
  equipmentNeeded: personalList(z.string()),
});

/** What was found in a picture; a person may correct any of it. */
export const findings = firstFindings.extend({
  /** What could hurt somebody there, one hazard per entry. */
  hazards: personalList(z.string()),
});

/** How it was found; nobody can correct this. */
const origin = z.object({
  /** The quote, customer and lead it was made for. */
  quoteId: z.string().nullable(),
  customerId: z.string().nullable(),
  leadId: z.string().nullable(),
  /** Who answered: `openai`, or `rules`. */
  method: z.string(),
  model: z.string(),
  /** The version of the prompt or of the rules. */
  version: z.string(),
  /** SHA-256 of the file that was sent and the text with it. */
  inputHash: z.string(),
  /** Why the rules answered instead of the model; null if the first choice answered. */
  fallback: z.string().nullable(),
  /** From 0 to 1. */
  confidence: z.number(),
  /** The text sent with the picture. */
  description: personal(),
  seen: personalList(z.string()),
  notSeen: personalList(z.string()),
});

const analyzed = origin.extend({ analyzedAt: z.string() });
const ImageAnalyzed = defineEvent('ImageAnalyzed', analyzed.extend(firstFindings.shape)).next(
  analyzed.extend(findings.shape),
  (before) => ({ ...before, hazards: [] }),
);

/** Holds only the fields that a person corrected. */
const AnalysisCorrected = defineEvent('AnalysisCorrected', firstFindings.partial()).next(
  findings.partial(),
  (before) => before,
);
/** It belongs to this quote and is erased with it; null takes that back. */
const AnalysisClaimed = defineEvent('AnalysisClaimed', z.object({ quoteId: z.string().nullable() }));
const AnalysisRemoved = defineEvent('AnalysisRemoved', z.object({}));
const AnalysisRestored = defineEvent('AnalysisRestored', z.object({}));

/** Erased together with the person whose trees they are; figures stay. */
const AnalysisErased = defineErasure('AnalysisErased', z.object({}));

export const analysisEvents = [
  ImageAnalyzed,
  AnalysisCorrected,
  AnalysisClaimed,
  AnalysisRemoved,
  AnalysisRestored,
  AnalysisErased,
] as const;

export type AnalysisEvent = BodyOf<(typeof analysisEvents)[number]>;
export type Findings = z.output<typeof findings>;
export type AnalysisOrigin = z.output<typeof origin>;
export const analysisOrigin = origin;

/** The findings for a picture that nothing is known about yet. */
export const NO_FINDINGS: Findings = {
  summary: null,
  treeCondition: null,
  safetyRisk: null,
  additionalNotes: null,
  suggestedServices: [],
  treeSpecies: null,
  treeHeight: null,
  difficultyLevel: null,
  estimatedDuration: null,
  recommendations: [],
  equipmentNeeded: [],
  hazards: [],
};
