import { type ClockSpell, clockedBy, handedOver } from '../domain/job/clock-spells.ts';
import type { JobEvent } from '../domain/job/events.ts';
import { isLifeEvent } from '../domain/job/life.ts';
import type { Recorded } from '../domain/kit/event.ts';
import { type Fields, idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

/** When the clock of a job ran, and for which crew, with the job's id. */
export interface JobClocksDocument extends RecordDocument {
  /** The crew that the job has now. */
  crewId: string | null;
  /** In order. */
  spells: ClockSpell[];
  /** When the first began, ISO UTC; null if the clock never ran. */
  begins: string | null;
  /** When the last ended; {@link RUNNING} while it runs. */
  ends: string | null;
  isRemoved: boolean;
}

/** After all instants there are. */
export const RUNNING = '9999-12-31T23:59:59.999Z';

type Clocks = Fields<JobClocksDocument>;

function evolveClocks(clocks: JobClocksDocument, event: Recorded<JobEvent>): Partial<Clocks> | null {
  if (isLifeEvent(event)) return timed(clockedBy(clocks.spells, event, clocks.crewId));
  switch (event.type) {
    case 'JobRevised': {
      const { crewId } = event.data;
      if (crewId === undefined || crewId === clocks.crewId) return null;
      return { crewId, ...timed(handedOver(clocks.spells, crewId, event.metadata.recordedAt)) };
    }
    case 'JobRemoved':
    case 'JobRestored':
      return { isRemoved: event.type === 'JobRemoved' };
    default:
      return null;
  }
}

function timed(spells: ClockSpell[]): Pick<Clocks, 'spells' | 'begins' | 'ends'> {
  const last = spells.at(-1);
  return { spells, begins: spells[0]?.from ?? null, ends: last ? (last.to ?? RUNNING) : null };
}

/** The clocks of all jobs: what hours are reckoned from, and whether a crew's clock runs elsewhere. */
export const jobClocks: Projection<JobClocksDocument> = {
  name: 'job_clocks',
  version: 2,
  collection: 'job_clocks',
  of: ['job'],
  indexes: [['ends'], ['crewId', 'ends']],
  search: [],
  ids: (event) => idsOfStream(event, 'job'),
  evolve(document, recorded) {
    const event = recorded as Recorded<JobEvent>;
    if (event.type === 'JobCreated') {
      return { crewId: event.data.crewId, spells: [], begins: null, ends: null, isRemoved: false };
    }
    const changes = document && evolveClocks(document, event);
    return changes ? { ...document, ...changes } : document;
  },
};
