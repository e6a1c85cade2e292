import { recordFolds } from '../../../api/areas.ts';
import { deciders, processes } from '../../../domain/index.ts';
import { type CommandHandler, createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createProcessRunner, type ProcessRunner } from '../../../platform/commands/processes.ts';
import { createStreams, type Streams } from '../../../platform/commands/streams.ts';
import { parseConfig } from '../../../platform/configuration/config.ts';
import { systemClock } from '../../../platform/runtime/clock.ts';
import { openStores, type Stores } from '../../../platform/runtime/stores.ts';
import type { EventStore } from '../../../store/event-store.ts';

export interface DyingProcess {
  stores: Stores;
  /** Kills the process in time. */
  store: EventStore;
  streams: Streams;
  commands: CommandHandler;
  runner: ProcessRunner;
}

/** What a process needs to act as the API does, on the stores of the environment. @param dying the log it is given */
export async function openDying(dying: (log: EventStore) => EventStore): Promise<DyingProcess> {
  const stores = await openStores(parseConfig(process.env), systemClock);
  const store = dying(stores.log);
  const { keys, state } = stores;
  const streams = createStreams({ store, keys, records: recordFolds });
  const commands = createCommandHandler({ store, streams, keys, clock: systemClock });
  const runner = createProcessRunner({ processes, deciders, commands, store, state, clock: systemClock });
  return { stores, store, streams, commands, runner };
}
