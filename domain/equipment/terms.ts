import { nameKey } from '../kit/fold-text.ts';

/** The kinds of machines and tools. */
export const EQUIPMENT_CATEGORIES = [
  'Chainsaws',
  'Chippers',
  'Stump Grinders',
  'Bucket Trucks',
  'Climbing Gear',
  'Safety Equipment',
  'Hand Tools',
  'Trucks',
  'Trailers',
  'Other',
] as const;

/** Any of them may follow any other. */
export const EQUIPMENT_STATUSES = ['available', 'in_use', 'maintenance', 'out_of_service'] as const;
export type EquipmentStatus = (typeof EQUIPMENT_STATUSES)[number];

export const EQUIPMENT_STATUS_LABELS: Readonly<Record<string, string>> = {
  available: 'Available',
  in_use: 'In Use',
  maintenance: 'Maintenance',
  out_of_service: 'Out of Service',
} satisfies Record<EquipmentStatus, string>;

/** The longest texts, in characters: a single line, and free text. */
export const EQUIPMENT_LIMITS = { line: 200, notes: 10_000 } as const;

/** Only the letters and digits of a serial number, in upper case: `sn-12 b` is `SN12B`. Null if there are none. */
export function serialKey(serialNumber: string | null): string | null {
  return nameKey(serialNumber ?? '').toUpperCase() || null;
}

/** The interval of a maintenance plan, in days. */
export const MAINTENANCE_INTERVAL = { least: 1, most: 3_650 } as const;
