import { NotAPosition, type Position, START } from '../event-store.ts';

/** A place in $all: unsigned 64-bit numbers. */
export interface LogPosition {
  commit: bigint;
  prepare: bigint;
}

const DIGITS = 20;
const LARGEST = 2n ** 64n - 1n;
const PATTERN = /^(\d{20})\.(\d{20})$/;

/** Both numbers at full width, so that positions sort as text. */
export function toPosition({ commit, prepare }: LogPosition): Position {
  return textOfPosition(String(commit), String(prepare));
}

/** The position of two numbers in decimal digits. */
export function textOfPosition(commit: string, prepare: string): Position {
  return `${commit.padStart(DIGITS, '0')}.${prepare.padStart(DIGITS, '0')}`;
}

/** Whether the text is a position of an EventStoreDB. */
export function isPosition(text: string): boolean {
  return text === START || partsOf(text) !== null;
}

/**
 * Where a read or subscription starts.
 * @throws NotAPosition if the text is not a position of an EventStoreDB
 */
export function beginningAt(position: Position): LogPosition | 'start' {
  if (position === START) return 'start';
  const parts = partsOf(position);
  if (!parts) throw new NotAPosition();
  return parts;
}

function partsOf(text: string): LogPosition | null {
  const [, commit, prepare] = PATTERN.exec(text) ?? [];
  if (commit === undefined || prepare === undefined) return null;
  const parts = { commit: BigInt(commit), prepare: BigInt(prepare) };
  return parts.commit <= LARGEST && parts.prepare <= LARGEST ? parts : null;
}
