import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { people } from '../../projections/staff.ts';
import { companyToday } from '../kit/company-time.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { findRecord, noSuch, recallRecord } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { staffKind } from '../staff/record.ts';
import { payKind } from './record.ts';
import { payRecord, rateParams, setRateBody } from './schema.ts';

const PATH = '/api/pay';

/** What people are paid, by the id of the person. */
export function payRoutes(app: App, context: ApiContext): void {
  const pay = recordRoutes(app, context, { kind: payKind, record: payRecord, path: PATH, tag: 'Pay' });

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/:id`,
    {
      config: { access: 'pay:read', tells: payKind.category },
      schema: { tags: ['Pay'], headers: readHeaders, params: idParams, response: { 200: payRecord, ...errors } },
    },
    async (request, reply) => {
      const { id } = request.params;
      await readDocument(context, request, reply, { noun: staffKind.noun, projection: people }, id);
      const document = await recallRecord(context, payKind, id);
      const [shown] = document ? await payKind.show(context, [document]) : [];
      return shown ?? { id, rates: [], revision: -1 };
    },
  );

  pay.change({
    method: 'POST',
    at: '/:id/rates',
    body: setRateBody,
    async commands({ id, body: { from, rate } }) {
      if (!(await findRecord(context, staffKind, id))) throw noSuch('id', 'Nobody with this id is on People.');
      return { type: 'SetPayRate', from, centsPerHour: rate, today: await companyToday(context) };
    },
  });

  pay.change({
    method: 'DELETE',
    at: '/:id/rates/:from',
    status: 204,
    params: rateParams,
    commands: ({ params: { from } }) => ({ type: 'WithdrawPayRate', from }),
  });
}
