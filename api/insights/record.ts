import { fingerprintOf } from '../../ai/briefing/material.ts';
import { detectors } from '../../ai/detectors/index.ts';
import type { Earned } from '../../ai/insights/confidence.ts';
import type { EarnedByDetector } from '../../ai/insights/track-records.ts';
import { BRIEFING_ID } from '../../domain/briefing/terms.ts';
import { insight } from '../../domain/insight/insight.ts';
import {
  type DismissalReason,
  detectorLabelOf,
  INSIGHT_CATEGORY_LABELS,
  INSIGHT_SEVERITY_LABELS,
  type InsightAct,
  type InsightStatus,
} from '../../domain/insight/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { asOf } from '../../platform/runtime/as-of.ts';
import { type BriefingDocument, briefings } from '../../projections/briefings.ts';
import { type InsightDocument, insights } from '../../projections/insights.ts';
import type { ApiContext } from '../kit/context.ts';
import { shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { keyOf } from '../kit/titles.ts';
import { filled, labelsIn, marked, markOf } from './named.ts';
import { type InsightRecord, insightFields } from './schema.ts';

const RIGHT_IF: ReadonlyMap<string, string> = new Map(detectors.map(({ name, rightIf }) => [name, rightIf]));

/** A text of an insight, with marks of the records that its detector names; what a person wrote is as they wrote it. */
function textOf({ detector, evidence }: InsightDocument, text: string): string {
  return detector === null ? text : marked(text, evidence);
}

function presentInsight(document: InsightDocument): InsightRecord {
  const { title, description, actionItems, basis, evidence, detector, worth, dismissed } = document;
  const { isRead, isActionTaken, actionNotes, actionTakenAt, isSample, raisedAt, timesRaised, resolvedAt } = document;
  const { provedRight, checkedAt } = document;
  const said = (text: string) => textOf(document, text);
  return {
    ...shownOf(insightFields, {
      ...document,
      title: said(title),
      description: said(description),
      actionItems: actionItems.map(said),
    }),
    isRead,
    isActionTaken,
    actionNotes,
    actionTakenAt,
    status: document.status as InsightStatus,
    evidence: evidence.map(({ kind, id, why }) => ({
      kind,
      id,
      label: markOf({ kind, id }),
      why: said(why),
      removed: false,
    })),
    detector,
    detectorLabel: detector && detectorLabelOf(detector),
    basis: basis && said(basis),
    worth: worth === null ? null : formatCents(worth),
    track: document.track,
    cases: null,
    rightIf: (detector !== null && RIGHT_IF.get(detector)) || null,
    wording: null,
    opens: document.opens as InsightAct | null,
    isSample,
    raisedAt,
    timesRaised,
    resolvedAt,
    provedRight,
    checkedAt,
    dismissed: dismissed && { ...dismissed, reason: dismissed.reason as DismissalReason },
  };
}

/** How sure detectors are by now; as of an earlier moment nobody knows. */
export async function earnedNow({ insights }: Pick<ApiContext, 'insights'>): Promise<EarnedByDetector> {
  return asOf() === null ? insights.earned() : {};
}

/** How sure its detector is by now; what its events say is how sure it was then. */
export function earnedOf(insight: Pick<InsightDocument, 'detector'>, earned: EarnedByDetector): Partial<Earned> {
  return (insight.detector !== null && earned[insight.detector]) || {};
}

const ownKind = recordKind({
  decider: insight,
  projection: insights,
  area: 'insights',
  title: (document: InsightDocument) => document.title,
  async titles(context, documents) {
    const titles = documents.map((document) => textOf(document, document.title));
    return filled(titles, await labelsIn(context, titles));
  },
  found: {
    detail: ({ severity, category }) => [
      INSIGHT_SEVERITY_LABELS[severity] ?? severity,
      INSIGHT_CATEGORY_LABELS[category] ?? category,
    ],
  },
  present: presentInsight,
  async told(context, steps) {
    const labels = await labelsIn(
      context,
      steps.map(({ changes }) => changes),
    );
    return steps.map((step) => ({ ...step, changes: filled(step.changes, labels) }));
  },
  async join(context, own): Promise<InsightRecord[]> {
    const [labels, earned] = await Promise.all([labelsIn(context, own), earnedNow(context)]);
    return own.map((each) => ({
      ...filled(each, labels),
      ...earnedOf(each, earned),
      evidence: each.evidence.map((named) => ({
        ...filled(named, labels),
        removed: labels.get(keyOf({ category: named.kind, id: named.id }))?.isRemoved === true,
      })),
    }));
  },
});

/** An insight with the words that a model has for it, joined to what its own events say. */
export const insightKind: typeof ownKind = {
  ...ownKind,
  async show(context, documents) {
    const [shown, briefing] = await Promise.all([ownKind.show(context, documents), readBriefing(context)]);
    // Who takes the model away has our own words again.
    const written = briefing?.written;
    if (!written || context.briefingWriter === null) return shown;
    return shown.map((record, at) => {
      const document = documents[at];
      return document ? { ...record, wording: wordingOf(written, document, record) } : record;
    });
  },
};

/** What a model made of them; null if it was never asked, or while there are no read models that know of it. */
export async function readBriefing({ readModels }: Pick<ApiContext, 'readModels'>): Promise<BriefingDocument | null> {
  const models = readModels.isAsDeclared() ? readModels.peek() : null;
  if (models === null) return null;
  return (await models.get(briefings.collection, [BRIEFING_ID])).get(BRIEFING_ID) ?? null;
}

/** A model's words for an insight, with the titles of today; null where it says something else by now. */
function wordingOf(
  { wordings, model, writtenAt }: NonNullable<BriefingDocument['written']>,
  document: InsightDocument,
  { evidence }: Pick<InsightRecord, 'evidence'>,
): InsightRecord['wording'] {
  const found = wordings.find(({ id }) => id === document.id);
  if (found === undefined || found.about !== fingerprintOf(document)) return null;
  const named = (text: string) =>
    text.replace(/\{(\d{1,2})\}/g, (place, at: string) => evidence[Number(at)]?.label ?? place);
  return { title: named(found.title), description: named(found.description), model, writtenAt };
}
