import { recordFolds } from '../../../api/areas.ts';
import { type JobCommand, job } from '../../../domain/job/job.ts';
import { createBatches } from '../../../platform/commands/batches.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { dyingAfter } from './dying-log.ts';
import { openDying } from './dying-process.ts';

// Schedules jobs as one batch, on the stores of the environment, and kills itself right after this many appends.

const [commandId = '', survived = '0', ...jobIds] = process.argv.slice(2);
const dying = await openDying((log) => dyingAfter(Number(survived), log));
const { stores, store, streams, commands, runner } = dying;
const batches = createBatches({
  commands,
  processes: runner,
  store,
  streams,
  records: recordFolds,
  clock: systemClock,
});
const visit = { start: '2026-06-16T08:00', end: '2026-06-16T12:00' };
const schedule: JobCommand = {
  type: 'ScheduleJob',
  planned: { visits: [visit] },
  zone: 'America/New_York',
  isStatus: true,
};
const items = [];
for (const recordId of jobIds) {
  const { revision } = await streams.load(job, recordId);
  items.push({ stream: `job-${recordId}`, recordId, expectedRevision: Number(revision), commands: [schedule] });
}
await batches.carryOut({ kind: 'schedule', planId: null, items }, { actor: 'owner', commandId, body: 'null' });
await stores.close();
