import { type CostCommand, cost } from '../../domain/cost/cost.ts';
import { NOTHING_NOTED } from '../../domain/cost/events.ts';
import { type JobDetails, NO_JOB_DETAILS } from '../../domain/job/events.ts';
import { type JobCommand, job } from '../../domain/job/job.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { createRandom, type Random } from '../bench/support/random.ts';
import { ESTIMATOR, OFFICE } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { HOUSEHOLDS } from './content/households.ts';
import { makeWork, type Work } from './content/work.ts';
import { CREW_HANDS, CREW_IDS } from './crews.ts';
import { planLeads } from './lead-plan.ts';
import { leadId } from './leads.ts';
import { hourlyRateAt } from './pay.ts';
import { dateOf, type WorkingTime } from './working-time.ts';

/** How a job went. */
type Fate = 'well' | 'over hours' | 'late' | 'cancelled' | 'without date' | 'ahead' | 'today';

/** For each ten jobs of the past year. */
const FATES: readonly Fate[] = [
  'well',
  'well',
  'over hours',
  'well',
  'late',
  'well',
  'well',
  'cancelled',
  'well',
  'well',
];

/** For the last ones: work still to be done. */
const OPEN: readonly Fate[] = [
  'without date',
  'ahead',
  'without date',
  'ahead',
  'today',
  'without date',
  'ahead',
  'without date',
  'ahead',
  'ahead',
  'ahead',
  'without date',
  'ahead',
  'ahead',
  'ahead',
  'ahead',
];

interface Client {
  customerId: string;
  /** The lead that this work is for; null for what a customer asks for later. */
  leadId: string | null;
  customerName: string;
  propertyId: string | null;
  address: string;
  /** The working hour from which they are customers. */
  since: number;
}

export interface PlannedJob extends Client {
  name: string;
  work: Work;
  fate: Fate;
  /** The working hour at which it is entered. */
  begins: number;
  crewId: string;
  /** If it is planned ahead: how many working days after the next one. */
  daysAhead: number;
  /** As estimated. */
  hours: number;
  /** It came from an approved quote. */
  isQuoted: boolean;
  /** Somebody has to spray, which takes a license. */
  isSprayed: boolean;
}

/** A year of jobs: for everybody who became a customer, and for long-time customers. */
export const jobs: Area = (time) => {
  const random = createRandom(3_301);
  return planJobs(time).flatMap((planned) => actsOf(planned, time, random));
};

export function jobId({ name }: Pick<PlannedJob, 'name'>): string {
  return uuidv5(uuidv5(HEARTWOOD, `${name}/0`), 'job');
}

/** The finished jobs, each with the working hour of its completion. */
export function doneJobs(time: WorkingTime): { planned: PlannedJob; id: string; hour: number }[] {
  const random = createRandom(3_301);
  return planJobs(time).flatMap((planned) => {
    const deeds = deedsOf(planned, time, random);
    const id = jobId(planned);
    costsOf(planned, id, deeds, time, random);
    const done = deeds.findLast(({ command }) => command.type === 'AdvanceJob' && command.act === 'complete');
    return done ? [{ planned, id, hour: done.hour }] : [];
  });
}

/** Always the same. */
export function planJobs(time: WorkingTime): PlannedJob[] {
  const random = createRandom(1_871);
  const clients = [...converted(time), ...regulars(time)];
  const past = clients.map((client, index): PlannedJob => {
    const fate = FATES[index % FATES.length] ?? 'well';
    return plan(`demo/job/${index}`, client, fate, client.since + 2 + random.below(40) / 10, random, index);
  });
  const known = clients.filter(({ since }) => since < time.hours - 30);
  const open = OPEN.map((fate, index): PlannedJob => {
    const client = known[(index * 5) % known.length] as Client;
    return plan(
      `demo/job/open/${index}`,
      { ...client, leadId: null },
      fate,
      time.hours - 14 + index * 0.7,
      random,
      index,
    );
  });
  // What would not be finished in time is still to be planned.
  return [...past, ...open].map((each) =>
    each.begins + SPAN < time.hours || !FATES.includes(each.fate) ? each : { ...each, fate: 'without date' },
  );
}

/** The most working hours from a job's entry to its end. */
const SPAN = 75;

function plan(name: string, client: Client, fate: Fate, begins: number, random: Random, index: number): PlannedJob {
  const work = makeWork(random);
  const hours = Math.min(5.5, Math.max(1.5, Math.round(work.value / 20_000) / 2));
  // The first two climb, the third grinds stumps.
  const crewId = CREW_IDS[work.isAloft ? index % 2 : 2] ?? '';
  // A crew is at one place a day, given that two crews share the climbing.
  const daysAhead = Math.floor(index / 2) % 5;
  return {
    ...client,
    name,
    work,
    fate,
    begins,
    crewId,
    daysAhead,
    hours,
    isQuoted: index % 2 === 0 && begins > client.since,
    isSprayed: fate === 'ahead' && crewId === CREW_IDS[1] && daysAhead > 1,
  };
}

