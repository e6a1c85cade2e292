import type { Leaf } from '../leaf.ts';
import type { KeptTiles } from '../log-tree.ts';
import type { Findings } from './findings.ts';
import type { Asked, TilesRead } from './tiles.ts';

/** A log as it was read from its first event to its last. */
export interface LogRead {
  /** How many events it has, those that are missing included where their places show. */
  events: number;
  tiles: TilesRead;
  /** False where damage left nothing to be read at all. */
  isRead: boolean;
  /** What is not in order by itself, whatever was signed. */
  findings: Findings;
}

/** A log that is verified: read only, beside whoever writes it. */
export interface WholeLog {
  /** Reads all events that there are when it begins. @throws if the log cannot be read just now */
  read(asked: Asked): Promise<LogRead>;
  /** The events in a tile: those that the kept tiles say, where the log itself does not number its events. */
  inTile(tile: number, kept: KeptTiles): Promise<Leaf[]>;
}
