import { equipment } from '../../../domain/equipment/equipment.ts';
import { addDays } from '../../../domain/kit/times.ts';
import { DAY_MS } from './insight-stage.ts';
import { type CrewTruth, type Equipment, HOUR_MS, type MachineTruth, type World } from './insight-terms.ts';

/** What a company does about its machines. */
export function equipmentOf(world: World): Equipment {
  const { chance, stage, truth, newId } = world;
  return { machine, maintain, repair };

  function machine(category: string, crew: CrewTruth | null, price: number): MachineTruth {
    const interval = chance.between(90, 200);
    const cents = Math.round(price * chance.lognormal(1, 0.15));
    const added: MachineTruth = {
      id: newId('machine'),
      category,
      price: cents,
      crew,
      interval,
      spent: [],
      leftUntil: 0,
    };
    truth.machines.set(added.id, added);
    const bought = addDays(stage.today(), -chance.between(200, 2_000));
    const details = {
      name: `${category} ${truth.machines.size}`,
      category,
      purchaseDate: bought,
      purchasePrice: cents,
    };
    const nextMaintenance = onSaturday(addDays(stage.today(), chance.between(10, interval)));
    const plan = { nextMaintenance, maintenanceInterval: interval };
    const today = stage.today();
    stage.act(equipment, added.id, {
      type: 'AddEquipment',
      details,
      status: 'available',
      assignedTo: crew?.id ?? null,
      plan,
      today,
      now: stage.at(),
    });
    waitToMaintain(added, nextMaintenance);
    return added;
  }

  /** When nobody works. */
  function onSaturday(day: string): string {
    return addDays(day, 6 - new Date(`${day}T12:00Z`).getUTCDay());
  }

  function waitToMaintain(each: MachineTruth, due: string): void {
    const late = chance.happens(0.8) ? chance.between(-3, 1) : chance.lognormal(6, 0.8);
    stage.later(Date.parse(due) + late * DAY_MS + 15 * HOUR_MS, () => service(each));
  }

  function service(each: MachineTruth): void {
    if (stage.now() < each.leftUntil) {
      stage.later(each.leftUntil, () => service(each));
      return;
    }
    maintain(each, each.price * chance.lognormal(0.008, 0.6), 'Oil, filters, blades');
    const nextMaintenance = onSaturday(addDays(stage.today(), each.interval));
    stage.act(equipment, each.id, { type: 'PlanMaintenance', plan: { nextMaintenance }, today: stage.today() });
    waitToMaintain(each, nextMaintenance);
  }

  function repair(each: MachineTruth): void {
    maintain(each, each.price * chance.lognormal(0.02, 0.8), 'Repair');
  }

  function maintain(each: MachineTruth, cents: number, notes: string): void {
    const entry = { id: newId('maintenance'), doneOn: stage.today(), cost: Math.round(cents), notes };
    each.spent.push({ day: entry.doneOn, cents: entry.cost });
    truth.costs.push({ category: 'equipment', day: entry.doneOn, cents: entry.cost, expected: 0 });
    stage.act(equipment, each.id, { type: 'RecordMaintenance', entry, today: stage.today() });
  }
}
