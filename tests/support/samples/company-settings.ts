import { type CompanySettings, company } from '../../../domain/company/company.ts';
import { COMPANY_ID } from '../../../domain/company/terms.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { openProductStores } from '../stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../temp-folder.ts';

/** A data folder with settings that calls may not accept anymore. */
export async function folderWithSettings(settings: Partial<CompanySettings>): Promise<TempFolder> {
  const folder = await tempFolder();
  const stores = await openProductStores({ folder: folder.path });
  const command = { type: 'ReviseCompanySettings', settings } as const;
  const id = uuidv5('00000000-0000-4000-8000-000000000000', 'settings');
  const context = { actor: 'owner', commandId: id, body: 'null', correlationId: id, causationId: null };
  await stores.commandHandler().handle(company, COMPANY_ID, [command], context);
  await stores.release();
  return folder;
}
