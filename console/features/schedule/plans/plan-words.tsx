import { BATCH_KINDS, type BatchKind } from '../../../../domain/batch/terms.ts';
import { PLAN_STATUS_LABELS, type PlanStatus } from '../../../../domain/plan/terms.ts';
import { StatusTag } from '../../../ui/status/status-tag.tsx';
import type { Tone } from '../../../ui/status/tone.ts';
import { MODE_WORDS, type Mode } from '../optimize/optimizer-plan.ts';

const TONES: Readonly<Record<PlanStatus, Tone>> = {
  proposed: 'blue',
  stale: 'amber',
  applied: 'green',
  undone: 'grey',
  dismissed: 'grey',
};

/** A plan's status. */
export function PlanStatusTag({ plan: { status, isKept } }: { plan: { status: string | null; isKept: boolean } }) {
  if (status === 'proposed' && !isKept) return <StatusTag tone="grey">Not kept</StatusTag>;
  const known = status as PlanStatus;
  return <StatusTag tone={TONES[known] ?? 'grey'}>{PLAN_STATUS_LABELS[known] ?? status}</StatusTag>;
}

/** The mode of a day's plan, `Balanced`; otherwise its purpose, `Rain day`. */
export function planName({ kind, mode }: { kind: string; mode: string }): string {
  if (kind !== 'schedule') return BATCH_KINDS[kind as BatchKind]?.label ?? kind;
  return MODE_WORDS[mode as Mode]?.name ?? mode;
}

/** Who asked for a plan. */
export function askedBy({ askedBy: id, askedByName: name }: { askedBy: string; askedByName: string | null }): string {
  return name ?? (id === 'cron' ? 'Planned automatically' : 'Somebody');
}
