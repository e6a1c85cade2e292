import type { CompanySettings } from '../domain/company/company.ts';
import type { CompanyEvent } from '../domain/company/events.ts';
import type { Recorded } from '../domain/kit/event.ts';
import { idsOfStream, type Projection, type RecordDocument } from './engine/projection.ts';

/** What was said of the company; a missing field is as the defaults say. */
export interface CompanyDocument extends RecordDocument, Partial<CompanySettings> {}

export const company: Projection = {
  name: 'company',
  version: 1,
  collection: 'company',
  indexes: [],
  search: [],
  ids: (event) => idsOfStream(event, 'company'),
  evolve: (document, event) => ({ ...document, ...(event as Recorded<CompanyEvent>).data }),
};
