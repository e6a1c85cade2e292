import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ExternalLeadEvent } from '../../domain/external-lead/events.ts';
import type { Recorded } from '../../domain/kit/event.ts';
import { findErasure } from '../../platform/commands/erasure.ts';
import { carryOut, senderOf } from '../kit/changes/commands.ts';
import { changeErrors } from '../kit/changes/conflicts.schema.ts';
import { finishErasure } from '../kit/changes/erasure.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { changeHeaders, idParams } from '../kit/fields/common.schema.ts';
import { streamOf } from '../kit/records.ts';
import { externalLeadKind } from './record.ts';
import { erasedExternalLead, eraseExternalLeadBody, externalLeadRecord } from './schema.ts';

const description = `Erases the personal data of the person who asked, with their photos, their mails and the professional who was
assigned. Texts read \`[erased]\` everywhere, in every history too. That there was such a request stays. None of it can be undone. 409 while it is a lead of the own pipeline: it goes with the customer.`;

/** Erasing somebody known only by an external lead is reserved for the owner, because nothing brings them back. */
export function eraseExternalLeadRoute(app: App, context: ApiContext): void {
  app.withTypeProvider<ZodTypeProvider>().post(
    '/api/admin/external-leads/:id/erase',
    {
      config: { access: 'owner' },
      schema: {
        tags: ['External leads'],
        description,
        headers: changeHeaders,
        params: idParams,
        body: eraseExternalLeadBody,
        response: { 200: erasedExternalLead, ...changeErrors(externalLeadRecord) },
      },
    },
    async (request, reply) => {
      const { id } = request.params;
      const { confirm, expectedRevision } = request.body;
      const commands = [{ type: 'ErasePersonOfExternalLead', confirm } as const];
      const target = { kind: externalLeadKind, id, commands };
      const outcome = await carryOut(context, senderOf(request), reply, target, { expectedRevision });
      const progress = await finishErasure(context, request, outcome, {
        record: `external lead ${id}`,
        streams: await streamsOfPerson(context, id),
      });
      return { externalLead: outcome.record, ...progress };
    },
  );
}

/** The lead's own stream, then those of the leads it was taken in as. */
async function streamsOfPerson({ store, kinds }: ApiContext, id: string): Promise<string[]> {
  const stream = streamOf(externalLeadKind, id);
  const erasure = (await findErasure(store, stream)) as Recorded<ExternalLeadEvent> | null;
  const leadIds = erasure?.type === 'ExternalLeadErased' ? erasure.data.leadIds : [];
  return [stream, ...leadIds.map((leadId) => streamOf(kinds.of('lead'), leadId))];
}
