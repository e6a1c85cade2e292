import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { leadKind } from './record.ts';
import { erasedLead, eraseLeadBody, leadRecord } from './schema.ts';

const description = `Erases the personal data of a lead of whom no customer was made, with that of all that is about them: quotes, analyses,
photos, mails, tasks and the external lead that it came from. Texts read \`[erased]\` everywhere, in every history too. Figures and the
fact that there was such a lead stay. None of it can be undone. 409 for a lead of whom a customer was made: it goes with the customer.`;

/** Erases somebody known only by a lead. */
export function eraseLeadRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: leadKind,
    record: leadRecord,
    path: '/api/leads',
    tag: 'Leads',
    description,
    body: eraseLeadBody,
    answered: erasedLead,
    command: (confirm) => ({ type: 'ErasePersonOfLead', confirm }) as const,
    rootsOf: (id) => [streamOf(leadKind, id)],
    answer: (lead, progress) => ({ lead, ...progress }),
  });
}
