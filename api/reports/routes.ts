import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { clientGone } from '../../platform/http/answers/client-gone.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { sendPdf } from '../documents/routes.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { sendReportCsv } from '../kit/lists/lists.ts';
import { recordSecurity } from '../kit/security.ts';
import { exportOf } from './export.ts';
import { revenueTrendOf, servicesOf, summaryOf } from './figures.ts';
import { reportPaper } from './paper.ts';
import { receivablesAt } from './receivables.ts';
import { crewReportOf, customerReportOf, jobReportOf, revenueReportOf } from './rows.ts';
import {
  crewReport,
  customerReport,
  exportQuery,
  jobReport,
  type Period,
  periodQuery,
  receivables,
  receivablesQuery,
  reportExport,
  reportSummary,
  revenueReport,
  revenueTrend,
  revenueTrendQuery,
  serviceDistribution,
} from './schema.ts';

const config = { access: 'finance:read' } as const;
const tags = ['Reports'];

const exportContent = {
  'application/json': { schema: reportExport },
  'text/csv': { schema: z.string().describe('A header line, then one line for each figure.') },
  'application/pdf': { schema: z.string().meta({ format: 'binary' }) },
};

/** A report with rows, which are the lines of its file. */
type RowsReport = z.ZodObject<{ rows: z.ZodArray<z.ZodObject> }>;

/** How the company is doing: figures and rows from its own records, and what customers owe. */
export function reportRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/reports/summary',
    { config, schema: { tags, headers: readHeaders, response: { 200: reportSummary, ...errors } } },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return summaryOf(context);
    },
  );

  routes.get(
    '/api/reports/revenue-trend',
    {
      config,
      schema: {
        tags,
        headers: readHeaders,
        querystring: revenueTrendQuery,
        response: { 200: revenueTrend, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return revenueTrendOf(context, request.query.months);
    },
  );

  routes.get(
    '/api/reports/service-distribution',
    {
      config,
      schema: {
        tags,
        headers: readHeaders,
        querystring: periodQuery.omit({ format: true }).superRefine(inOrder),
        response: { 200: serviceDistribution, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return servicesOf(context, request.query);
    },
  );

  routes.get(
    '/api/reports/receivables',
    {
      config,
      schema: { tags, headers: readHeaders, querystring: receivablesQuery, response: { 200: receivables, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { asOf = await companyToday(context), format } = request.query;
      return sent(request, reply, `receivables-${asOf}`, format, receivables, await receivablesAt(context, asOf));
    },
  );

  routes.get(
    '/api/reports/export',
    {
      config,
      schema: {
        tags,
        headers: readHeaders,
        querystring: exportQuery,
        response: { 200: { content: exportContent }, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const { format } = request.query;
      if (format === 'pdf') return sendReportPdf(request, reply);
      return sent(request, reply, 'report', format, reportExport, await exportOf(context));
    },
  );

  async function sendReportPdf(request: FastifyRequest, reply: FastifyReply): Promise<never> {
    const bytes = await context.documents.draw(await reportPaper(context), { signal: clientGone(reply) });
    recordSecurity(context, request, { type: 'data_exported', detail: 'report' });
    return sendPdf(reply, { name: `report-${await companyToday(context)}.pdf`, bytes }) as never;
  }

  /** One of the quick reports. */
  const rows = (
    name: string,
    schema: RowsReport,
    read: (context: ApiContext, period: Period) => Promise<z.output<RowsReport>>,
  ) =>
    routes.get(
      `/api/reports/${name}`,
      {
        config,
        schema: {
          tags,
          headers: readHeaders,
          querystring: periodQuery.superRefine(inOrder),
          response: { 200: schema, ...errors },
        },
      },
      async (request, reply) => {
        await awaitMinPosition(request, reply, context);
        const { from, to, format } = request.query;
        const report = await read(context, { from, to });
        return sent(request, reply, `${name}-${from}-${to}`, format, schema, report);
      },
    );
  rows('customers', customerReport, customerReportOf);
  rows('jobs', jobReport, jobReportOf);
  rows('revenue', revenueReport, revenueReportOf);
  rows('crews', crewReport, crewReportOf);

  /** The report, or its rows as a file. Returning the reply tells Fastify that the answer has been sent. */
  function sent<Report extends { rows: readonly object[] }>(
    request: FastifyRequest,
    reply: FastifyReply,
    name: string,
    format: string | undefined,
    schema: RowsReport,
    report: Report,
  ): Report {
    if (format !== 'csv') return report;
    return sendReportCsv(context, request, reply, {
      name,
      row: schema.shape.rows.element,
      rows: report.rows,
    }) as unknown as Report;
  }
}

function inOrder({ from, to }: Period, issues: z.core.$RefinementCtx): void {
  if (to < from)
    issues.addIssue({ code: 'custom', message: 'The last day must not be before the first.', path: ['to'] });
}
