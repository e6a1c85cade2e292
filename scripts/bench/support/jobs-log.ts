import { NO_JOB_DETAILS } from '../../../domain/job/events.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { FIRST_NUMBER } from '../../../domain/kit/numbers.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchEvents } from './bench-events.ts';
import { benchCustomerId } from './customers-log.ts';
import { benchSubject } from './subjects.ts';

/** Appends that wait together share a transaction. */
const WRITERS = 200;
const TELL_EVERY = 10_000;
const SERVICES = ['tree_removal', 'pruning', 'stump_grinding', 'tree_trimming'];
const PRIORITIES = ['urgent', 'high', 'normal', 'low'];
const ZONE = 'America/New_York';

/**
 * Appends this many jobs for customers whose registrations are in the log; each has a date, and one in four is done.
 * @param minutesApart between one job's date and the next
 */
export async function writeJobs(log: EventStore, count: number, customers: number, minutesApart = 1): Promise<void> {
  let next = 0;
  async function writer(): Promise<void> {
    for (let number = next++; number < count; number = next++) {
      await create(log, number, (number * 7_919) % customers, minutesApart);
      if (number % TELL_EVERY === 0) process.stderr.write(`\rwriting ${number} of ${count} jobs`);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer));
  process.stderr.write('\n');
}

async function create(log: EventStore, number: number, customer: number, minutesApart: number): Promise<void> {
  const createdAt = new Date(Date.UTC(2020, 0, 1) + number * minutesApart * 60_000).toISOString();
  const stream = `job-${uuidv5('bench', `job ${number}`)}`;
  const bodies = jobBodies({ number, customerId: benchCustomerId(customer), createdAt, isDone: number % 4 === 0 });
  const at = { recordedAt: createdAt, subject: benchSubject(customer) };
  await log.append(stream, benchEvents(stream, bodies, at), 'none');
}

/** The history of a job scheduled for the day it is created. @param job.createdAt ISO UTC */
export function jobBodies(job: {
  number: number;
  customerId: string;
  createdAt: string;
  isDone: boolean;
}): EventBody[] {
  const { number, customerId, createdAt, isDone } = job;
  const day = createdAt.slice(0, 'YYYY-MM-DD'.length);
  const details = {
    ...NO_JOB_DETAILS,
    address: `${(number % 900) + 1} Mill Lane, Amherst, MA 01002`,
    serviceType: SERVICES[number % SERVICES.length] ?? null,
    priority: PRIORITIES[number % PRIORITIES.length] ?? 'normal',
    estimatedDuration: 4,
    amount: 80_000,
    description: 'Large limb over the roof, wants it down before winter',
  };
  const visits = [{ start: `${day}T08:00`, end: `${day}T12:00` }];
  const planned = [
    { type: 'JobCreated', data: { number: FIRST_NUMBER + number, customerId, ...details, createdAt } },
    { type: 'JobScheduled', data: { status: 'scheduled', visits, zone: ZONE } },
  ];
  if (!isDone) return planned;
  const completedAt = new Date(Date.parse(createdAt) + 14_400_000).toISOString();
  return [
    ...planned,
    { type: 'JobStarted', data: { status: 'in_progress', at: createdAt } },
    { type: 'JobCompleted', data: { status: 'completed', at: completedAt } },
  ];
}
