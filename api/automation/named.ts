import type { AutomationSkip } from '../../domain/automation-run/events.ts';
import { SKIP_REASON_LABELS } from '../../domain/automation-run/terms.ts';
import type { ApiContext } from '../kit/context.ts';
import { keyOf, titlesOf } from '../kit/titles.ts';

/** A record that a run tells of. */
export interface Named {
  /** The category of its stream. */
  kind: string;
  id: string;
  /** What people call it today; null until that was looked up, and if nobody knows it any more. */
  label: string | null;
}

const SKIP_LABELS: Readonly<Record<string, string>> = SKIP_REASON_LABELS;

/** What a run left out, each with the reason in words. */
export function shownSkips(skipped: readonly AutomationSkip[]) {
  return skipped.map(({ kind, id, because }) => ({
    kind,
    id,
    label: null,
    because,
    why: SKIP_LABELS[because] ?? because,
  }));
}

/** Looks up what records are called today, all at once. @returns what calls one of them so */
export async function labelsOf(
  context: Pick<ApiContext, 'readModels' | 'kinds'>,
  records: readonly Omit<Named, 'label'>[],
): Promise<<Each extends Named>(each: Each) => Each> {
  const recordOf = ({ kind, id }: Omit<Named, 'label'>) => ({ category: kind, id });
  const titles = await titlesOf(context, records.map(recordOf));
  return (each) => ({ ...each, label: titles.get(keyOf(recordOf(each))) ?? null });
}
