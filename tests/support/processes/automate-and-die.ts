import { insightId } from '../../../ai/insights/insight-id.ts';
import { recordFolds } from '../../../api/areas.ts';
import { createAutomation } from '../../../api/automation/automation.ts';
import { fillStandIns } from '../../../api/automation/stand-ins.ts';
import { type InsightCommand, insight } from '../../../domain/insight/insight.ts';
import { createBatches } from '../../../platform/commands/batches.ts';
import { createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { readAfter } from '../../../platform/commands/streams.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { openModels } from '../../../server/models.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Raises an insight about customers, on the stores of the environment, carries out the rules, and kills itself right after so many
// appends of theirs.

const [service = '', survived = '-1', ...customerIds] = process.argv.slice(2);
const { stores, store, streams, commands, runner } = await openDying((log) => dyingAfter(Number(survived), log));
const stopping = new AbortController();
const models = openModels(stores, createLog('silent'), false);
const { readModels } = models;
const reading = models.loops.map(({ run }) => run(stopping.signal, () => undefined));

const id = insightId('customers_due', service);
const commandId = uuidv5(id, 'raise');
const note: InsightCommand = {
  type: 'NoteFinding',
  detector: 'customers_due',
  subject: service,
  finding: {
    insightType: 'recommendation',
    category: 'customer',
    severity: 'warning',
    title: 'Customers who are due',
    description: '{0} is the latest.',
    actionItems: [],
    basis: null,
    evidence: customerIds.map((each) => ({ kind: 'customer', id: each, why: 'Was here.' })),
    opens: 'message',
    measure: null,
    worth: null,
  },
  confidence: '0.7',
  track: null,
  now: '2026-06-15T12:00:00.000Z',
};
const raising = createCommandHandler({ store: stores.log, streams, keys: stores.keys, clock: systemClock });
const by = { actor: 'insights', commandId, body: 'null', correlationId: commandId, causationId: null };
await raising.handle(insight, id, [note], by);
const [raised] = await readAfter(stores.log, `insight-${id}`);

const batches = createBatches({
  commands,
  processes: runner,
  store,
  streams,
  records: recordFolds,
  clock: systemClock,
  fill: fillStandIns({ streams, readModels }),
});
const automation = createAutomation({ ...stores, store, streams, readModels, clock: systemClock, commands, batches });
if (raised) await automation.react(raised, stopping.signal);
stopping.abort();
await Promise.all(reading);
await stores.close();
