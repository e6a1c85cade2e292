import type { CompanySettings } from '../domain/company/company.ts';
import type { CompanyEvent } from '../domain/company/events.ts';
import { merged } from './engine/handlers.ts';
import type { RecordDocument } from './engine/projection.ts';
import { readModel } from './engine/read-model.ts';

/** The company settings that were entered; a missing field means the default. */
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
