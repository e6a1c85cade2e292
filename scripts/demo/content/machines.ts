import type { EquipmentStatus } from '../../../domain/equipment/terms.ts';

/** One machine or tool of the demo, as it is at the end of the made-up year. */
export interface Machine {
  name: string;
  category: string;
  serialNumber: string | null;
  /** Years before the end. Below one, it was bought during the year. */
  age: number;
  dollars: number;
  /** Which of the three crews (removal, pruning, stumps) or the estimator has it; without it, nobody. */
  holder?: 1 | 2 | 3 | 'estimator';
  /** Who has it in their hands, by place in the list of people. */
  inHandsOf?: number;
  status: EquipmentStatus;
  notes?: string;
  /** Maintenance: its interval and time left in days, its least and greatest cost, and what is done. */
  upkeep?: {
    every: number;
    dueIn: number;
    dollars: readonly [number, number];
    done: readonly string[];
    /** What broke besides: how many days before the end, what the repair cost, and what it was. */
    repairs?: readonly { ago: number; dollars: number; done: string }[];
  };
}

const CHIPPER = ['Knives turned, anvil set', 'New knives, feed belt tightened', 'Greased, hydraulic hoses checked'];
const GRINDER = ['Teeth turned', 'New teeth, wheel bolts torqued', 'Belt and bearings checked, greased'];
const LIFT = [
  'Boom and bucket inspected, holding valves tested',
  'Hydraulic filter, boom pins greased',
  'Dielectric test',
];
const TRUCK = ['Oil and filters', 'Oil, brakes checked, tires rotated', 'Brake pads in front, oil'];
const TRAILER = ['Bearings packed, lights checked', 'Brakes adjusted, deck boards tightened'];

const chipper = (dueIn: number) => ({ every: 90, dueIn, dollars: [140, 720] as const, done: CHIPPER });
const truck = (dueIn: number) => ({ every: 120, dueIn, dollars: [120, 540] as const, done: TRUCK });
const trailer = (dueIn: number) => ({ every: 180, dueIn, dollars: [60, 260] as const, done: TRAILER });
const lift = (dueIn: number) => ({ every: 90, dueIn, dollars: [280, 1_450] as const, done: LIFT });

/** The vehicles and machines of three crews. */
export const MACHINES: readonly Machine[] = [
  {
    name: 'Chipper 1, 15-inch drum',
    category: 'Chippers',
    serialNumber: 'DC15-20417',
    age: 4.2,
    dollars: 48_900,
    holder: 1,
    status: 'in_use',
    notes: 'Winch rope replaced in spring. Feed wheel growls when cold: let it warm up for ten minutes.',
    upkeep: chipper(34),
  },
  {
    name: 'Chipper 2, 12-inch disc',
    category: 'Chippers',
    serialNumber: 'DK12-11860',
    age: 6.8,
    dollars: 31_500,
    holder: 2,
    status: 'in_use',
    notes: 'Knives are on their last edge. Order a set before the next service.',
    upkeep: chipper(-6),
  },
  {
    name: 'Chipper 3, 9-inch',
    category: 'Chippers',
    serialNumber: 'DK09-07344',
    age: 9.1,
    dollars: 14_800,
    status: 'available',
    upkeep: {
      ...chipper(58),
      repairs: [
        { ago: 214, dollars: 2_640, done: 'Hydraulic pump replaced' },
        { ago: 96, dollars: 3_180, done: 'Engine rebuilt: rings and head' },
        { ago: 34, dollars: 1_450, done: 'Disc bearings and shaft' },
      ],
    },
  },
  {
    name: 'Stump grinder, tracked',
    category: 'Stump Grinders',
    serialNumber: 'SG35-3092',
    age: 3.1,
    dollars: 27_400,
    holder: 3,
    status: 'in_use',
    notes: '35 hp. Fits through a 36-inch gate with the outer tracks off.',
    upkeep: { every: 60, dueIn: -1, dollars: [90, 460], done: GRINDER },
  },
  {
    name: 'Stump grinder, walk-behind',
    category: 'Stump Grinders',
    serialNumber: 'SG13-1178',
    age: 7.5,
    dollars: 9_200,
    status: 'out_of_service',
    notes: 'Gearbox is open on the bench, the seal kit is on order.',
    upkeep: { every: 120, dueIn: 75, dollars: [80, 220], done: GRINDER },
  },
  {
    name: 'Bucket truck, 60 ft',
    category: 'Bucket Trucks',
    serialNumber: 'BT60-A5521',
    age: 5.4,
    dollars: 118_000,
    holder: 1,
    status: 'in_use',
    notes: 'Needs 9 ft between the outriggers. Annual dielectric test is in the folder in the cab.',
    upkeep: lift(21),
  },
  {
    name: 'Bucket truck, 55 ft',
    category: 'Bucket Trucks',
    serialNumber: 'BT55-A3107',
    age: 9.6,
    dollars: 64_000,
    holder: 2,
    status: 'maintenance',
    notes:
      'In the shop: lower boom cylinder weeps. Back by the end of the week, use the 60 ft for anything above the wires.',
    upkeep: lift(9),
  },
  {
    name: 'Chip truck 1',
    category: 'Trucks',
    serialNumber: 'CT-118842',
    age: 6.1,
    dollars: 52_000,
    holder: 1,
    status: 'in_use',
    upkeep: truck(44),
  },
  {
    name: 'Chip truck 2',
    category: 'Trucks',
    serialNumber: 'CT-104517',
    age: 8.3,
    dollars: 38_500,
    holder: 2,
    status: 'in_use',
    notes: 'Tailgate latch sticks. Lift, then pull.',
    upkeep: truck(88),
  },
  {
    name: 'Crew pickup, one ton',
    category: 'Trucks',
    serialNumber: 'PU-220931',
    age: 2.7,
    dollars: 46_300,
    holder: 3,
    status: 'in_use',
    upkeep: truck(61),
  },
  {
    name: "Estimator's pickup",
    category: 'Trucks',
    serialNumber: 'PU-198406',
    age: 4.9,
    dollars: 29_800,
    holder: 'estimator',
    status: 'in_use',
    upkeep: truck(97),
  },
  {
    name: 'Dump trailer, 14 ft',
    category: 'Trailers',
    serialNumber: 'DT14-66203',
    age: 4.5,
    dollars: 11_200,
    holder: 2,
    status: 'available',
    upkeep: trailer(101),
  },
  {
    name: 'Equipment trailer, 20 ft',
    category: 'Trailers',
    serialNumber: 'ET20-51877',
    age: 5,
    dollars: 8_700,
    holder: 3,
    status: 'in_use',
    notes: 'Carries the tracked grinder. Four straps, no chains on the tracks.',
    upkeep: trailer(66),
  },
];
