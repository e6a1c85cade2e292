import { existsSync, mkdirSync } from 'node:fs';
import type { CollectionDefinition, ReadModelStore } from '../../read-models.ts';
import { checkGeneration } from './check.ts';
import { CommitSignal } from './commit-signal.ts';
import { generationFiles, listGenerations, removeGeneration, setFilesAside } from './files.ts';
import { EmbeddedReadModels } from './generation.ts';

/** The embedded store's handles also explain how SQLite runs a find. */
export interface EmbeddedReadModelStore extends ReadModelStore {
  create(generation: string, collections: readonly CollectionDefinition[]): Promise<EmbeddedReadModels>;
  open(generation: string): Promise<EmbeddedReadModels | null>;
}

/**
 * Read models with one SQLite file per generation, `read-models-<generation>.db`, which any thread may open. A
 * generation is read by the schema it was built with.
 * @param options.folder made if missing
 * @param options.signal 4 bytes that all threads of the process share: with it `watch` learns at once of commits in
 * other threads, without it by polling five times a second
 */
export function openEmbeddedReadModels(options: {
  folder: string;
  signal?: SharedArrayBuffer | undefined;
}): EmbeddedReadModelStore {
  const { folder } = options;
  const signal = new CommitSignal(options.signal);
  const opened = new Set<EmbeddedReadModels>();
  mkdirSync(folder, { recursive: true });

  function keep(models: EmbeddedReadModels): EmbeddedReadModels {
    for (const other of opened) if (other.isClosed()) opened.delete(other);
    opened.add(models);
    return models;
  }

  return {
    async create(generation, collections) {
      const files = generationFiles(folder, generation);
      removeGeneration(folder, generation);
      return keep(EmbeddedReadModels.create(files, signal, collections));
    },
    async open(generation) {
      const files = generationFiles(folder, generation);
      const models = existsSync(files.finished) ? EmbeddedReadModels.open(files, signal) : null;
      return models && keep(models);
    },
    list: async () => listGenerations(folder),
    drop: async (generation) => removeGeneration(folder, generation),
    check: (generation, until) => checkGeneration(generationFiles(folder, generation), until),
    setAside: async (generation) => setFilesAside(folder, generationFiles(folder, generation)),
    async close() {
      for (const models of opened) await models.close();
      opened.clear();
    },
  };
}
