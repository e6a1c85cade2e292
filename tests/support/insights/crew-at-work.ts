import type { Tables } from '../../../ai/facts/facts.ts';

type Row<Name extends keyof Tables> = Tables[Name] extends ReadonlyMap<string, infer Doc> ? Partial<Doc> : never;

/** A job as most are, for the tests of detectors about work. @param said what is different */
export function jobRow(said: Row<'jobs'>): Row<'jobs'> {
  return {
    number: 1001,
    status: 'scheduled',
    crewId: 'elm',
    customerId: 'customer',
    serviceType: 'pruning',
    estimatedDuration: 4,
    amount: 100_000,
    minimumCrewSize: null,
    requiredSkills: [],
    requiredEquipment: [],
    earliestDate: null,
    latestDate: null,
    timeWindow: null,
    promisedStart: null,
    pinned: false,
    propertyId: null,
    address: null,
    latitude: null,
    longitude: null,
    visits: [],
    zone: 'America/New_York',
    clockHours: 0,
    completedAt: null,
    createdAt: '2026-01-05T15:00:00.000Z',
    ...said,
  };
}

/** One visit of so many hours. @param start in local wall time, to the full hour: `2026-06-15T08:00` */
export function visit(start: string, hours = 4): { start: string; end: string } {
  const ends = new Date(Date.parse(`${start}Z`) + hours * 3_600_000);
  return { start, end: ends.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length) };
}

/** An active crew with one member, Ann. @param said what is different */
export function crewRow(said: Row<'crews'> = {}): Row<'crews'> {
  return {
    id: 'elm',
    name: 'Elm',
    isActive: true,
    memberIds: ['ann'],
    workingHours: null,
    homeAddress: null,
    defaultEquipmentIds: [],
    ...said,
  };
}

/** Somebody who works here. */
export function personRow(
  id: string,
  skills: readonly string[] = [],
  certifications: readonly { name: string; expiresOn: string | null }[] = [],
): Row<'people'> {
  const ends = certifications.flatMap(({ expiresOn }) => expiresOn ?? []).sort();
  return {
    id,
    name: 'Ann Secret',
    isStaff: true,
    hasLeft: false,
    certificateEnds: ends[0] ?? null,
    staff: {
      id,
      revision: 0,
      firstName: 'Ann',
      lastName: 'Secret',
      skills: [...skills],
      certifications: certifications.map((each) => ({ issuedOn: null, ...each })),
    } as unknown as NonNullable<Row<'people'>['staff']>,
    account: null,
  };
}

/** A machine that can be used. */
export function machineRow(said: Row<'equipment'>): Row<'equipment'> {
  return {
    name: 'Machine',
    category: 'Chippers',
    status: 'available',
    purchasePrice: null,
    purchaseDate: null,
    nextMaintenance: null,
    maintenanceInterval: null,
    assignedTo: null,
    maintenance: [],
    ...said,
  };
}
