import type { CompanySettings } from '../domain/company/company.ts';
import type { CompanyEvent } from '../domain/company/events.ts';
import { merged } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** What was said of the company; a missing field is as the defaults say. */
export interface CompanyDocument extends RecordDocument, Partial<CompanySettings> {}

export const company = readModel<CompanyDocument, CompanyEvent>()({
  name: 'company',
  version: 1,
  of: 'company',
  indexes: [],
  search: [],
  first: { CompanySettingsRevised: (settings) => settings as Partial<CompanySettings> },
  after: { CompanySettingsRevised: merged },
});
