import type { EventBody } from '../../../domain/kit/event.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchEvents } from './bench-events.ts';
import { createRandom, type Random } from './random.ts';

/** The share of all events that are about machines, people and crews; the rest are about leads and customers. */
const SHARE = 0.05;
const EVENTS_OF_A_MACHINE = 8;
const EVENTS_OF_A_PERSON = 3;
const AT_ONCE = 50;
const DAY = '2025-01-01';
const AT = `${DAY}T08:00:00.000Z`;

/** The complete stream of one record. */
interface Stream {
  name: string;
  subject?: string;
  bodies: EventBody[];
}

/**
 * Writes the records outside the pipeline: machines with their maintenance, people, and their crews.
 * @returns how many events that took
 */
export async function writeRecords(log: EventStore, events: number): Promise<number> {
  const random = createRandom(11);
  const machines = Math.ceil((events * SHARE * 0.8) / EVENTS_OF_A_MACHINE);
  const people = Math.ceil((events * SHARE * 0.15) / EVENTS_OF_A_PERSON);
  const moves = Math.min(5_000, Math.ceil(events * SHARE * 0.05));
  const streams: Stream[] = [
    ...Array.from({ length: machines }, (_, index) => machine(index, random)),
    ...Array.from({ length: people }, (_, index) => person(index)),
    crews(people, moves, random),
  ];
  for (let from = 0; from < streams.length; from += AT_ONCE) {
    await Promise.all(streams.slice(from, from + AT_ONCE).map((stream) => append(log, stream)));
  }
  return streams.reduce((sum, { bodies }) => sum + bodies.length, 0);
}

async function append(log: EventStore, { name, subject, bodies }: Stream): Promise<void> {
  const events = benchEvents(name, bodies, { recordedAt: AT, subject });
  for (let from = 0; from < events.length; from += 500) {
    await log.append(name, events.slice(from, from + 500), from === 0 ? 'none' : BigInt(from - 1));
  }
}

function machine(index: number, random: Random): Stream {
  const details = {
    name: `Chipper ${index}`,
    category: 'Chippers',
    purchaseDate: DAY,
    serialNumber: `SN-${index}`,
    notes: 'Feed rollers are sharp; check the belt tension in spring',
    purchasePrice: random.below(5_000_000),
  };
  const added = { ...details, nextMaintenance: DAY, maintenanceInterval: 90, status: 'available', assignedTo: null };
  const bodies: EventBody[] = [{ type: 'EquipmentAdded', data: { ...added, addedAt: AT } }];
  for (let step = 1; step < EVENTS_OF_A_MACHINE; step++) {
    const status = random.pick(['available', 'in_use', 'maintenance']);
    const maintenanceId = uuidv5('bench', `maintenance ${index} ${step}`);
    const done = { maintenanceId, doneOn: DAY, cost: random.below(80_000), notes: null, nextMaintenance: DAY };
    bodies.push(
      step % 3 === 0
        ? { type: 'MaintenanceRecorded', data: done }
        : { type: 'EquipmentStatusChanged', data: { status } },
    );
  }
  return { name: `equipment-${uuidv5('bench', `machine ${index}`)}`, bodies };
}

const personId = (index: number) => uuidv5('bench', `person ${index}`);

function person(index: number): Stream {
  const name = {
    firstName: `Worker${index}`,
    lastName: 'Alder',
    email: `worker${index}@example.com`,
    phone: '555-0100',
    startedOn: null,
    emergencyName: null,
    emergencyPhone: null,
    emergencyRelationship: null,
  };
  return {
    name: `staff-${personId(index)}`,
    subject: uuidv5('bench', `worker ${index}`),
    bodies: [
      { type: 'StaffMemberAdded', data: { ...name, skills: ['climbing'], certifications: [], addedAt: AT } },
      { type: 'StaffMemberRevised', data: { phone: '555-0101' } },
      { type: 'StaffMemberRevised', data: { skills: ['climbing', 'crane'] } },
    ],
  };
}

function crews(people: number, moves: number, random: Random): Stream {
  const ids = Array.from({ length: 12 }, (_, index) => uuidv5('bench', `crew ${index}`));
  const formed = ids.map((crewId, index): EventBody => {
    const details = { name: `Crew ${index}`, homeAddress: null, workingHours: null, defaultEquipmentIds: [] };
    return { type: 'CrewFormed', data: { crewId, ...details, formedAt: AT } };
  });
  const moved = Array.from({ length: moves }, (): EventBody => {
    const data = { crewId: random.pick(ids), personId: personId(random.below(people)), fromCrewId: null };
    return { type: 'CrewMemberAssigned', data };
  });
  return { name: 'roster-main', subject: uuidv5('bench', 'crews'), bodies: [...formed, ...moved] };
}
