import { recordFolds } from '../../../api/areas.ts';
import { deciders, registry as productRegistry } from '../../../domain/index.ts';
import type { EventRegistry } from '../../../domain/kit/event.ts';
import type { Process } from '../../../domain/kit/process.ts';
import { type CommandHandler, createCommandHandler } from '../../../platform/commands/command-handler.ts';
import { createProcessRunner, type ProcessRunner } from '../../../platform/commands/processes.ts';
import { createStreams, type KeptLimits, type Streams } from '../../../platform/commands/streams.ts';
import { FOLLOWED } from '../../../server/followed.ts';
import { createCodec } from '../../../store/codec.ts';
import { openEmbeddedReadModels } from '../../../store/embedded/read-models/store.ts';
import { openEmbeddedStores } from '../../../store/embedded/stores.ts';
import type { EventStore } from '../../../store/event-store.ts';
import type { ReadModelStore } from '../../../store/read-models.ts';
import type { StateStore } from '../../../store/state.ts';
import { type SubjectKeys, subjectKeys } from '../../../store/subject-keys.ts';
import { tempFolder } from '../temp-folder.ts';

/** The embedded stores of a complete product in a folder of their own. */
export interface ProductStores {
  folder: string;
  log: EventStore;
  state: StateStore;
  keys: SubjectKeys;
  readModels: ReadModelStore;
  /** Opens the same log again: as another version of the product sees it, with other keys, or in other batches. */
  openLog(options?: { registry?: EventRegistry; keys?: SubjectKeys; pageSize?: number }): EventStore;
  /** Another process's view of the streams, empty at first. */
  streams(limits?: KeptLimits, log?: EventStore): Streams;
  /** A command handler of its own on the same log, as another process has it. */
  commandHandler(limits?: KeptLimits, log?: EventStore): CommandHandler;
  /** Carries out these processes, as a separate process would. */
  processRunner(processes: readonly Process[], commands: CommandHandler, log?: EventStore): ProcessRunner;
  /** Closes them for another process; the folder stays until `close`. */
  release(): Promise<void>;
  close(): Promise<void>;
}

/** @param options.folder one that outlives them; without it, a temporary one */
export async function openProductStores(options: { folder?: string } = {}): Promise<ProductStores> {
  const folder = options.folder === undefined ? await tempFolder() : { path: options.folder, remove: async () => {} };
  const stores = await openEmbeddedStores({ folder: folder.path, now: Date.now, durable: false });
  const { state } = stores;
  const keys = subjectKeys(state);
  const readModels = openEmbeddedReadModels({ folder: folder.path });
  const openLog: ProductStores['openLog'] = (options = {}) => {
    const codec = createCodec(options.registry ?? productRegistry, options.keys ?? keys);
    return stores.eventStore(codec, options);
  };
  const log = openLog();
  const streams: ProductStores['streams'] = (limits, from = log) =>
    createStreams({
      store: from,
      keys: subjectKeys(state),
      records: recordFolds,
      followed: FOLLOWED,
      ...(limits && { limits }),
    });
  return {
    folder: folder.path,
    log,
    state,
    keys,
    readModels,
    openLog,
    streams,
    commandHandler(limits, from = log) {
      return createCommandHandler({
        store: from,
        streams: streams(limits, from),
        keys: subjectKeys(state),
        clock: Date.now,
      });
    },
    processRunner: (processes, commands, from = log) =>
      createProcessRunner({ processes, deciders, commands, store: from, state, clock: Date.now }),
    async release() {
      await readModels.close();
      await stores.close();
    },
    async close() {
      await readModels.close();
      await stores.close();
      await folder.remove();
    },
  };
}
