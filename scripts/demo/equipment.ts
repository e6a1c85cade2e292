import { type EquipmentCommand, equipment } from '../../domain/equipment/equipment.ts';
import type { EquipmentStatus } from '../../domain/equipment/terms.ts';
import { addDays } from '../../domain/kit/times.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { createRandom, type Random } from '../bench/support/random.ts';
import { ESTIMATOR, OFFICE, OWNER, personId } from './accounts.ts';
import type { Act, Area } from './act.ts';
import { MACHINES, type Machine } from './content/machines.ts';
import { TOOLS } from './content/tools.ts';
import { CREW_IDS } from './crews.ts';
import type { WorkingTime } from './working-time.ts';

/** The machines and tools, with a year of their maintenance. */
export const machines: Area = (time) => {
  const random = createRandom(2_113);
  return [...MACHINES, ...TOOLS].flatMap((machine, number) => actsOf(machine, number, time, random));
};

/** The id of a machine by its place in the list. */
export function machineId(number: number): string {
  return uuidv5(uuidv5(HEARTWOOD, `demo/equipment/${number}/0`), 'equipment');
}

/** One thing done to a machine, at a working hour. */
interface Deed {
  hour: number;
  actor: string;
  command: EquipmentCommand;
}

function actsOf(machine: Machine, number: number, time: WorkingTime, random: Random): Act[] {
  const name = `demo/equipment/${number}`;
  const commandIds = (index: number) => uuidv5(HEARTWOOD, `${name}/${index}`);
  const id = machineId(number);
  return deedsOf(machine, number, time, random).map(({ hour, actor, command }, index): Act => {
    return {
      at: time.instantAt(hour),
      actor,
      run: (desk) => desk.send(equipment, id, command, { commandId: commandIds(index) }),
    };
  });
}

/** Working hours between one machine and the next, as the inventory is entered on the first day. */
const APART = 0.05;
/** When a machine went to the shop or out of service: as a fraction of the year. */
const BROKE: Partial<Record<EquipmentStatus, number>> = { out_of_service: 0.72, maintenance: 0.991 };

function deedsOf(machine: Machine, number: number, time: WorkingTime, random: Random): Deed[] {
  const lastDay = time.days.at(-1)?.date ?? '';
  const bought = addDays(lastDay, -Math.round(machine.age * 365));
  const begins = machine.age < 1 ? hourOf(bought, time) + 2 : 1 + number * APART;
  const services = servicesOf(machine, number, dayAt(begins, time), lastDay);
  const broke = BROKE[machine.status];
  const add = { hour: begins, actor: OWNER.id, command: addCommand(machine, bought, services[0]?.date, begins, time) };
  const assign = { hour: begins + 2, actor: OFFICE.id, command: assignCommand(machine) };
  const handOuts = handOutsOf(machine, begins + 3, time);
  const maintained = services.map(({ date, isLate }, index) => {
    const hour = hourOf(date, time) + 3 + ((number * 7 + index * 3) % 50) / 10;
    const command = maintainCommand(machine, `${number}/${index}`, { doneOn: dayAt(hour, time), isLate }, random);
    return { hour, actor: OFFICE.id, command };
  });
  const breaks =
    broke === undefined ? [] : [{ hour: time.hours * broke, actor: ESTIMATOR.id, command: breakCommand(machine) }];
  const repairs = (machine.upkeep?.repairs ?? []).map(({ ago, dollars, done }, index) => {
    const hour = hourOf(addDays(lastDay, -ago), time) + 5;
    return {
      hour,
      actor: OFFICE.id,
      command: repairCommand(`${number}/repair/${index}`, dayAt(hour, time), dollars, done),
    };
  });
  return [add, assign, ...handOuts, ...repairs, ...maintained.filter(({ hour }) => hour > assign.hour), ...breaks].sort(
    (a, b) => a.hour - b.hour,
  );
}

/** When people are busy, they let maintenance wait: it comes so many days late, and costs so much more. */
const LATE_DAYS = 18;
const LATE_COSTS = 1.3;

