import { recordFolds } from '../../api/areas.ts';
import { deciders, processes } from '../../domain/index.ts';
import { type JobCommand, job } from '../../domain/job/job.ts';
import { createBatches } from '../../platform/commands/batches.ts';
import { createCommandHandler } from '../../platform/commands/command-handler.ts';
import { createProcessRunner } from '../../platform/commands/processes.ts';
import { createStreams } from '../../platform/commands/streams.ts';
import { systemClock } from '../../platform/runtime/clock.ts';
import { parseConfig } from '../../platform/runtime/config.ts';
import { openStores } from '../../platform/runtime/stores.ts';
import { dyingAfter } from './dying-log.ts';

// Schedules jobs as one batch, on the stores of the environment, and kills itself right after this many appends.

const [commandId = '', survived = '0', ...jobIds] = process.argv.slice(2);
const stores = await openStores(parseConfig(process.env), systemClock);
const store = dyingAfter(Number(survived), stores.log);
const { keys } = stores;
const streams = createStreams({ store, keys, records: recordFolds });
const commands = createCommandHandler({ store, streams, keys, clock: systemClock });
const runner = createProcessRunner({ processes, deciders, commands, store, state: stores.state, clock: systemClock });
const batches = createBatches({
  ...{ commands, processes: runner, store, streams, records: recordFolds, clock: systemClock },
});
const visit = { start: '2026-06-16T08:00', end: '2026-06-16T12:00' };
const schedule: JobCommand = {
  ...{ type: 'ScheduleJob', planned: { visits: [visit] }, zone: 'America/New_York', isStatus: true },
};
const items = [];
for (const recordId of jobIds) {
  const { revision } = await streams.load(job, recordId);
  items.push({ stream: `job-${recordId}`, recordId, expectedRevision: Number(revision), commands: [schedule] });
}
await batches.carryOut({ kind: 'schedule', planId: null, items }, { actor: 'owner', commandId, body: 'null' });
await stores.close();
