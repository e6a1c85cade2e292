import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { mailAddress } from '../../domain/kit/mail-address.ts';
import type { SuppressionReason } from '../../domain/suppression/terms.ts';
import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { errors, readHeaders } from '../kit/fields/common.schema.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { findRecord, noSuch, streamOf } from '../kit/records.ts';
import { recordRoutes } from '../kit/routes.ts';
import { currentMailboxKey, knownMailboxKey, mailboxId } from './mailbox-key.ts';
import { suppressionKind } from './record.ts';
import {
  erasedSuppression,
  eraseSuppressionBody,
  liftFields,
  liftSuppressionBody,
  suppressAddressBody,
  suppressionFields,
  suppressionList,
  suppressionOf,
  suppressionOfQuery,
  suppressionRecord,
} from './schema.ts';

const PATH = '/api/marketing/suppressions';
const TAG = 'Marketing';

const erasing = `Erases the readable address of a suppression, with its notes. It goes on to hold: only a keyed hash of the
mailbox is left. The erasure of a customer does the same for each address that they ever had. It cannot be undone.`;

/** Which addresses get no marketing. Mail about somebody's own quote, visit or invoice does not ask. */
export function suppressionRoutes(app: App, context: ApiContext): void {
  const routes = recordRoutes(app, context, {
    kind: suppressionKind,
    record: suppressionRecord,
    path: PATH,
    tag: TAG,
  });

  routes.list(suppressionList);
  routes.get();
  routes.create({
    body: suppressAddressBody,
    id: async ({ address }) => mailboxId(await currentMailboxKey(context), required(address)),
    commands: async ({ body, now }) => {
      const { address, reason, note } = completed(suppressionFields, body);
      const { check: keyCheck } = await currentMailboxKey(context);
      return { type: 'SuppressAddress', address, keyCheck, reason: reason as SuppressionReason, note, now };
    },
  });
  routes.change({
    method: 'POST',
    at: '/:id/lift',
    body: liftSuppressionBody,
    commands: ({ body, now }) => ({ type: 'LiftSuppression', ...completed(liftFields, body), now }),
  });

  app.withTypeProvider<ZodTypeProvider>().get(
    '/api/marketing/suppression-of',
    {
      config: { access: 'marketing:read' },
      schema: {
        tags: [TAG],
        description: 'Whether an address gets no marketing, and why.',
        headers: readHeaders,
        querystring: suppressionOfQuery,
        response: { 200: suppressionOf, ...errors },
      },
    },
    async (request) => {
      const key = await knownMailboxKey(context);
      const id = key && mailboxId(key, request.query.address);
      const document = id && (await findRecord(context, suppressionKind, id));
      const [suppression = null] = document ? await suppressionKind.show(context, [document]) : [];
      return { suppression };
    },
  );

  eraseRoute(app, context, {
    kind: suppressionKind,
    record: suppressionRecord,
    path: PATH,
    tag: TAG,
    description: erasing,
    body: eraseSuppressionBody,
    answered: erasedSuppression,
    command: (confirm) => ({ type: 'ErasePersonOfSuppression', confirm }) as const,
    rootsOf: (id) => [streamOf(suppressionKind, id)],
    answer: (suppression, progress) => ({ suppression, ...progress }),
  });
}

/** @throws HttpError 400 for what is no address */
function required(address: string): string {
  if (mailAddress(address) === null) throw noSuch('address', `“${address}” is not an email address.`);
  return address;
}
