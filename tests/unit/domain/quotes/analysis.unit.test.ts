import { describe, test } from 'vitest';
import { type AnalysisCommand, analysis } from '../../../../domain/analysis/analysis.ts';
import { type AnalysisEvent, type AnalysisOrigin, NO_FINDINGS } from '../../../../domain/analysis/events.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(analysis);

const NOW = '2026-11-21T10:00:00.000Z';
const ORIGIN: AnalysisOrigin = {
  quoteId: null,
  customerId: null,
  leadId: null,
  method: 'rules',
  model: 'rules',
  version: '1',
  inputHash: 'a'.repeat(64),
  fallback: null,
  confidence: 0.4,
  description: 'The oak',
  seen: [],
  notSeen: [],
};
const FOUND = { ...NO_FINDINGS, summary: 'Green', safetyRisk: 'medium' };

const analyzed: AnalysisEvent = { type: 'ImageAnalyzed', data: { ...ORIGIN, ...FOUND, analyzedAt: NOW } };
const corrected: AnalysisEvent = { type: 'AnalysisCorrected', data: { safetyRisk: 'high' } };
const claimed = (quoteId: string | null): AnalysisEvent => ({ type: 'AnalysisClaimed', data: { quoteId } });
const removed: AnalysisEvent = { type: 'AnalysisRemoved', data: {} };
const erased: AnalysisEvent = { type: 'AnalysisErased', data: {} };

const record = (origin: Partial<AnalysisOrigin> = {}): AnalysisCommand => {
  return { type: 'RecordAnalysis', origin: { ...ORIGIN, ...origin }, findings: FOUND, now: NOW };
};
const correct = (findings: Extract<AnalysisCommand, { type: 'CorrectAnalysis' }>['findings']): AnalysisCommand => {
  return { type: 'CorrectAnalysis', findings };
};
const claim = (quoteId: string): AnalysisCommand => ({ type: 'ClaimAnalysis', quoteId });

describe('an analysis', () => {
  test('An analysis is recorded with what it was found with', () => given().when(record()).then(analyzed));
  test('An analysis is recorded once', () => given(analyzed).when(record()).thenRefused('conflict'));
  test('An analysis that is surer than sure is refused', () =>
    given()
      .when(record({ confidence: 1.2 }))
      .thenRefused('invalid'));
});

describe('a correction', () => {
  test('A correction of an analysis tells only what changed', () =>
    given(analyzed)
      .when(correct({ safetyRisk: 'high', summary: 'Green' }))
      .then(corrected));
  test('A correction of an analysis to what it is already is none', () =>
    given(analyzed, corrected)
      .when(correct({ safetyRisk: 'high' }))
      .thenNothingHappens());
  test('A correction of an analysis is undone', () => given(analyzed, corrected).thenUndoneLeadsBack());
  test('A correction of no analysis is refused', () =>
    given()
      .when(correct({ summary: 'Oak' }))
      .thenRefused('not_found'));
  test('A correction of a removed analysis is refused', () =>
    given(analyzed, removed)
      .when(correct({ summary: 'Oak' }))
      .thenRefused('removed'));
  test('A correction of an erased analysis is refused', () =>
    given(analyzed, erased)
      .when(correct({ summary: 'Oak' }))
      .thenRefused('erased'));
});

describe('a quote that names it', () => {
  test('A quote that names an analysis claims it', () => given(analyzed).when(claim('q1')).then(claimed('q1')));
  test('A quote that names an analysis claims it once', () =>
    given(analyzed, claimed('q1')).when(claim('q1')).thenNothingHappens());
  test('A second quote that names an analysis leaves it to the first', () =>
    given(analyzed, claimed('q1')).when(claim('q2')).thenNothingHappens());
  test('A quote that names an analysis is not refused where there is none, or nothing of it is left', () => {
    given().when(claim('q1')).thenNothingHappens();
    given(analyzed, erased).when(claim('q1')).thenNothingHappens();
    given(analyzed, removed).when(claim('q1')).then(claimed('q1'));
  });
  test('The claim of an analysis by a quote that names it is undone', () =>
    given(analyzed, claimed('q1')).thenUndoneLeadsBack());
});
