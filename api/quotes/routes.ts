import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { signedIn } from '../kit/commands.ts';
import { errors, idParams, readHeaders } from '../kit/common.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed } from '../kit/fields.schema.ts';
import { readDocument } from '../kit/lists.ts';
import { originOfLinks } from '../kit/origin.ts';
import { findRecord } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { changedDetails, givenOrigin, givenValidity, newDetails } from './given.ts';
import { quoteUrlOf } from './links.ts';
import { presentVersions, quoteKind } from './record.ts';
import {
  answerBody,
  answerFields,
  createQuoteBody,
  type QuoteRecord,
  questionParams,
  quoteList,
  quoteRecord,
  quoteWithVersions,
  saveVersionBody,
  sendBody,
  sendFields,
} from './schema.ts';

const PATH = '/api/quotes';
const TAG = 'Quotes';

/** The quotes: what work would cost, in versions, of which the customer approves one. */
export function quoteRoutes(app: App, context: ApiContext): void {
  const calls = recordRoutes(app, context, { kind: quoteKind, record: quoteRecord, path: PATH, tag: TAG });

  calls.list(quoteList);

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/:id`,
    {
      config: { access: 'auditor' },
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
      return { ...(shown as QuoteRecord), versions: presentVersions(document) };
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
    async commands({ body, now, request }) {
      // A link to an unknown address is refused before anything is sent.
      originOfLinks(context, request);
      const { validUntil } = completed(sendFields, body ?? {});
      return { type: 'SendQuote', ...(await givenValidity(context, validUntil)), now };
    },
    async answer(shown, _body, request) {
      return { ...shown, url: await quoteUrlOf(context, request, shown) };
    },
  });
  calls.act('revoke', ({ now }) => ({ type: 'RevokeQuote', now }));

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
