import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { ApiContext, App } from '../kit/context.ts';
import { errors } from '../kit/fields/common.schema.ts';
import { completed, givenIn } from '../kit/fields/fields.schema.ts';
import { recordRoutes } from '../kit/routes.ts';
import { requirePerson } from '../tasks/person.ts';
import { automationRuleKind, automationRunKind } from './record.ts';
import {
  ACTS,
  actsAnswer,
  addRuleBody,
  reviseRuleBody,
  ruleFields,
  ruleList,
  ruleRecord,
  runList,
  runRecord,
  turnOnBody,
} from './schema.ts';

const PATH = '/api/ai/automation-rules';

/** Rules of what is done by itself when an insight is raised. A new one is off. */
export function automationRuleRoutes(app: App, context: ApiContext): void {
  const rules = recordRoutes(app, context, {
    kind: automationRuleKind,
    record: ruleRecord,
    path: PATH,
    tag: 'AI',
  });

  app.withTypeProvider<ZodTypeProvider>().get(
    `${PATH}/acts`,
    {
      config: { access: 'insights:read' },
      schema: {
        tags: ['AI'],
        description: 'What rules can do, and for which insights each act can be done.',
        response: { 200: actsAnswer, ...errors },
      },
    },
    async () => ACTS,
  );
  rules.list(ruleList);
  rules.get();
  rules.create({
    body: addRuleBody,
    async commands({ body, now }) {
      await requirePerson(context, body.assignedTo);
      return { type: 'AddRule', details: completed(ruleFields, body), now };
    },
  });
  rules.revise({
    body: reviseRuleBody,
    async commands({ body }) {
      await requirePerson(context, body.assignedTo);
      return { type: 'ReviseRule', details: givenIn(ruleFields, body) };
    },
  });
  rules.change({ method: 'POST', at: '/:id/turn-on', body: turnOnBody, commands: () => ({ type: 'TurnRuleOn' }) });
  rules.act('turn-off', { type: 'TurnRuleOff' });
  rules.remove({ type: 'RemoveRule' });
  rules.act('restore', { type: 'RestoreRule' });
}

/** What rules did, and what they left out. */
export function automationRunRoutes(app: App, context: ApiContext): void {
  const runs = recordRoutes(app, context, {
    kind: automationRunKind,
    record: runRecord,
    path: '/api/ai/automation-runs',
    tag: 'AI',
  });
  runs.list(runList);
  runs.get();
}