function converted(time: WorkingTime): Client[] {
  return planLeads(time).flatMap(({ begins, steps }, number): Client[] => {
    const end = steps.findLastIndex(({ deed }) => deed.type === 'convert');
    const [first] = steps;
    if (end === -1 || first?.deed.type !== 'capture') return [];
    const since = begins + steps.slice(0, end + 1).reduce((sum, { hours }) => sum + hours, 0);
    const { address, name } = first.deed.details;
    if (!address || !name || since + 8 > time.hours) return [];
    const id = leadId(number);
    const customerId = uuidv5(id, 'customer');
    return [{ customerId, leadId: id, customerName: name, propertyId: id, address, since }];
  });
}

function regulars(time: WorkingTime): Client[] {
  return HOUSEHOLDS.flatMap(({ isArchived, firstName, lastName, address, city, zipCode }, number): Client[] => {
    if (isArchived) return [];
    const registration = uuidv5(HEARTWOOD, `demo/household/${number}/0`);
    const since = (time.hours / (HOUSEHOLDS.length + 1)) * (number + 0.5) + 2;
    const client = {
      customerId: uuidv5(registration, 'customer'),
      leadId: null,
      propertyId: uuidv5(registration, 'property/0'),
      customerName: [firstName, lastName].filter(Boolean).join(' '),
      address: `${address}, ${city}, MA ${zipCode}`,
    };
    // Twice a year, if there is time.
    return [0, 700]
      .map((after) => ({ ...client, since: since + after }))
      .filter((each) => each.since + 100 < time.hours);
  });
}

interface Deed {
  hour: number;
  actor: string;
  command: JobCommand;
}

function actsOf(planned: PlannedJob, time: WorkingTime, random: Random): Act[] {
  const id = jobId(planned);
  const deeds = deedsOf(planned, time, random);
  const acts = deeds.map(({ hour, actor, command }, index): Act => {
    const commandId = uuidv5(HEARTWOOD, `${planned.name}/${index}`);
    return { at: time.instantAt(hour), actor, run: (desk) => desk.send(job, id, command, { commandId }) };
  });
  return [...acts, ...costsOf(planned, id, deeds, time, random)];
}

function deedsOf(planned: PlannedJob, time: WorkingTime, random: Random): Deed[] {
  const { fate, begins } = planned;
  const said: Deed[] = [
    planned.isQuoted
      ? { hour: begins + 0.05, actor: OFFICE.id, command: { type: 'ReviseJob', details: planOf(planned) } }
      : { hour: begins, actor: OFFICE.id, command: creation(planned, begins, time) },
  ];
  if (fate === 'without date') return said;
  const soon = Math.floor(begins / 10) + 2 + random.below(4);
  const last = time.days.length - 1;
  const place = fate === 'today' ? last : fate === 'ahead' ? last + 1 + planned.daysAhead : Math.min(soon, last);
  said.push({ hour: begins + 0.3, actor: OFFICE.id, command: visitOn(place, time) });
  const starts = place * 10 + 0.5;
  if (fate === 'ahead') return planned.daysAhead === 0 ? [...said, pinnedBy(begins + 0.4)] : said;
  if (fate === 'today') return [...said, act('start', starts, time)];
  if (fate === 'cancelled') {
    return [...said, act('cancel', begins + 4, time, 'They sold the house and ask the new owner.', OFFICE.id)];
  }
  return [...said, ...workOf(planned, place, time, random)];
}

