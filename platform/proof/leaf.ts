import type { StoredEvent } from '../../store/event-store.ts';

/** What of an event is in the tree. */
export type Leaf = Omit<StoredEvent, 'revision'> & { revision: bigint | number };

/**
 * An event in the tree: everything that the store keeps of it, as it keeps it, what is sealed sealed. The first line says how
 * many bytes metadata and data have, which end it (docs/proof.md).
 */
export function leafOf({ position, stream, revision, id, type, metadata, data }: Leaf): string {
  const head = `heartwood/event@v1 ${Buffer.byteLength(metadata)} ${Buffer.byteLength(data)}`;
  return `${head}\n${position}\n${stream}\n${revision}\n${id}\n${type}\n${metadata}\n${data}`;
}
