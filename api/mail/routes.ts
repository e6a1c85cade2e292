import type { ApiContext, App } from '../kit/context.ts';
import { recordRoutes } from '../kit/routes.ts';
import { byHandRoute } from './by-hand.ts';
import { mailKind } from './record.ts';
import { releaseRoute, requireTrue } from './release.ts';
import { mailList, mailRecord, sendAgainBody } from './schema.ts';
import { undeliveredRoutes } from './undelivered.ts';

/** What was written to people outside, and its outcome. */
export function mailRoutes(app: App, context: ApiContext): void {
  const mails = recordRoutes(app, context, { kind: mailKind, record: mailRecord, path: '/api/mails', tag: 'Mails' });

  mails.list(mailList);
  mails.get();
  // While it is held or being retried: the Undo that a toast offers.
  mails.act('cancel', ({ now }) => ({ type: 'CancelMail', now }));
  mails.change({
    method: 'POST',
    at: '/:id/send-again',
    body: sendAgainBody,
    async commands({ id, body, now }) {
      await requireTrue(context, [id]);
      return { type: 'SendMailAgain', now, ...(body?.to && { to: body.to.trim() }) };
    },
  });
  // For mails that wait for a person: they are sent once the time to undo this has passed.
  mails.act('release', async ({ id, now }) => {
    await requireTrue(context, [id]);
    return { type: 'ReleaseMail', now };
  });
  releaseRoute(app, context);
  undeliveredRoutes(app, context);
  byHandRoute(app, context);
  mails.act('mark-sent', ({ now }) => ({ type: 'MarkMailSent', now }));
}
