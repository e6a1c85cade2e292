import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { carryOut, senderOf } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { finishErasure } from '../kit/changes/erasure.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, idParams } from '../kit/fields/common.schema.ts';
import { streamOf } from '../kit/records.ts';
import { quoteKind } from './record.ts';
import { erasedQuote, eraseQuoteBody, quoteRecord } from './schema.ts';

const description = `Erases the personal data of the person whom a quote is for, if they are neither a lead nor a customer, with
its photos and mails. Texts read \`[erased]\` everywhere, in every history too. Figures and the fact that there was such a quote
stay. None of it can be undone. 409 for a quote of a lead or a customer: it goes with them.`;

/** Erasing somebody known only by a quote is reserved for the owner, because nothing brings them back. */
export function eraseQuoteRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/quotes/:id/erase',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['Quotes'],
        description,
        headers: changeHeaders,
        params: idParams,
        body: eraseQuoteBody,
        response: { 200: erasedQuote, ...changeErrors(quoteRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { confirm, expectedRevision } = request.body;
      const target = { kind: quoteKind, id, commands: [{ type: 'ErasePersonOfQuote', confirm } as const] };
      const outcome = await context.turns.run(id, () =>
        carryOut(context, senderOf(request), reply, target, { expectedRevision }),
      );
      const progress = await finishErasure(context, request, outcome, {
        record: `quote ${id}`,
        streams: [streamOf(quoteKind, id)],
      });
      return { quote: outcome.record, ...progress };
    },
  );
}
