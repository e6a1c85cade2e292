import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { cashFlowOf, financialOf } from './figures.ts';
import { revenueForecastOf } from './forecast.ts';
import { profitabilityOf } from './profitability.ts';
import {
  analyticsQuery,
  cashFlowAnswer,
  financialAnswer,
  forecastAnswer,
  forecastQuery,
  profitabilityAnswer,
  profitabilityQuery,
  trendsAnswer,
} from './schema.ts';
import { trendsOf } from './trends.ts';

const tags = ['Analytics'];
const config = { access: 'finance:read' } as const;
const asked = { tags, headers: readHeaders, querystring: analyticsQuery };

/** What the company earns and spends. */
export function analyticsRoutes(app: App, context: ApiContext): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();

  routes.get(
    '/api/analytics/financial',
    {
      config,
      schema: {
        ...asked,
        description: 'Revenue, costs and profit of a range of days, and what is owed today; in dollars.',
        response: { 200: financialAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return financialOf(context, request.query);
    },
  );

  routes.get(
    '/api/analytics/cash-flow',
    {
      config,
      schema: {
        ...asked,
        description: 'Revenue, costs and profit of each month of a range of days, in dollars.',
        response: { 200: cashFlowAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return cashFlowOf(context, request.query);
    },
  );

  routes.get(
    '/api/analytics/profitability',
    {
      config,
      schema: {
        tags,
        headers: readHeaders,
        querystring: profitabilityQuery,
        description: 'What the jobs completed in a range of days brought in and cost, by job, service or crew.',
        response: { 200: profitabilityAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return profitabilityOf(context, request.query);
    },
  );

  routes.get(
    '/api/analytics/trends',
    {
      config,
      schema: {
        ...asked,
        description: 'The totals of each month in a range of days, next to the same days of the year before.',
        response: { 200: trendsAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return trendsOf(context, request.query);
    },
  );

  routes.get(
    '/api/analytics/forecast',
    {
      config,
      schema: {
        tags,
        headers: readHeaders,
        querystring: forecastQuery,
        description: 'What this month and the next ones may bring in, from the months before, and how sure that is.',
        response: { 200: forecastAnswer, ...errors },
      },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      return revenueForecastOf(context, request.query.months);
    },
  );
}
