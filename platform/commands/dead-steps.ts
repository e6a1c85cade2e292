import type { Json, StateStore } from '../../store/state.ts';

/** A step of a process that should follow from an event, but was not done. */
export interface DeadStep {
  process: string;
  /** The stream of that event. */
  stream: string;
  /** The revision of that event, as text. */
  revision: string;
  position: string;
  eventId: string;
  type: string;
  /**
   * - `refused`: for the reason in `error`, until it is tried again.
   * - `waiting`: behind a refused one of the same stream.
   * - `final`: the person it concerns was erased. It is never tried again.
   */
  state: 'refused' | 'waiting' | 'final';
  /** Why, for a person to read. */
  error: string;
  /** When it first failed, and when it was last tried; ISO UTC. */
  since: string;
  triedAt: string;
}

/** The place of an event in the log, as a dead step records it. */
export type StepPlace = Pick<DeadStep, 'process' | 'stream' | 'revision' | 'position' | 'eventId' | 'type'>;

/** Durable, in the state store: kept as long as the step, or the process that repeats it, may be needed. */
export interface DeadSteps {
  /** All of them, by process and stream, in the order of each stream's history. */
  list(): Promise<DeadStep[]>;
  /** Those of one process that follow from one stream, in the order of its history. */
  ofStream(process: string, stream: string): Promise<DeadStep[]>;
  put(place: StepPlace, why: Pick<DeadStep, 'state' | 'error'>, at: string): Promise<void>;
  remove(place: StepPlace): Promise<void>;
}

const PREFIX = 'dead-step/';
/** Final steps are shown for as long as security events are kept. */
const FINAL_FOR_MS = 90 * 24 * 60 * 60 * 1_000;

export function createDeadSteps(state: StateStore): DeadSteps {
  async function read(prefix: string): Promise<DeadStep[]> {
    return (await state.list(prefix)).map(({ value }) => value as unknown as DeadStep);
  }

  return {
    list: () => read(PREFIX),
    ofStream: (process, stream) => read(streamPrefix(process, stream)),
    async put(place, why, at) {
      const key = keyOf(place);
      const before = await state.get(key);
      const since = (before?.value as unknown as DeadStep | undefined)?.since ?? at;
      const value: DeadStep = { ...place, ...why, since, triedAt: at };
      const options = { expected: before?.version ?? 'none', ...(why.state === 'final' && { ttlMs: FINAL_FOR_MS }) };
      // If somebody else has stored it in the meantime, nothing is left to do.
      await state.put(key, { ...value } satisfies Json, options);
    },
    async remove(place) {
      await state.delete(keyOf(place));
    },
  };
}

/** The place of a dead step in the log. */
export function placeOfStep({ process, stream, revision, position, eventId, type }: DeadStep): StepPlace {
  return { process, stream, revision, position, eventId, type };
}

function streamPrefix(process: string, stream: string): string {
  return `${PREFIX}${process}/${encodeURIComponent(stream)}/`;
}

/** Positions sort as text, and so do keys. */
function keyOf({ process, stream, position }: StepPlace): string {
  return `${streamPrefix(process, stream)}${position}`;
}
