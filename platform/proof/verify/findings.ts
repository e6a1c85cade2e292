import type { Position } from '../../../store/event-store.ts';

/** The most findings that are told one by one: a log that was moved by one place has as many as events. */
const MOST = 100;
const SHOWN_CHARS = 120;

/** Something that is not as it was signed or written. */
export interface Finding {
  /** Where it is; null where it has no place in the log. */
  position: Position | null;
  /** A sentence for whoever runs Heartwood. */
  text: string;
}

/** What was found, up to a number of findings that somebody can read. */
export class Findings {
  readonly told: Finding[] = [];
  /** How many more there were. */
  more = 0;

  add(position: Position | null, text: string): void {
    if (this.told.length < MOST) this.told.push({ position, text });
    else this.more += 1;
  }

  /** Whether nothing more that is found would be told. */
  isFull(): boolean {
    return this.more > 0;
  }

  /** Takes over what was found elsewhere, such as in another thread. */
  take({ told, more }: { told: readonly Finding[]; more: number }): void {
    for (const { position, text } of told) this.add(position, text);
    this.more += more;
  }
}

/** An event in words, such as `lead-1@3 LeadWon, position 0000000000000017`. */
export function eventText(event: { stream: unknown; revision: unknown; type: unknown; position: Position }): string {
  const { stream, revision, type, position } = event;
  return `${shown(stream)}@${shown(revision)} ${shown(type)}, position ${position}`;
}

/** What may be anything where it was damaged, on one line. */
export function shown(value: unknown): string {
  const text = String(value).replaceAll(/\p{Cc}/gu, '�');
  return text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text;
}