/** What is done on the day; late work is held by the wind and done on the next. */
function workOf({ fate, hours, crewId, work }: PlannedJob, place: number, time: WorkingTime, random: Random): Deed[] {
  const isLate = fate === 'late';
  const day = isLate ? place + 1 : place;
  const starts = day * 10 + 0.5 + random.below(20) / 60;
  // Stumps take longer than anybody quotes.
  const usual = work.isAloft ? 0.85 : 1.18;
  const factor = fate === 'over hours' ? 1.4 : usual + random.below(25) / 100;
  const half = (hours * factor) / 2;
  const ends = starts + half * 2 + 0.5;
  const held: Deed[] = isLate
    ? [
        act('hold', place * 10 + 0.4, time, 'Too windy to climb'),
        act('resume', place * 10 + 9, time, null, OFFICE.id),
        {
          hour: place * 10 + 9.2,
          actor: OFFICE.id,
          command: { type: 'ScheduleJob', planned: { start: startOf(day, time) }, zone: time.zone, isStatus: true },
        },
      ]
    : [];
  const note: Deed[] =
    fate === 'over hours'
      ? [noteOf('More deadwood than one saw from the ground. Two loads of chips.', ends + 0.1, time)]
      : [];
  const worked = [...(CREW_HANDS.get(crewId) ?? [])].map((personId, index): Deed => {
    const entry = {
      id: uuidv5(jobKey(day, personId), String(starts)),
      personId,
      day: dateOf(day, time),
      hours: Math.round(half * 8) / 4,
      rate: hourlyRateAt(personId, dateOf(day, time), ends + 0.2, time),
    };
    return {
      hour: ends + 0.2 + index * 0.01,
      actor: OFFICE.id,
      command: { type: 'AddHours', entry, today: dateOf(day, time) },
    };
  });
  return [
    ...held,
    act('start', starts, time),
    act('pause', starts + half, time),
    act('resume', starts + half + 0.5, time),
    act('complete', ends, time),
    ...note,
    ...worked,
  ];
}

function jobKey(day: number, personId: string): string {
  return uuidv5(HEARTWOOD, `demo/hours/${day}/${personId}`);
}

/** What the office enters for a job that came from a quote. */
function planOf({ work, crewId, hours, isSprayed }: PlannedJob): Partial<JobDetails> {
  return {
    description: work.description,
    estimatedDuration: hours,
    crewId,
    hazards: work.isAloft ? ['Wires near the crown'] : [],
    minimumCrewSize: work.isAloft ? 3 : 2,
    requiredSkills: [work.isAloft ? 'Climbing' : 'Stump grinder', ...(isSprayed ? ['Pesticide applicator'] : [])],
    requiredEquipment: work.isAloft ? ['Chippers'] : ['Stump Grinders'],
  };
}

function creation(planned: PlannedJob, begins: number, time: WorkingTime): JobCommand {
  const { customerId, propertyId, address, work } = planned;
  const details = {
    ...NO_JOB_DETAILS,
    ...planOf(planned),
    address,
    propertyId,
    amount: work.value,
    priority: work.isUrgent ? 'urgent' : 'normal',
    serviceType: work.isAloft ? 'tree_trimming' : 'stump_grinding',
  };
  return { type: 'CreateJob', customerId, details, now: new Date(time.instantAt(begins)).toISOString() };
}

/** For a customer who is waiting: the optimizer leaves the job where it is. */
function pinnedBy(hour: number): Deed {
  return { hour, actor: OFFICE.id, command: { type: 'ReviseJob', details: { pinned: true } } };
}

function visitOn(place: number, time: WorkingTime): JobCommand {
  return { type: 'ScheduleJob', planned: { start: startOf(place, time) }, zone: time.zone, isStatus: true };
}

function act(
  name: 'start' | 'pause' | 'resume' | 'hold' | 'complete' | 'cancel',
  hour: number,
  time: WorkingTime,
  reason: string | null = null,
  actor = ESTIMATOR.id,
): Deed {
  const at = new Date(time.instantAt(hour)).toISOString();
  return { hour, actor, command: { type: 'AdvanceJob', act: name, at, reason } };
}

function noteOf(note: string, hour: number, time: WorkingTime): Deed {
  const addedAt = new Date(time.instantAt(hour)).toISOString();
  const said = { id: uuidv5(HEARTWOOD, `demo/note/${hour}`), note, addedBy: ESTIMATOR.id, addedAt };
  return { hour, actor: ESTIMATOR.id, command: { type: 'AddNote', note: said } };
}

/** The job's costs other than hours, which count by themselves: disposal. */
function costsOf(planned: PlannedJob, jobId: string, deeds: readonly Deed[], time: WorkingTime, random: Random): Act[] {
  const done = deeds.findLast(({ command }) => command.type === 'AdvanceJob' && command.act === 'complete');
  if (!done) return [];
  const hour = done.hour + 0.3;
  const at = time.instantAt(hour);
  const details = {
    ...NOTHING_NOTED,
    category: 'disposal',
    day: dateOf(Math.floor(hour / 10), time),
    amount: 6_000 + random.below(90) * 100,
    description: 'Chips and brush to the yard',
  };
  const commandId = uuidv5(HEARTWOOD, `${planned.name}/cost`);
  const command: CostCommand = { type: 'RecordCost', jobId, details, now: new Date(at).toISOString() };
  return [{ at, actor: OFFICE.id, run: (desk) => desk.send(cost, uuidv5(commandId, 'cost'), command, { commandId }) }];
}

function startOf(place: number, time: WorkingTime): string {
  return `${dateOf(place, time)}T08:00`;
}
