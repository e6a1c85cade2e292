import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { erasedRejection, Rejection } from '../../domain/kit/decider.ts';
import { formatCents } from '../../domain/kit/money.ts';
import { newestShown } from '../../domain/quote/versions.ts';
import { awaitMinPosition } from '../../platform/http/answers/consistency.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errorBody, errors, idParams, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { readDocument } from '../kit/lists/lists.ts';
import { originOfLinks } from '../kit/origin.ts';
import { findRecord } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { changedDetails, givenOrigin, givenValidity, newDetails } from './given.ts';
import { quoteUrlOf } from './links.ts';
import { linksOrNone } from './recipients.ts';
import { presentVersions, quoteKind } from './record.ts';
import {
  answerBody,
  answerFields,
  createQuoteBody,
  type QuoteRecord,
  questionParams,
  quoteFigures,
  quoteLink,
  quoteList,
  quoteRecord,
  quoteWithVersions,
  revokeBody,
  saveVersionBody,
  sendBody,
  sendFields,
} from './schema.ts';
import { undeliveredFigures } from './undelivered.ts';

const PATH = '/api/quotes';
const TAG = 'Quotes';

/** The quotes: what work would cost, in versions, one of which the customer approves. */
export function quoteRoutes(app: App, context: ApiContext): void {
  const calls = recordRoutes(app, context, { kind: quoteKind, record: quoteRecord, path: PATH, tag: TAG });

  calls.list(quoteList);

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/:id`,
    {
      config: { access: 'quotes:read', tells: quoteKind.category },
      schema: {
        tags: [TAG],
        headers: readHeaders,
        params: idParams,
        response: { 200: quoteWithVersions, ...errors },
      },
    },
    async (request, reply) => {
      const document = await readDocument(context, request, reply, quoteKind, request.params.id);
      const [shown] = await quoteKind.show(context, [document]);
      const versions = presentVersions(document, await linksOrNone(context, document));
      return { ...(shown as QuoteRecord), versions };
    },
  );

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/figures`,
    {
      config: { access: 'quotes:read' },
      schema: { tags: [TAG], headers: readHeaders, response: { 200: quoteFigures, ...errors } },
    },
    async (request, reply) => {
      await awaitMinPosition(request, reply, context);
      const query = { where: { removed: null }, groupBy: ['status'], sum: ['total'] };
      const groups = await context.readModels.current().sum('quotes', query);
      const figure = ({ by, count, sums }: (typeof groups)[number]) => ({
        status: String(by['status']),
        count,
        total: formatCents(sums['total'] ?? 0),
      });
      return { statuses: groups.map(figure), undelivered: await undeliveredFigures(context) };
    },
  );

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/:id/link`,
    {
      // Whoever has the link can approve, so people with read-only access do not get it.
      config: { access: 'quotes:change' },
      schema: {
        tags: [TAG],
        description: "The customer's link to the newest version that was sent to them.",
        headers: readHeaders,
        params: idParams,
        response: {
          200: quoteLink,
          409: errorBody.describe('No version is offered to the customer.'),
          410: errorBody.describe('The quote was removed, or its person erased.'),
          ...errors,
        },
      },
    },
    async (request, reply) => {
      const { id, versions, removed, erased } = await readDocument(
        context,
        request,
        reply,
        quoteKind,
        request.params.id,
      );
      if (erased) throw erasedRejection('quote');
      if (removed) throw new Rejection('removed', 'This quote was removed: there is no link to it.');
      const offered = newestShown({ versions });
      if (offered === null || offered.life.status === 'revoked') {
        throw new HttpError(409, { code: 'conflict', message: 'This quote is not offered: there is no link to it.' });
      }
      const { version } = offered;
      return { version, url: await quoteUrlOf(context, request, { id, version }) };
    },
  );

  calls.create({
    body: createQuoteBody,
    async commands({ body, now, newId }) {
      const origin = await givenOrigin(context, body);
      const details = await newDetails(context, body, origin, newId);
      return { type: 'CreateQuote', customerId: origin.customerId, leadId: origin.leadId, details, now };
    },
  });

  calls.revise({
    body: saveVersionBody,
    async commands({ body, id, now, newId }) {
      const before = await findRecord(context, quoteKind, id);
      return { type: 'SaveVersion', details: await changedDetails(context, body, before, newId), now };
    },
  });

  calls.change({
    method: 'POST',
    at: '/:id/send',
    body: sendBody,
    async commands({ body, id, now, request }) {
      // If the link would have an unknown address, it is refused before anything is sent.
      originOfLinks(context, request);
      const { validUntil } = completed(sendFields, body ?? {});
      const day = validUntil ?? (await findRecord(context, quoteKind, id))?.offeredUntil ?? null;
      return { type: 'SendQuote', ...(await givenValidity(context, day)), now };
    },
    async answer(shown, _body, request) {
      return { ...shown, url: await quoteUrlOf(context, request, shown) };
    },
  });
  calls.change({
    method: 'POST',
    at: '/:id/revoke',
    body: revokeBody,
    commands: ({ body, now }) => ({ type: 'RevokeQuote', ...(body?.version && { version: body.version }), now }),
  });

  calls.change({
    method: 'POST',
    at: '/:id/questions/:questionId/answer',
    params: questionParams,
    body: answerBody,
    commands({ body, params, now, request }) {
      const { answer } = completed(answerFields, body);
      return { type: 'AnswerQuestion', questionId: params.questionId, answer, by: signedIn(request).id, now };
    },
  });

  calls.remove({ type: 'RemoveQuote' });
  calls.act('restore', { type: 'RestoreQuote' });
}
