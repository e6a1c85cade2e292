import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { erasedFields, partOf } from '../kit/event.ts';
import { type Presence, presenceWords, present, removal, requireNew, restoral, revision } from '../kit/presence.ts';
import { type AnalysisEvent, type AnalysisOrigin, analysisOrigin, type Findings, findings } from './events.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

export type AnalysisState = Presence<{ findings: Findings; quoteId: string | null; isErased?: true }>;

/** The personal fields of an analysis whose person was erased. */
export const ERASED_FINDINGS = erasedFields(findings);
export const ERASED_ORIGIN = erasedFields(analysisOrigin);

function evolve(state: AnalysisState, event: AnalysisEvent): AnalysisState {
  if (event.type === 'ImageAnalyzed') {
    return { presence: 'present', findings: partOf(findings, event.data), quoteId: event.data.quoteId };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'AnalysisCorrected':
      return { ...state, findings: { ...state.findings, ...event.data } as Findings };
    case 'AnalysisClaimed':
      return { ...state, quoteId: event.data.quoteId };
    case 'AnalysisRemoved':
      return { ...state, presence: 'removed' };
    case 'AnalysisRestored':
      return { ...state, presence: 'present' };
    case 'AnalysisErased':
      return { ...state, findings: { ...state.findings, ...ERASED_FINDINGS }, isErased: true };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type AnalysisCommand =
  | { type: 'RecordAnalysis'; origin: AnalysisOrigin; findings: Findings; now: string }
  /** A missing field is unchanged. */
  | { type: 'CorrectAnalysis'; findings: Partial<Findings> }
  /** Sent by a process. Never refused, so that a quote that names it can be saved whatever state it is in. */
  | { type: 'ClaimAnalysis'; quoteId: string | null }
  | { type: 'RemoveAnalysis' }
  | { type: 'RestoreAnalysis' }
  | { type: 'EraseAnalysis' };

const ANALYSIS = presenceWords('analysis');

function decide(command: AnalysisCommand, state: AnalysisState): AnalysisEvent[] {
  switch (command.type) {
    case 'RecordAnalysis': {
      requireNew(state, ANALYSIS);
      const { origin, findings, now } = command;
      requireConfidence(origin);
      return [{ type: 'ImageAnalyzed', data: { ...origin, ...findings, analyzedAt: now } }];
    }
    case 'CorrectAnalysis': {
      const { findings } = present(state, ANALYSIS);
      return revision(command.findings, findings, (data) => ({ type: 'AnalysisCorrected', data }));
    }
    case 'ClaimAnalysis':
      return claim(command.quoteId, state);
    case 'RemoveAnalysis':
      return removal(state, ANALYSIS, { type: 'AnalysisRemoved', data: {} });
    case 'RestoreAnalysis':
      return restoral(state, ANALYSIS, { type: 'AnalysisRestored', data: {} });
    case 'EraseAnalysis':
      return state.presence === 'absent' || state.isErased ? [] : [{ type: 'AnalysisErased', data: {} }];
    default:
      return unreachable(command);
  }
}

/** The first quote keeps it: a later quote that names it too may be for somebody else. */
function claim(quoteId: string | null, state: AnalysisState): AnalysisEvent[] {
  if (state.presence === 'absent' || state.isErased || state.quoteId === quoteId) return [];
  if (state.quoteId !== null && quoteId !== null) return [];
  return [{ type: 'AnalysisClaimed', data: { quoteId } }];
}

function requireConfidence({ confidence }: AnalysisOrigin): void {
  if (!(confidence >= 0 && confidence <= 1)) throw new Rejection('invalid', 'A confidence is from 0 to 1.');
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: AnalysisEvent, before: AnalysisState): AnalysisCommand | null {
  switch (event.type) {
    case 'ImageAnalyzed':
    case 'AnalysisRestored':
      return { type: 'RemoveAnalysis' };
    case 'AnalysisRemoved':
      return { type: 'RestoreAnalysis' };
    case 'AnalysisCorrected':
      if (before.presence === 'absent') return null;
      return { type: 'CorrectAnalysis', findings: pickFields(before.findings, event.data) };
    case 'AnalysisClaimed':
      return before.presence === 'absent' ? null : { type: 'ClaimAnalysis', quoteId: before.quoteId };
    case 'AnalysisErased':
      return null;
    default:
      return unreachable(event);
  }
}

/** What was found in the picture of a tree. If it names nobody it is for, it is about a person of its own. */
export const analysis: Decider<AnalysisState, AnalysisCommand, AnalysisEvent> = {
  category: 'analysis',
  whose: {
    begins: 'ImageAnalyzed',
    follows: [
      { category: 'quote', by: 'quoteId' },
      { category: 'customer', by: 'customerId' },
      { category: 'lead', by: 'leadId' },
    ],
    joins: ['AnalysisClaimed'],
    erase: { type: 'EraseAnalysis' },
  },
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
