import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { findErasure } from '../../platform/commands/erasure.ts';
import { carryOut, senderOf } from '../kit/commands.ts';
import { changeHeaders, idParams } from '../kit/common.schema.ts';
import { changeErrors } from '../kit/conflicts.schema.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { recordSecurity } from '../kit/security.ts';
import { customerKind } from './record.ts';
import { customerRecord, type ErasedCustomer, eraseCustomerBody, erasedCustomer } from './schema.ts';

/** An answer comes at the latest after this; what is left then is finished by itself. */
const ANSWER_WITHIN_MS = 10_000;

const description = `Erases a customer's personal data for good, with the lead that they came from and the photos of both:
their key is destroyed, their texts read \`[erased]\` everywhere, in every history too, and the files of photos that
belong to nobody else are deleted. That they were there, and the figures, stay. It cannot be undone, and neither can
anything that was done before. A customer who is erased already answers alike.`;

/** Erasing a customer: the owner's, because nothing brings them back. */
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
      const { record, appended, repeated } = await carryOut(context, senderOf(request), reply, target, {
        expectedRevision,
      });
      if (appended.length > 0 && !repeated) {
        recordSecurity(context, request, { type: 'data_erased', detail: `customer ${id}` });
      }
      return { customer: record, leadId: record.leadId, ...(await finish(context, id, record.leadId)) };
    },
  );
}

/** What an earlier call, of anybody, left unfinished is finished too. */
async function finish(
  { store, processes, erasure, log }: ApiContext,
  id: string,
  leadId: string | null,
): Promise<Pick<ErasedCustomer, 'photos' | 'isComplete'>> {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
  try {
    const events: RecordedEvent[] = [];
    for (const stream of [`customer-${id}`, ...(leadId === null ? [] : [`lead-${leadId}`])]) {
      const event = await findErasure(store, stream);
      if (event === null) throw new Error(`${stream} is not erased yet.`);
      await processes.follow([event]);
      events.push(event);
    }
    return { ...(await erasure.finish(events, signal)), isComplete: true };
  } catch (err) {
    // It was decided and is in the log: the reactor goes on with it.
    log.error({ err, customer: id }, 'an erasure is not finished yet');
    return { photos: 0, isComplete: false };
  }
}
