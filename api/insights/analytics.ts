import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import {
  type ActionOnInsight,
  findsIncome,
  type InvoiceOrigins,
  moneyThatFollowed,
} from '../../domain/insight/money-that-followed.ts';
import type { Raise } from '../../domain/insight/raises.ts';
import {
  type Became,
  DETECTOR_NAMES,
  DETECTORS,
  detectorLabelOf,
  type InsightSeverity,
  MONEY_RULE,
} from '../../domain/insight/terms.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { monthOf } from '../../domain/kit/times.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { type InsightRaisesDocument, insightRaises } from '../../projections/insight-raises.ts';
import { type InvoiceDocument, invoices } from '../../projections/invoices.ts';
import { type PaymentDocument, payments } from '../../projections/payments.ts';
import type { Condition, ReadModels } from '../../store/read-models.ts';
import { allOf } from '../../store/read-pages.ts';
import { companyToday, companyZone, dayOf } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { sendReportCsv } from '../kit/lists/lists.ts';
import { requireMayExport } from '../kit/rights.ts';
import {
  analyticsQuery,
  type InsightAnalytics,
  type InsightRaisesList,
  insightAnalytics,
  insightRaisesList,
  raiseLine,
  raisesQuery,
} from './analytics.schema.ts';
import { filled, labelsIn, marked } from './named.ts';

/** A raise with its insight, and what followed. */
interface Told extends Raise {
  id: string;
  detector: string;
  /** `2026-06`, by the company's clock. */
  month: string;
  /** What was paid and paid back; null if its detector claims nothing. */
  moved: readonly PaymentDocument[] | null;
}

