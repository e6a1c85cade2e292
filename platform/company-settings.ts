import { type CompanyState, company } from '../domain/company/company.ts';
import type { CompanyEvent } from '../domain/company/events.ts';
import { COMPANY_ID } from '../domain/company/terms.ts';
import { fold } from '../domain/kit/decider.ts';
import type { EventLog } from '../store/event-store.ts';
import { readWhole } from './command-handler.ts';

/** What the owner has set, from the log itself: what decides who gets in does not wait for the read models. */
export async function readCompany(log: Pick<EventLog, 'readStream'>): Promise<CompanyState> {
  const events = await readWhole(log, `${company.category}-${COMPANY_ID}`);
  return fold(company, events as unknown as CompanyEvent[]);
}
