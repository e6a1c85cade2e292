import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { carryOut, senderOf } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { finishErasure } from '../kit/changes/erasure.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, idParams } from '../kit/fields/common.schema.ts';
import { streamOf } from '../kit/records.ts';
import { customerKind } from './record.ts';
import { customerRecord, eraseCustomerBody, erasedCustomer } from './schema.ts';

const description = `Erases a customer's personal data for good, with that of the lead they came from and of all that is about
either: quotes, jobs and their costs, invoices, mails, analyses and photos. Their texts read \`[erased]\` everywhere, in every
history too, and photo files that no other record uses are deleted. Figures and the fact that there was such a customer stay:
no open invoice and no planned job stands in the way. Neither this nor anything done before can be undone. For a customer
who is already erased the answer is the same.`;

/** Erasing a customer is reserved for the owner, because nothing brings them back. */
export function eraseCustomerRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/customers/:id/erase',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['Customers'],
        description,
        headers: changeHeaders,
        params: idParams,
        body: eraseCustomerBody,
        response: { 200: erasedCustomer, ...changeErrors(customerRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { confirm, expectedRevision } = request.body;
      const target = { kind: customerKind, id, commands: [{ type: 'EraseCustomer', confirm } as const] };
      const outcome = await context.turns.run(id, () =>
        carryOut(context, senderOf(request), reply, target, { expectedRevision }),
      );
      const { record } = outcome;
      const { leadId } = record;
      const ownLead = leadId === null ? [] : [streamOf(context.kinds.of('lead'), leadId)];
      const streams = [streamOf(customerKind, id), ...ownLead];
      const progress = await finishErasure(context, request, outcome, { record: `customer ${id}`, streams });
      return { customer: record, leadId, ...progress };
    },
  );
}
