import { NO_JOB_DETAILS } from '../../../domain/job/events.ts';
import { FIRST_NUMBER } from '../../../domain/numbering/terms.ts';
import { eventId, uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchSubject } from './subjects.ts';

/** Appends that wait together share a transaction. */
const WRITERS = 200;
const TELL_EVERY = 10_000;
const COMMAND_HASH = '0123456789abcdef';
const SERVICES = ['tree_removal', 'pruning', 'stump_grinding', 'tree_trimming'];
const PRIORITIES = ['urgent', 'high', 'normal', 'low'];
const ZONE = 'America/New_York';

/**
 * Appends this many jobs of so many customers, whose registrations are in the log; each has a date, and one in four is done.
 * @param minutesApart that a job's date lies behind that of the one before
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
  const stream = `job-${uuidv5('bench', `job ${number}`)}`;
  const commandId = uuidv5('bench', `creation ${number}`);
  const createdAt = new Date(Date.UTC(2020, 0, 1) + number * minutesApart * 60_000);
  const recordedAt = createdAt.toISOString();
  const day = recordedAt.slice(0, 'YYYY-MM-DD'.length);
  const metadata = {
    ...{
      actor: 'owner',
      correlationId: commandId,
      causationId: null,
      commandId,
      commandHash: COMMAND_HASH,
      recordedAt,
    },
    subject: benchSubject(customer),
  };
  const details = {
    ...NO_JOB_DETAILS,
    address: `${(number % 900) + 1} Mill Lane, Amherst, MA 01002`,
    serviceType: SERVICES[number % SERVICES.length] ?? null,
    priority: PRIORITIES[number % PRIORITIES.length] ?? 'normal',
    ...{ estimatedDuration: 4, amount: 80_000, description: 'Large limb over the roof, wants it down before winter' },
  };
  const visits = [{ start: `${day}T08:00`, end: `${day}T12:00` }];
  const done = number % 4 === 0;
  const bodies = [
    {
      type: 'JobCreated',
      data: {
        ...{ number: FIRST_NUMBER + number, customerId: uuidv5('bench', `customer ${customer}`) },
        ...{ ...details, createdAt: recordedAt },
      },
    },
    { type: 'JobScheduled', data: { status: 'scheduled', visits, zone: ZONE } },
    ...(done
      ? [
          { type: 'JobStarted', data: { status: 'in_progress', at: recordedAt } },
          { type: 'JobCompleted', data: { status: 'completed', at: new Date(+createdAt + 14_400_000).toISOString() } },
        ]
      : []),
  ];
  const events = bodies.map((body, at) => ({
    ...{ ...body, metadata },
    id: eventId(commandId, COMMAND_HASH, stream, BigInt(at)),
  }));
  await log.append(stream, events, 'none');
}
