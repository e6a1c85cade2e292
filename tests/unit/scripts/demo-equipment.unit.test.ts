import { describe, expect, test } from 'vitest';
import { type EquipmentState, equipment, isOverdue } from '../../../domain/equipment/equipment.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody } from '../../../domain/kit/event.ts';
import { machines } from '../../../scripts/demo/equipment.ts';
import { workingYear } from '../../../scripts/demo/working-time.ts';
import { fileName } from '../../../store/files.ts';

type Present = Exclude<EquipmentState, { presence: 'absent' }>;

/** The inventory at the end of the year that ends on that day. */
async function inventory(lastDay: string): Promise<Present[]> {
  const states = new Map<string, EquipmentState>();
  const acts = machines(workingYear(Temporal.PlainDate.from(lastDay), 'America/New_York'));
  for (const act of acts.toSorted((a, b) => a.at - b.at)) {
    await act.run({
      async send<State, Command, Event extends EventBody>(
        decider: Decider<State, Command, Event>,
        id: string,
        command: Command,
      ) {
        const state = (states.get(id) ?? equipment.initial) as State;
        states.set(id, decider.decide(command, state).reduce(decider.evolve, state) as EquipmentState);
      },
      look: async () => [],
      load: async ({ initial }) => initial,
      keep: async (bytes) => fileName(bytes),
    });
  }
  return [...states.values()] as Present[];
}

describe.each(['2026-11-20', '2026-03-02', '2024-02-29'])('the equipment of the demo on %s', (lastDay) => {
  test('The equipment of the demo is that of three crews, with a year of maintenance', async () => {
    const all = await inventory(lastDay);
    expect(all).toHaveLength(27);
    const costs = all.flatMap(({ done }) => done.map(({ cost }) => cost ?? 0));
    expect(costs.length).toBeGreaterThan(100);
    expect(costs.reduce((sum, cost) => sum + cost, 0)).toBeGreaterThan(1_000_000);
  });

  test('The equipment of the demo has three machines overdue, one in maintenance and two out of service', async () => {
    const all = await inventory(lastDay);
    const overdue = all.filter(({ plan }) => isOverdue(plan.nextMaintenance, lastDay));
    expect(overdue.map(({ details }) => details.name).sort()).toEqual([
      'Chipper 2, 12-inch disc',
      'Felling saw, 25-inch',
      'Stump grinder, tracked',
    ]);
    expect(all.filter(({ held }) => held)).toHaveLength(4);
    const counts = Object.groupBy(all, ({ status }) => status);
    expect(counts['maintenance']).toHaveLength(1);
    expect(counts['out_of_service']).toHaveLength(2);
  });
});
