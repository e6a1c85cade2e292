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

/** The answer is given at the latest after this; the rest then continues in the background. */
const ANSWER_WITHIN_MS = 10_000;

const description = `Erases a customer's personal data for good, with that of the lead they came from, of their jobs and of
the photos of both. Their texts read \`[erased]\` everywhere, in every history too, and photo files that no other record
uses are deleted. Figures and the fact that there was such a customer stay. Neither this nor anything done before can be
undone. For a customer who is already erased the answer is the same.`;

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

/** Also finishes what an earlier call, by anybody, left unfinished. */
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
    const erased = await erasure.finish(events, signal);
    return { photos: erased.get('photo') ?? 0, isComplete: true };
  } catch (err) {
    // It was decided and is in the log: the reactor goes on with it.
    log.error({ err, customer: id }, 'an erasure is not finished yet');
    return { photos: 0, isComplete: false };
  }
}
