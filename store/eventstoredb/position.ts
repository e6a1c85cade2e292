import { NotAPosition, type Position, START } from '../event-store.ts';

/** A place in $all: unsigned 64-bit numbers. */
export interface LogPosition {
  commit: bigint;
  prepare: bigint;
}

const DIGITS = 20;
const PATTERN = /^(\d{20})\.(\d{20})$/;

/** Both numbers at full width, so that positions order as text. */
export function toPosition({ commit, prepare }: LogPosition): Position {
  return `${padded(commit)}.${padded(prepare)}`;
}

/** Whether the text is a position of an EventStoreDB. */
export function isPosition(position: Position): boolean {
  return position === START || PATTERN.test(position);
}

/**
 * Where a read or subscription begins.
 * @throws NotAPosition where the text is none of an EventStoreDB
 */
export function beginningAt(position: Position): LogPosition | 'start' {
  if (position === START) return 'start';
  const match = PATTERN.exec(position);
  if (!match) throw new NotAPosition();
  return { commit: BigInt(match[1] as string), prepare: BigInt(match[2] as string) };
}

function padded(part: bigint): string {
  return BigInt(part).toString().padStart(DIGITS, '0');
}
