import { settingsInForce } from '../../domain/company/company.ts';
import { pay } from '../../domain/pay/pay.ts';
import { rateOn } from '../../domain/pay/terms.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import type { ApiContext } from '../kit/context.ts';

/**
 * Cents per hour at which somebody's work on a day counts: their own rate where one holds then, else the company's.
 * @param day `YYYY-MM-DD`
 */
export async function hourlyRate(
  { streams }: Pick<ApiContext, 'streams'>,
  personId: string,
  day: string,
): Promise<number> {
  const { state } = await streams.load(pay, personId);
  return rateOn(state.rates, day) ?? settingsInForce(await readCompany(streams)).labourRate;
}
