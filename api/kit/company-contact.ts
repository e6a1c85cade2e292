import { COMPANY_ID } from '../../domain/company/terms.ts';
import { company as companies } from '../../projections/company.ts';
import type { ApiContext } from './context.ts';

/** How the public knows and reaches the company; null where the owner has not filled it in. */
export interface CompanyContact {
  name: string | null;
  phone: string | null;
  email: string | null;
}

export async function companyContact({ readModels }: Pick<ApiContext, 'readModels'>): Promise<CompanyContact> {
  const found = await readModels.current().get(companies.collection, [COMPANY_ID]);
  const company = found.get(COMPANY_ID);
  return { name: company?.name ?? null, phone: company?.phone ?? null, email: company?.email ?? null };
}
