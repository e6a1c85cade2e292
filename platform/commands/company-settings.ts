import { type CompanyState, company } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import type { Streams } from './streams.ts';

/** The owner's settings, from the log itself: deciding who gets in must not wait for the read models. */
export async function readCompany(streams: Streams): Promise<CompanyState> {
  return (await streams.recall(company, COMPANY_ID)).state;
}
