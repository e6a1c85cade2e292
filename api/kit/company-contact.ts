import { COMPANY_ID } from '../../domain/company/terms.ts';
import type { CompanyDocument } from '../../projections/company.ts';
import type { ApiContext } from './context.ts';

/** How the public knows and reaches the company; null where the owner has not filled it in. */
export interface CompanyContact {
  name: string | null;
  phone: string | null;
  email: string | null;
}

export async function companyContact({ readModels }: Pick<ApiContext, 'readModels'>): Promise<CompanyContact> {
  const found = await readModels.current().get('company', [COMPANY_ID]);
  const { name = null, phone = null, email = null } = (found.get(COMPANY_ID) ?? {}) as Partial<CompanyDocument>;
  return { name, phone, email };
}
