import { equipment } from '../../../domain/equipment/equipment.ts';
import type { DetectorName } from '../../../domain/insight/terms.ts';
import { addDays } from '../../../domain/kit/times.ts';
import type { Chance } from './insight-chance.ts';
import { DAY_MS } from './insight-stage.ts';
import {
  COMPANY_DAYS,
  type CrewTruth,
  type CustomerTruth,
  FIRST_DAY,
  type JobTruth,
  type ServiceName,
  type World,
} from './insight-terms.ts';

/** A fact that somebody put into a company, of a size that its owner would want to hear of. */
export interface Plant {
  detector: DetectorName;
  /** A finding must be there on some day from the first to the last, `YYYY-MM-DD`. */
  from: string;
  until: string;
  /** From here on it explains a finding that comes early. */
  effectFrom: string;
  /** It is known by a subject that has one of these in it, or by a record that it rests on. Both grow as it happens. */
  subjects: string[];
  records: Set<string>;
  what: string;
}

/** Planted only after a year: before that, nobody can say what is usual. */
const FIRST_PLANTED = 380;
const LAST_PLANTED = COMPANY_DAYS - 150;

/** Plants facts for every detector into a company that is yet to be played. */
export function plantFacts(world: World, chance: Chance): Plant[] {
  const plants: Plant[] = [];
  const sow = (times: number, plant: (day: number) => void, last = LAST_PLANTED) => {
    // Apart from each other, so that each can be told.
    const room = (last - FIRST_PLANTED) / times;
    for (let turn = 0; turn < times; turn++) plant(Math.floor(FIRST_PLANTED + room * (turn + 0.8 * chance.unit())));
  };
  const add = (detector: DetectorName, day: number, [after, until]: readonly [number, number], what: string): Plant => {
    const plant = {
      detector,
      from: dayText(day + after),
      until: dayText(day + until),
      effectFrom: dayText(day - 20),
      subjects: [],
      records: new Set<string>(),
      what,
    };
    plants.push(plant);
    return plant;
  };
  const { stage, habits, truth } = world;
  const on = (day: number, happens: () => void) => stage.later(FIRST_DAY + day * DAY_MS + 14 * 3_600_000, happens);
  const workday = (day: number) => day + (Math.max(0, 7 - Math.max(5, day % 7)) % 3);

  sow(1, (day) => {
    const category = chance.pick(['equipment', 'disposal', 'material']);
    const first = Math.round(day / 30.4) * 30;
    add('cost_spike', first, [10, 85], `${category} costs twice as much for two months`).subjects.push(category);
    on(first, () => (habits.costs[category] = 2));
    on(first + 61, () => (habits.costs[category] = 1));
  });

  sow(1, (day) => {
    add('receivables_aging', day, [40, 150], 'half of all customers pay two months late').subjects.push('');
    on(day - 15, () => (habits.paysLater = 0.5));
    on(day + 75, () => (habits.paysLater = 0));
  });

  /** What is left undone of the first `count` that come up from a day on, until another. */
  const forget = (
    what: 'contact' | 'send' | 'invoice' | 'mail',
    detector: DetectorName,
    { day, count, days, within }: { day: number; count: number; days: number; within: readonly [number, number] },
  ) => {
    const plant = add(detector, day, within, `${count} left undone: ${what}`);
    const earlier = { is: habits.forgets[what] };
    on(day, () => {
      earlier.is = habits.forgets[what];
      const isOver = () => stage.now() > FIRST_DAY + (day + days) * DAY_MS;
      const isForgotten = (id: string) => {
        if (isOver()) return false;
        if (plant.records.size < count) plant.records.add(id);
        return plant.records.has(id);
      };
      habits.forgets[what] = (id) => earlier.is?.(id) || isForgotten(id);
    });
  };
  sow(2, (day) => forget('contact', 'slow_leads', { day, count: 4, days: 30, within: [5, 40] }));
  sow(2, (day) => forget('invoice', 'jobs_not_invoiced', { day, count: 6, days: 60, within: [10, 75] }));
  sow(2, (day) => forget('send', 'quotes_not_sent', { day, count: 4, days: 45, within: [5, 60] }));
  sow(2, (day) => forget('mail', 'invoices_not_emailed', { day, count: 5, days: 40, within: [5, 50] }));

  sow(
    1,
    (day) => {
      const group = chance.pick(['Website', 'Referral', 'Google Ads', 'tree_removal', 'tree_trimming']);
      add('win_rate_drop', day, [40, 210], `${group} wins less than half as often`).subjects.push(group);
      on(day, () => (habits.wins[group] = 0.4));
      on(day + 200, () => (habits.wins[group] = 1));
    },
    COMPANY_DAYS - 230,
  );

  sow(
    2,
    (day) => {
      const every = 140;
      const plant = add('customers_due', day, [every + 5, every + 150], 'four regular customers do not come back');
      for (let number = 0; number < 4; number++) {
        on(day - 3 * every - 3 * number, () => {
          const who = world.register('hedge_trimming', stage.now(), false);
          who.staysAway = true;
          plant.records.add(who.id);
          for (let visit = 0; visit < 4; visit++) {
            stage.later(stage.now() + (visit * every + chance.normal() * 6) * DAY_MS, () => {
              const planned = { hours: 2.5, price: 90_000, from: addDays(stage.today(), 1) };
              world.bookJob(who, 'hedge_trimming', planned);
            });
          }
        });
      }
    },
    COMPANY_DAYS - 300,
  );

  sow(1, (day) => {
    const plant = add('equipment_repairs', day, [70, 200], 'repairs of one machine pile up');
    on(day, () => {
      const machine = chance.pick([...truth.machines.values()].filter(({ category }) => category !== 'Chainsaws'));
      plant.subjects.push(machine.id);
      plant.records.add(machine.id);
      for (const after of [0, 18, 37, 61, 84]) {
        stage.later(stage.now() + after * DAY_MS, () => {
          world.maintain(machine, machine.price * chance.lognormal(0.15, 0.15), 'Repair');
        });
      }
    });
  });

  sow(2, (early) => {
    const day = workday(early);
    const plant = add('maintenance_clash', day, [0, 14], 'maintenance on a day on which the machine is booked');
    on(day, () => {
      const crew = chance.pick(truth.crews);
      const machine = crew.machines.find(({ category }) => category === 'Chippers');
      if (!machine) return;
      const known = someJob(world, chance, 'tree_removal', { crew, hours: 5, from: addDays(stage.today(), 9) });
      plant.subjects.push(machine.id);
      plant.records.add(machine.id).add(known.id);
      machine.leftUntil = stage.now() + 12 * DAY_MS;
      const nextMaintenance = known.visits[0]?.start.slice(0, 10) ?? null;
      stage.act(equipment, machine.id, { type: 'PlanMaintenance', plan: { nextMaintenance }, today: stage.today() });
    });
  });

  sow(1, (early) => {
    const day = workday(early);
    const plant = add('crew_capacity', day, [0, 25], 'one crew is booked far over its hours');
    on(day, () => {
      const crew = chance.pick(truth.crews);
      plant.subjects.push(crew.id);
      plant.records.add(crew.id);
      for (const date of workdays(stage.today(), 5, 18)) {
        for (const [start, end] of [
          ['07:30', '12:00'],
          ['12:30', '17:00'],
        ]) {
          someJob(world, chance, 'tree_trimming', {
            crew,
            hours: 4.5,
            visits: [{ start: `${date}T${start}`, end: `${date}T${end}` }],
          });
        }
      }
    });
  });

  sow(1, (day) => {
    const plant = add('crew_capacity', day, [15, 80], 'one crew gets no work');
    on(day, () => {
      if (truth.crews.some(({ isPassedOver }) => isPassedOver)) return;
      const crew = chance.pick(truth.crews);
      plant.subjects.push(crew.id);
      plant.records.add(crew.id);
      crew.isPassedOver = true;
      stage.later(stage.now() + 70 * DAY_MS, () => (crew.isPassedOver = false));
    });
  });

  sow(
    1,
    (day) => {
      const service = chance.pick(['tree_removal', 'tree_trimming', 'pruning', truth.estimators[0] ?? '']);
      add('hours_overrun', day, [50, 210], `${service} takes half as long again as estimated`).subjects.push(service);
      on(day, () => (habits.hours[service] = 1.5));
      on(day + 190, () => (habits.hours[service] = 1));
    },
    COMPANY_DAYS - 220,
  );

  sow(1, (day) => {
    const plant = add('certificates_expiring', day, [0, 60], 'a certificate lapses before work that needs it');
    on(day - 150, () => {
      const person = chance.pick(truth.crews).members[0];
      if (!person) return;
      plant.subjects.push(person.id);
      plant.records.add(person.id);
      const { certificates } = person;
      const lapsing = certificates.find(({ name }) => name === 'Aerial Lift');
      if (!lapsing) return;
      world.letLapse(person, 'Aerial Lift', dayText(day + 25), dayText(day + 60));
      const crew = truth.crews.find(({ members }) => members.includes(person));
      on(workday(day - 5), () => {
        for (const from of [dayText(day + 28), dayText(day + 31)]) {
          const known = someJob(world, chance, 'tree_removal', {
            crew: crew as CrewTruth,
            hours: 5,
            from,
            skill: 'Aerial Lift',
          });
          plant.records.add(known.id);
        }
      });
    });
  });

  sow(2, (early) => {
    const day = workday(early);
    const plant = add('travel_swap', day, [0, 12], 'two crews each drive across town on one day');
    on(day, () => {
      const [one, other] = truth.crews as [CrewTruth, CrewTruth];
      const date = firstEmptyDay(addDays(stage.today(), 8), [one, other]);
      plant.until = date;
      const north = { latitude: 42.58, longitude: -72.52 };
      const south = { latitude: 42.16, longitude: -72.52 };
      for (const [crew, places] of [
        [one, [north, south]],
        [other, [south, north]],
      ] as const) {
        for (const [turn, place] of places.entries()) {
          const visits = [
            turn === 0
              ? { start: `${date}T07:30`, end: `${date}T10:30` }
              : { start: `${date}T11:45`, end: `${date}T14:45` },
          ];
          const known = someJob(world, chance, 'tree_trimming', { crew, hours: 3, visits, place });
          plant.records.add(known.id);
        }
      }
    });
  });

  sow(1, (early) => {
    const day = workday(early);
    const plant = add('weather_slack', day, [0, 14], 'a week full of work that rain stops, every day promised');
    on(day, () => {
      const monday = nextMonday(addDays(stage.today(), 7));
      plant.subjects.push(monday);
      for (const crew of truth.crews) {
        for (const date of workdays(monday, 0, 4)) {
          // From the last visit of the day, and the way from there, to its end.
          const hours = Math.floor((8.5 - (crew.booked.get(date) ?? 0) - 0.5) * 2) / 2;
          if (hours < 1) continue;
          const end = `${date}T16:00`;
          const start = new Date(Date.parse(`${end}Z`) - hours * 3_600_000).toISOString().slice(0, 16);
          const latestDate = addDays(monday, 4);
          const known = someJob(world, chance, 'tree_removal', { crew, hours, visits: [{ start, end }], latestDate });
          plant.records.add(known.id);
        }
      }
    });
  });

  sow(1, (early) => {
    const day = workday(early);
    const plant = add('price_below_cost', day, [0, 30], 'a job is booked far below what the work costs');
    on(day, () => {
      const known = someJob(world, chance, 'tree_removal', {
        hours: 8,
        price: 80_000,
        from: addDays(stage.today(), 10),
      });
      plant.records.add(known.id);
      plant.subjects.push(known.id);
    });
  });

  sow(1, (day) => {
    const plant = add('price_below_cost', day, [0, 35], 'three quotes far below what the work costs');
    on(day, () => {
      for (let number = 0; number < 3; number++) {
        const who = chance.pick([...truth.customers.values()]);
        plant.records.add(world.ask(who, 'tree_removal', null, 0.45).id);
      }
    });
  });

  return plants;
}

