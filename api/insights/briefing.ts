import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { figuresIn } from '../../ai/briefing/figures.ts';
import { fingerprintOf, materialOf } from '../../ai/briefing/material.ts';
import { briefingFailureText } from '../../ai/briefing-writer.ts';
import type { BriefingGroup } from '../../domain/briefing/events.ts';
import { INSIGHT_CATEGORY_LABELS, type InsightSeverity } from '../../domain/insight/terms.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import type { BriefingDocument } from '../../projections/briefings.ts';
import { type InsightDocument, insights } from '../../projections/insights.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { allOf } from '../../store/read-pages.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { type BriefingAnswer, briefingAnswer } from './briefing.schema.ts';
import { readTry } from './briefing-tries.ts';
import { insightKind, readBriefing } from './record.ts';

/** The open insights in a model's words, and what it was sent for them. */
export function briefingRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/ai/briefing',
    {
      config: { access: 'insights:read' },
      schema: {
        tags: ['AI'],
        description:
          'The open insights as a model worded, grouped and ranked them, with what was sent to it for that. Each figure ' +
          'is one of the evidence; a text with another one is left out. The insights themselves stay as they are.',
        headers: readHeaders,
        response: { 200: briefingAnswer, ...errors },
      },
    },
    async (request, reply): Promise<BriefingAnswer> => {
      await awaitMinPosition(request, reply, context);
      const [tried, known] = [await readTry(context.state), await readBriefing(context)];
      const { written = null, failure = null } = known ?? {};
      return {
        isModelConfigured: context.briefingWriter !== null,
        briefing: written && (await shown(context, written)),
        failure: failure && {
          reason: failure.reason,
          label: briefingFailureText(failure.reason),
          since: failure.askedAt,
        },
        sent: tried?.last.sent ?? null,
      };
    },
  );
}

/** The open insights, the most severe first. */
export function openInsights(models: ReadModels): Promise<InsightDocument[]> {
  return allOf(models, insights.collection, {
    where: { removed: null, status: 'open' },
    order: { field: 'severityKey', direction: 'desc' },
  });
}

const ALSO_OPEN = 'Also open';

async function shown(
  context: ApiContext,
  written: NonNullable<BriefingDocument['written']>,
): Promise<NonNullable<BriefingAnswer['briefing']>> {
  const open = await openInsights(context.readModels.current());
  const records = await insightKind.show(context, open);
  const byId = new Map(open.map((document, at) => [document.id, { document, record: records[at] }]));
  const row = (id: string) => {
    const { record } = byId.get(id) ?? {};
    if (!record) return [];
    return { id, title: record.wording?.title ?? record.title, severity: record.severity as InsightSeverity };
  };
  const named = new Set(written.groups.flatMap((group) => group.insights));
  const others = open.filter(({ id }) => !named.has(id)).map(({ id }) => id);
  const groups = written.groups.map((group) => {
    const isWhole = group.insights.every((id) => {
      const document = byId.get(id)?.document;
      return document !== undefined && fingerprintOf(document) === written.insights[id];
    });
    return {
      ...wordsOf(
        group,
        isWhole,
        group.insights.map((id) => byId.get(id)?.document),
      ),
      insights: group.insights.flatMap(row),
    };
  });
  if (others.length > 0) groups.push({ heading: ALSO_OPEN, summary: null, insights: others.flatMap(row) });
  const { writtenAt, model, dropped } = written;
  return {
    writtenAt,
    model,
    isCurrent: materialOf(open).about === written.about,
    groups: groups.filter((group) => group.insights.length > 0),
    dropped,
  };
}

/**
 * What a group is called, and what sums it up. Once one of its insights has passed or changed, what was said of all of them may
 * no longer be true.
 */
function wordsOf(
  { heading, summary }: BriefingGroup,
  isWhole: boolean,
  documents: readonly (InsightDocument | undefined)[],
): { heading: string; summary: string | null } {
  const stillFits = heading !== null && (isWhole || figuresIn(heading).figures.length === 0);
  return { heading: stillFits ? heading : headingOf(documents), summary: isWhole ? summary : null };
}

/** In our own words: by what its insights are about. */
function headingOf(documents: readonly (InsightDocument | undefined)[]): string {
  const categories = new Set(documents.flatMap((document) => document?.category ?? []));
  return [...categories].map((category) => INSIGHT_CATEGORY_LABELS[category] ?? category).join(', ');
}
