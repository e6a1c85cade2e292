import type { JobDetails } from '../../domain/job/events.ts';

/** A job of which only the place is known. */
export const PLAIN_JOB: JobDetails = {
  ...{ title: null, address: '3 Elm St', propertyId: null, description: null, serviceType: null, priority: 'normal' },
  ...{ estimatedDuration: null, amount: null, laborCost: null, equipmentCost: null, materialCost: null },
  ...{ minimumCrewSize: null, requiredSkills: [], requiredEquipment: [], hazards: [] },
  ...{ earliestDate: null, latestDate: null, timeWindow: null, promisedStart: null },
  ...{ specialRequirements: null, accessInstructions: null, safetyNotes: null, crewId: null, pinned: false },
};
