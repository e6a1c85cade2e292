/** What a machine or tool is. */
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

/** Any may follow any other. */
export const EQUIPMENT_STATUSES = ['available', 'in_use', 'maintenance', 'out_of_service'] as const;
export type EquipmentStatus = (typeof EQUIPMENT_STATUSES)[number];

export const EQUIPMENT_STATUS_LABELS: Readonly<Record<string, string>> = {
  available: 'Available',
  in_use: 'In Use',
  maintenance: 'Maintenance',
  out_of_service: 'Out of Service',
} satisfies Record<EquipmentStatus, string>;

/** The longest text, in characters: of a line, and of free text. */
export const EQUIPMENT_LIMITS = { line: 200, notes: 10_000 } as const;

/** Letters and digits alone, however a serial number is written: `sn-12 b` is `SN12B`. Null where there are none. */
export function serialKey(serialNumber: string | null): string | null {
  return serialNumber?.replaceAll(/[^\p{L}\p{N}]/gu, '').toUpperCase() || null;
}

/** Of a maintenance plan, in days. */
export const MAINTENANCE_INTERVAL = { least: 1, most: 3_650 } as const;
