import { recordFolds } from '../../../api/areas.ts';
import { createAutomation } from '../../../api/automation/automation.ts';
import { fillStandIns } from '../../../api/automation/stand-ins.ts';
import { createBatches } from '../../../platform/commands/batches.ts';
import { createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { createLog } from '../../../platform/runtime/log.ts';
import { openModels } from '../../../server/models.ts';
import { asCustomer, noteOf, raiseOn } from '../insights/noted.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Raises an insight about customers, on the stores of the environment, carries out the rules, and kills itself right after so many
// appends of theirs.

const [service = '', survived = '-1', ...customerIds] = process.argv.slice(2);
const { stores, store, streams, commands, runner } = await openDying((log) => dyingAfter(Number(survived), log));
const stopping = new AbortController();
const models = openModels(stores, createLog('silent'), { hasThread: false });
const { readModels } = models;
const reading = models.loops.map(({ run }) => run(stopping.signal, () => undefined));

const raising = createCommandHandler({ store: stores.log, streams, keys: stores.keys, clock: systemClock });
const note = noteOf('customers_due', service, { evidence: customerIds.map(asCustomer) });
const { event: raised } = await raiseOn(raising, note);

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
