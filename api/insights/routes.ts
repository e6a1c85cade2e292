import type { DismissalReason } from '../../domain/insight/terms.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { completed } from '../kit/fields/fields.schema.ts';
import { recordRoutes } from '../kit/routes.ts';
import { insightKind } from './record.ts';
import {
  dismissalFields,
  dismissInsightBody,
  enterInsightBody,
  insightFields,
  insightList,
  insightRecord,
  takeActionBody,
} from './schema.ts';

/** What an owner should know: found in the company's data, or entered by a person. */
export function insightRoutes(app: App, context: ApiContext): void {
  const insights = recordRoutes(app, context, {
    kind: insightKind,
    record: insightRecord,
    path: '/api/ai/insights',
    tag: 'AI',
  });

  insights.list(insightList);
  insights.get();
  insights.create({
    body: enterInsightBody,
    commands: ({ body, now }) => ({ type: 'EnterInsight', ...completed(insightFields, body), isSample: false, now }),
  });
  insights.act('read', ({ now }) => ({ type: 'ReadInsight', now }));
  insights.act('unread', { type: 'MarkInsightUnread' });
  insights.change({
    method: 'POST',
    at: '/:id/action',
    body: takeActionBody,
    commands: ({ body, now }) => ({ type: 'TakeAction', actionNotes: body.actionNotes, now }),
  });
  insights.act('withdraw-action', { type: 'WithdrawAction' });
  insights.change({
    method: 'POST',
    at: '/:id/dismiss',
    body: dismissInsightBody,
    commands({ body, now }) {
      const { reason, note } = completed(dismissalFields, body);
      return { type: 'DismissInsight', reason: reason as DismissalReason, note, now };
    },
  });
  insights.act('withdraw-dismissal', { type: 'WithdrawDismissal' });
  insights.remove({ type: 'RemoveInsight' });
  insights.act('restore', { type: 'RestoreInsight' });
}
