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

/** What was found in a picture: all of it a person may correct. */
export const findings = z.object({
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

/** What it was found with: that nobody corrects. */
const origin = z.object({
  /** The quote, the customer and the lead that it was made for. */
  quoteId: z.string().nullable(),
  customerId: z.string().nullable(),
  leadId: z.string().nullable(),
  /** Who answered: `openai`, or `rules`. */
  method: z.string(),
  model: z.string(),
  /** Of what was asked, or of the rules. */
  version: z.string(),
  /** SHA-256 of the file that was sent and of the text beside it. */
  inputHash: z.string(),
  /** Why the rules answered in place of the model; null where the first choice did. */
  fallback: z.string().nullable(),
  /** From 0 to 1. */
  confidence: z.number(),
  /** What was said beside the picture. */
  description: personal(),
  seen: personalList(z.string()),
  notSeen: personalList(z.string()),
});

const ImageAnalyzed = defineEvent(
  'ImageAnalyzed',
  z.object({ ...origin.shape, ...findings.shape, analyzedAt: z.string() }),
);

/** Holds only the fields that a person corrected. */
const AnalysisCorrected = defineEvent('AnalysisCorrected', findings.partial());
/** It belongs to this quote, and is erased with it; null takes that back. */
const AnalysisClaimed = defineEvent('AnalysisClaimed', z.object({ quoteId: z.string().nullable() }));
const AnalysisRemoved = defineEvent('AnalysisRemoved', z.object({}));
const AnalysisRestored = defineEvent('AnalysisRestored', z.object({}));

/** With the person whose trees they are; figures stay. */
const AnalysisErased = defineErasure('AnalysisErased', z.object({}));

export const analysisEvents = [
  ...[ImageAnalyzed, AnalysisCorrected, AnalysisClaimed],
  ...[AnalysisRemoved, AnalysisRestored, AnalysisErased],
] as const;

export type AnalysisEvent = BodyOf<(typeof analysisEvents)[number]>;
export type Findings = z.output<typeof findings>;
export type AnalysisOrigin = z.output<typeof origin>;
export const analysisOrigin = origin;

/** Of a picture of which nothing is known yet. */
export const NO_FINDINGS: Findings = {
  ...{ summary: null, treeCondition: null, safetyRisk: null, additionalNotes: null, suggestedServices: [] },
  ...{ treeSpecies: null, treeHeight: null, difficultyLevel: null, estimatedDuration: null },
  ...{ recommendations: [], equipmentNeeded: [] },
};
