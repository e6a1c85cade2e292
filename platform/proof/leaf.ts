import type { StoredEvent } from '../../store/event-store.ts';

/**
 * The bytes of an event in the tree: everything that the store keeps of it, as it keeps it, what is sealed sealed. The
 * first line says how long metadata and data are, which end it (docs/proof.md).
 */
export function leafOf({ position, stream, revision, id, type, metadata, data }: StoredEvent): Buffer {
  const [said, held] = [Buffer.from(metadata), Buffer.from(data)];
  const lines = [`heartwood/event@v1 ${said.length} ${held.length}`, position, stream, revision, id, type, ''];
  return Buffer.concat([Buffer.from(lines.join('\n')), said, Buffer.from('\n'), held]);
}
