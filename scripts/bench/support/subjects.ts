import { uuidv5 } from '../../../platform/runtime/ids.ts';

const FIRST = Date.UTC(2025, 0, 1);

/** The subject of a bench person by number, always the same: its name begins with a time, like the product's. */
export function benchSubject(number: number): string {
  const time = (FIRST + number).toString(16).padStart(12, '0');
  const rest = uuidv5('bench', `subject ${number}`).slice(15);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${rest}`;
}
