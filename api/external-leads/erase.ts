import { externalLead } from '../../domain/external-lead/external-lead.ts';
import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { externalLeadKind } from './record.ts';
import { erasedExternalLead, eraseExternalLeadBody, externalLeadRecord } from './schema.ts';

const description = `Erases the personal data of the person who asked, with their photos, their mails and the professional who was
assigned. Texts read \`[erased]\` everywhere, in every history too. That there was such a request stays. None of it can be undone. 409 while it is a lead of the own pipeline: it goes with the customer.`;

/** Erases somebody known only by an external lead. */
export function eraseExternalLeadRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: externalLeadKind,
    record: externalLeadRecord,
    path: '/api/admin/external-leads',
    tag: 'External leads',
    description,
    body: eraseExternalLeadBody,
    answered: erasedExternalLead,
    command: (confirm) => ({ type: 'ErasePersonOfExternalLead', confirm }) as const,
    rootsOf: (id) => streamsOfPerson(context, id),
    answer: (lead, progress) => ({ externalLead: lead, ...progress }),
  });
}

/** The lead's own stream, then those of the leads it was taken in as. */
async function streamsOfPerson({ streams, kinds }: ApiContext, id: string): Promise<string[]> {
  const { state, stream } = await streams.load(externalLead, id);
  const leadIds = state.presence === 'absent' ? [] : state.leadIds;
  return [stream, ...leadIds.map((leadId) => streamOf(kinds.of('lead'), leadId))];
}