interface Service {
  date: string;
  isLate: boolean;
}

/** A machine's maintenance, oldest first: one interval apart, up to the last before it is due; of some, every other one late. */
function servicesOf({ upkeep }: Machine, number: number, firstDay: string, lastDay: string): Service[] {
  if (!upkeep) return [];
  const services: Service[] = [];
  const mayBeLate = number % 4 !== 0 && upkeep.every > 3 * LATE_DAYS;
  let day = addDays(lastDay, upkeep.dueIn - upkeep.every);
  for (let ago = 0; day > firstDay; ago++, day = addDays(day, -upkeep.every)) {
    const isLate = mayBeLate && ago % 2 === 1;
    services.unshift({ date: isLate ? addDays(day, LATE_DAYS) : day, isLate });
  }
  return services;
}

function addCommand(
  { name, category, serialNumber, dollars, status, notes, upkeep }: Machine,
  purchaseDate: string,
  nextMaintenance: string | undefined,
  hour: number,
  time: WorkingTime,
): EquipmentCommand {
  return {
    type: 'AddEquipment',
    details: {
      name,
      category,
      serialNumber,
      purchaseDate,
      purchasePrice: dollars * 100,
      notes: BROKE[status] === undefined ? (notes ?? null) : null,
    },
    status: 'available',
    assignedTo: null,
    plan: { nextMaintenance: nextMaintenance ?? null, maintenanceInterval: upkeep?.every ?? null },
    today: dayAt(hour, time),
    now: new Date(time.instantAt(hour)).toISOString(),
  };
}

function maintainCommand(
  { upkeep }: Machine,
  name: string,
  { doneOn, isLate }: { doneOn: string; isLate: boolean },
  random: Random,
): EquipmentCommand {
  const [least, most] = upkeep?.dollars ?? [0, 0];
  const usual = least * 100 + random.below((most - least) * 20) * 5;
  const cents = isLate ? Math.round(usual * LATE_COSTS) : usual;
  return {
    type: 'RecordMaintenance',
    entry: {
      id: uuidv5(HEARTWOOD, `demo/maintenance/${name}`),
      doneOn,
      cost: cents === 0 ? null : cents,
      notes: random.pick(upkeep?.done ?? ['Looked over']),
    },
    today: doneOn,
  };
}

function repairCommand(name: string, doneOn: string, dollars: number, notes: string): EquipmentCommand {
  const id = uuidv5(HEARTWOOD, `demo/maintenance/${name}`);
  return { type: 'RecordMaintenance', entry: { id, doneOn, cost: dollars * 100, notes }, today: doneOn };
}

function assignCommand({ holder, status }: Machine): EquipmentCommand {
  return {
    type: 'ReviseEquipment',
    details: {},
    status: status === 'available' ? 'available' : 'in_use',
    assignedTo: holder === 'estimator' ? ESTIMATOR.id : ((holder && CREW_IDS[holder - 1]) ?? null),
  };
}

/** Whoever has it in their hands got it early on. */
function handOutsOf({ inHandsOf }: Machine, hour: number, time: WorkingTime): Deed[] {
  if (inHandsOf === undefined) return [];
  const held = { heldBy: personId(inHandsOf), heldSince: new Date(time.instantAt(hour)).toISOString() };
  return [{ hour, actor: OFFICE.id, command: { type: 'HandOutEquipment', held } }];
}

/** The status comes with a note on what is wrong. */
function breakCommand({ status, notes }: Machine): EquipmentCommand {
  return { type: 'ReviseEquipment', details: { notes: notes ?? null }, status };
}

/** The first working hour of the last working day up to a date. */
function hourOf(date: string, time: WorkingTime): number {
  return time.days.findLast((day) => day.date <= date)?.hour ?? 0;
}

/** The date of a working hour. */
function dayAt(hour: number, time: WorkingTime): string {
  return time.days.findLast((day) => day.hour <= hour)?.date ?? '';
}