/** What became of what the detectors raised. */
export function insightAnalyticsRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const shared = { config: { access: 'insights:read' } } as const;
  const schema = { tags: ['AI'], headers: readHeaders };

  routes.get(
    '/api/ai/insights/analytics',
    {
      ...shared,
      schema: {
        ...schema,
        description: `How many insights were raised, read, acted on and proved right, by detector and by month, and the money that followed. ${MONEY_RULE}`,
        querystring: analyticsQuery,
        response: { 200: insightAnalytics, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return analyticsOf(context, request.query);
    },
  );

  routes.get(
    '/api/ai/insights/raises',
    {
      ...shared,
      schema: {
        ...schema,
        description:
          'The rows behind the analytics: each time that a detector raised an insight, and what became of it. With `format=csv` as a file, which is recorded as an export.',
        querystring: raisesQuery,
        response: { 200: insightRaisesList, ...errors },
      },
    },
    async (request, reply) => {
      const { format, ...asked } = request.query;
      if (format === 'csv') requireMayExport(request);
      await awaitMinPosition(request, reply, context);
      const found = await raisesOf(context, asked);
      if (format !== 'csv') return found;
      const file = { name: 'insights-raised', row: raiseLine, rows: found.rows };
      return sendReportCsv(context, request, reply, file) as unknown as typeof found;
    },
  );
}

async function analyticsOf(context: ApiContext, asked: z.output<typeof analyticsQuery>): Promise<InsightAnalytics> {
  const { from, told } = await toldOf(context, asked);
  const byDetector = Map.groupBy(told, ({ detector }) => detector);
  const byMonth = Map.groupBy(told, ({ month }) => month);
  return {
    from,
    total: countsOf(told),
    detectors: DETECTOR_NAMES.flatMap((detector) => {
      const own = byDetector.get(detector);
      if (!own) return [];
      const counts = countsOf(own);
      return [{ detector, label: DETECTORS[detector], ...counts, money: findsIncome(detector) ? counts.money : null }];
    }).sort((one, other) => (one.label < other.label ? -1 : 1)),
    months: [...byMonth]
      .map(([month, own]) => ({ month, ...countsOf(own) }))
      .sort((one, other) => (one.month < other.month ? 1 : -1)),
  };
}

const IS: Record<Became, (raise: Told) => boolean> = {
  raised: () => true,
  read: ({ readAt }) => readAt !== null,
  acted: ({ acted }) => acted !== null,
  checked: ({ right }) => right !== null,
  right: ({ right }) => right === true,
  paid: ({ moved }) => moved !== null && moved.length > 0,
};

function countsOf(told: readonly Told[]): InsightAnalytics['total'] {
  const count = (became: Became) => told.filter(IS[became]).length;
  const money = told.reduce((sum, { moved }) => sum + centsOf(moved ?? []), 0);
  return {
    raised: told.length,
    read: count('read'),
    acted: count('acted'),
    checked: count('checked'),
    right: count('right'),
    money: formatCents(money),
  };
}

function centsOf(moved: readonly PaymentDocument[]): number {
  return moved.reduce((sum, { cash }) => sum + cash, 0);
}

async function raisesOf(
  context: ApiContext,
  { month, became, ...asked }: Omit<z.output<typeof raisesQuery>, 'format'>,
): Promise<InsightRaisesList> {
  const { told } = await toldOf(context, asked);
  const own = told.filter((each) => IS[became](each) && (month === undefined || each.month === month));
  const rows = own
    .sort((one, other) => (one.at < other.at ? 1 : -1))
    .map((each) => ({ ...each, title: marked(each.title, each.named) }));
  const titles = await labelsIn(
    context,
    rows.map(({ title }) => title),
  );
  return {
    rows: rows.map(({ id, title, detector, severity, at, readAt, acted, right, moved }) => ({
      insightId: id,
      title: filled(title, titles),
      detector,
      detectorLabel: detectorLabelOf(detector),
      severity: severity as InsightSeverity,
      raisedAt: at,
      readAt,
      actedAt: acted?.at ?? null,
      right,
      money: moved && formatCents(centsOf(moved)),
      payments: (moved ?? []).toSorted(newestFirst).map(({ id: payment, day, cash, invoiceId, invoiceNumber }) => ({
        id: payment,
        day,
        amount: formatCents(cash),
        invoiceId: invoiceId ?? '',
        invoiceNumber: invoiceNumber ?? null,
      })),
    })),
  };
}

function newestFirst(one: PaymentDocument, other: PaymentDocument): number {
  return one.day < other.day ? 1 : -1;
}

/** What was raised in the months that are asked for. What followed is told apart over all there ever was. */
async function toldOf(
  context: ApiContext,
  { months, detector }: z.output<typeof analyticsQuery>,
): Promise<{ from: string; told: Told[] }> {
  const models = context.readModels.current();
  const [today, zone, all] = await Promise.all([
    companyToday(context),
    companyZone(context),
    allOf(models, insightRaises.collection, { where: {} }),
  ]);
  const from = Temporal.PlainYearMonth.from(monthOf(today))
    .subtract({ months: months - 1 })
    .toString();
  const actions = all.flatMap((document) => actionsOf(document, zone));
  const following = await followingOf(models, actions);
  const told = all.flatMap(({ id, detector: own, raises }) =>
    detector !== undefined && detector !== own
      ? []
      : raises.map((raise, index): Told => {
          const month = monthOf(dayOf(Date.parse(raise.at), zone));
          const moved = findsIncome(own) ? (following.get(keyOf(id, index)) ?? []) : null;
          return { ...raise, id, detector: own, month, moved };
        }),
  );
  return { from, told: told.filter(({ month }) => month >= from) };
}

/** Those from which money may follow. */
function actionsOf({ id, detector, raises }: InsightRaisesDocument, zone: string): ActionOnInsight[] {
  if (!findsIncome(detector)) return [];
  return raises.flatMap(({ acted }, index) =>
    acted === null ? [] : [{ key: keyOf(id, index), ...acted, day: dayOf(Date.parse(acted.at), zone) }],
  );
}

function keyOf(id: string, index: number): string {
  return `${id} ${String(index).padStart(4, '0')}`;
}

/** The field of an invoice that says what it came of. */
const BY_KIND = { invoice: 'id', job: 'jobId', quote: 'quoteId', lead: 'leadId', customer: 'customerId' } as const;

async function followingOf(
  models: ReadModels,
  actions: readonly ActionOnInsight[],
): Promise<Map<string, PaymentDocument[]>> {
  const named = actions.flatMap((action) => action.named);
  const found = await Promise.all(
    Object.entries(BY_KIND).map(async ([kind, field]) => {
      const ids = [...new Set(named.filter((each) => each.kind === kind).map(({ id }) => id))];
      if (ids.length === 0) return [];
      if (field === 'id') return [...(await models.get(invoices.collection, ids)).values()];
      const order = { field: 'createdAt', direction: 'asc' } as const;
      return allOf(models, invoices.collection, { ...among(field, ids), ...(field !== 'leadId' && { order }) });
    }),
  );
  const concerned = new Map(found.flat().map((invoice) => [invoice.id, invoice]));
  if (concerned.size === 0) return new Map();
  const first = actions.reduce((least, { day }) => (day < least ? day : least), '9999');
  const moved = await allOf(models, payments.collection, among('invoiceId', [...concerned.keys()]));
  return moneyThatFollowed(
    actions,
    [...concerned.values()].map(originsOf),
    moved.filter(({ day, cash }) => cash !== 0 && day >= first),
  );
}

function among(field: string, ids: readonly string[]): { where: Record<string, Condition> } {
  return { where: { [field]: { in: ids } } };
}

function originsOf(invoice: InvoiceDocument): InvoiceOrigins {
  const { id, jobId, quoteId, leadId, customerId, createdAt } = invoice;
  return { id, jobId, quoteId, leadId, customerId, createdAt };
}
