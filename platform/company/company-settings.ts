import { type CompanyState, company } from '../../domain/company/company.ts';
import { COMPANY_ID } from '../../domain/company/terms.ts';
import type { LookUp, Streams } from '../commands/streams.ts';

/** The owner's settings, from their stream: deciding who gets in must not wait for the read models. */
export async function readCompany(streams: Streams, how: LookUp = 'asked'): Promise<CompanyState> {
  const look = how === 'recalled' ? streams.recall : streams.load;
  return (await look(company, COMPANY_ID)).state;
}
