import type { WorkingDays } from '../../domain/time-off/counted.ts';
import { companySettings } from '../kit/company-time.ts';
import type { ApiContext } from '../kit/context.ts';

/** The days on which the company works, as it is set now. */
export async function workingDaysOf(context: Pick<ApiContext, 'readModels'>): Promise<WorkingDays> {
  const { workingDays, holidays } = await companySettings(context);
  return { workingDays, holidays: new Set(holidays.map(({ day }) => day)) };
}
