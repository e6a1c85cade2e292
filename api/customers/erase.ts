import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { streamOf } from '../kit/records.ts';
import { customerKind } from './record.ts';
import { customerRecord, eraseCustomerBody, erasedCustomer } from './schema.ts';

const description = `Erases a customer's personal data for good, with that of the lead they came from and of all that is about
either: quotes, jobs and their costs, invoices, mails, analyses and photos. Their texts read \`[erased]\` everywhere, in every
history too, and photo files that no other record uses are deleted. Figures and the fact that there was such a customer stay:
no open invoice and no planned job stands in the way. Neither this nor anything done before can be undone. For a customer
who is already erased the answer is the same.`;

/** Erases a customer, and the lead they came from. */
export function eraseCustomerRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: customerKind,
    record: customerRecord,
    path: '/api/customers',
    tag: 'Customers',
    description,
    body: eraseCustomerBody,
    answered: erasedCustomer,
    command: (confirm) => ({ type: 'EraseCustomer', confirm }) as const,
    rootsOf: (id, { leadId }) => [
      streamOf(customerKind, id),
      ...(leadId === null ? [] : [streamOf(context.kinds.of('lead'), leadId)]),
    ],
    answer: (customer, progress) => ({ customer, leadId: customer.leadId, ...progress }),
  });
}
