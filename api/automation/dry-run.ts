import { setImmediate as others } from 'node:timers/promises';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { AUTOMATION_ACT_LABELS } from '../../domain/automation-rule/terms.ts';
import type { InsightEvent } from '../../domain/insight/events.ts';
import { insight } from '../../domain/insight/insight.ts';
import type { Recorded } from '../../domain/kit/event.ts';
import { readAfter } from '../../platform/commands/streams.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { uuidv5 } from '../../platform/runtime/ids.ts';
import type { AutomationRuleDocument } from '../../projections/automation-rules.ts';
import { type InsightDocument, insights } from '../../projections/insights.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { filled, labelsIn, marked } from '../insights/named.ts';
import { companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { waitsFor } from './automation.ts';
import { type DryRun, dryRunAnswer, MOST_RAISES } from './dry-run.schema.ts';
import { labelsOf, shownSkips } from './named.ts';
import { RAISES, type Raise, raiseOf } from './raises.ts';
import { automationRuleKind } from './record.ts';
import { whatToDo } from './what-to-do.ts';

/** How far back a dry run looks. */
const DAYS = 90;
const DAY_MS = 24 * 60 * 60_000;
const PAGE = 200;
const NEWEST_FIRST = { field: 'raisedAt', direction: 'desc' } as const;

const AS_OF_NOW =
  'Addresses, open work, visits and messages that wait are those of now, as nobody can tell what they were then. What it would have ' +
  'made earlier is taken to be dealt with.';

/** What a rule would have done over the last 90 days. It changes nothing. */
export function dryRunRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/ai/automation-rules/:id/dry-run',
    {
      // It changes nothing, so whoever reads rules may ask.
      config: { access: 'insights:read' },
      schema: {
        tags: ['AI'],
        description:
          'What the rule would have done for each insight that was raised in the last 90 days, whether it is on or off, with its daily ' +
          'limit. It changes nothing.',
        headers: readHeaders,
        params: idParams,
        response: { 200: dryRunAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const rule = await readDocument(context, request, reply, automationRuleKind, request.params.id);
      return dryRun(context, rule);
    },
  );
}

async function dryRun(context: ApiContext, rule: AutomationRuleDocument): Promise<DryRun> {
  const zone = await companyZone(context);
  const since = new Date(context.clock() - DAYS * DAY_MS).toISOString();
  const all = await raisesSince(context, rule, since);
  const raises = all.slice(-MOST_RAISES);
  const madeOn = new Map<string, number>();
  const decision = { ...context, found: new Map() };
  const runs: (Omit<DryRun['runs'][number], 'insightTitle'> & { title: string })[] = [];
  for (const raise of raises) {
    // The server answers others meanwhile.
    await others();
    const day = dayOf(Date.parse(raise.raisedAt), zone);
    const made = madeOn.get(day) ?? 0;
    const what = await whatToDo(decision, {
      rule,
      raise,
      // It names what would be made, which nothing is.
      runId: uuidv5(rule.id, `dry run ${raise.eventId}`),
      today: dayOf(context.clock(), zone),
      now: isoNow(context.clock),
      left: rule.dailyLimit - made,
    });
    madeOn.set(day, made + what.steps.length);
    runs.push({
      day,
      raisedAt: raise.raisedAt,
      insightId: raise.insightId,
      title: marked(raise.title, raise.evidence),
      severity: raise.severity,
      act: AUTOMATION_ACT_LABELS[rule.act] ?? rule.act,
      would: what.steps.map(({ about: named }) => ({
        ...(named ?? { kind: insight.category, id: raise.insightId }),
        label: null,
      })),
      skipped: shownSkips(what.skipped),
    });
  }
  return {
    revision: Number(rule.revision),
    from: dayOf(Date.parse(since), zone),
    to: dayOf(context.clock(), zone),
    raises: all.length,
    made: [...madeOn.values()].reduce((sum, count) => sum + count, 0),
    isCut: all.length > raises.length,
    note: AS_OF_NOW,
    runs: await withTitles(context, runs.reverse()),
  };
}

/** Each raise that the rule waits for, the oldest first. */
async function raisesSince(
  { readModels, store }: ApiContext,
  rule: AutomationRuleDocument,
  since: string,
): Promise<Raise[]> {
  const query = { where: { removed: null, raisedAt: { gte: since } }, order: NEWEST_FIRST, limit: PAGE };
  const found: Raise[] = [];
  for await (const page of pagesOf(readModels.current(), insights.collection, query)) {
    const own = page.filter(({ detector }: InsightDocument) => detector !== null && rule.detectors.includes(detector));
    for (const each of own) {
      const events = await readAfter(store, `${insight.category}-${each.id}`);
      const raises = events.filter(({ type }) => RAISES.has(type)) as Extract<
        Recorded<InsightEvent>,
        { type: 'InsightRaised' }
      >[];
      found.push(...raises.map((event) => raiseOf(event, each.id, each)).filter((raise) => raise !== null));
    }
  }
  return found
    .filter((raise) => raise.raisedAt >= since && waitsFor(rule, raise))
    .sort((one, other) => (one.raisedAt < other.raisedAt ? -1 : 1));
}

async function withTitles(
  context: ApiContext,
  runs: readonly (Omit<DryRun['runs'][number], 'insightTitle'> & { title: string })[],
): Promise<DryRun['runs']> {
  const named = await labelsOf(
    context,
    runs.flatMap(({ would, skipped }) => [...would, ...skipped]),
  );
  const texts = runs.map(({ title }) => title);
  const read = filled(texts, await labelsIn(context, texts));
  return runs.map(({ title, would, skipped, ...run }, index) => ({
    ...run,
    insightTitle: read[index] ?? title,
    would: would.map(named),
    skipped: skipped.map(named),
  }));
}