/** A job of a customer who was there before. */
function someJob(
  world: World,
  chance: Chance,
  service: ServiceName,
  planned: Partial<Parameters<World['bookJob']>[2]> & { hours: number },
): JobTruth {
  const known = [...world.truth.customers.values()];
  const who = chance.pick(known) as CustomerTruth;
  const price = Math.round(planned.hours * 36_000);
  return world.bookJob(who, service, { price, skill: null, ...planned });
}

function firstEmptyDay(from: string, crews: readonly CrewTruth[]): string {
  for (let day = from; ; day = addDays(day, 1)) {
    const weekday = new Date(`${day}T12:00Z`).getUTCDay();
    if (weekday % 6 !== 0 && crews.every(({ booked }) => !booked.get(day))) return day;
  }
}

/** The working days from so many to so many days after one. */
function workdays(day: string, from: number, to: number): string[] {
  return Array.from({ length: to - from + 1 }, (_, at) => addDays(day, from + at)).filter(
    (date) => new Date(`${date}T12:00Z`).getUTCDay() % 6 !== 0,
  );
}

function nextMonday(day: string): string {
  return addDays(day, (8 - new Date(`${day}T12:00Z`).getUTCDay()) % 7);
}

function dayText(day: number): string {
  return new Date(FIRST_DAY + day * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length);
}
