import { type ExternalLeadCommand, externalLead } from '../../../domain/external-lead/external-lead.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import { openProductStores } from '../stores/product-stores.ts';
import { type TempFolder, tempFolder } from '../temp-folder.ts';

type Received = Extract<ExternalLeadCommand, { type: 'ReceiveExternalLead' }>['details'];

/** What the widget's picture of a tree was found to show. */
export const NOTED = {
  serviceType: 'Tree Removal',
  treeSpecies: 'Sugar maple',
  treeHeight: '40-50 feet',
  difficultyLevel: 'High',
  estimatedCost: '$1,200 - $2,000',
  estimatedDuration: '6-8 hours',
  recommendations: ['Rope the large limbs'],
  equipmentNeeded: ['Chipper', 'Ropes'],
};

/** From somebody who asked through the widget. */
export const ASKED: Received = {
  name: 'Wilhelmina Quercus',
  email: 'wilhelmina@example.com',
  phone: '555-0166',
  address: '77 Acorn Way, Elmsford',
  description: 'A maple over the garage',
  serviceType: 'tree_removal',
  priority: 'urgent',
  leadSource: 'website_widget',
  hostSite: 'https://garden.example',
  campaignId: null,
  notes: JSON.stringify(NOTED),
};

/** The id of the nth of them, starting at 0. */
export function externalLeadId(index: number): string {
  return uuidv5('00000000-0000-4000-8000-000000000000', `external lead ${index}`);
}

/**
 * A data folder that has received external leads, as through the public form. @param asked each merged over {@link
 * ASKED}
 */
export async function folderWithExternalLeads(
  asked: readonly Partial<Received & { at: string }>[],
): Promise<TempFolder> {
  const folder = await tempFolder();
  const stores = await openProductStores({ folder: folder.path });
  const commands = stores.commandHandler();
  for (const [index, { at, ...more }] of asked.entries()) {
    const command = { type: 'ReceiveExternalLead', details: { ...ASKED, ...more } } as const;
    const now = at ?? new Date(Date.now() - 60_000 + index).toISOString();
    const id = externalLeadId(index);
    const context = { actor: 'public', commandId: id, body: 'null', correlationId: id, causationId: null };
    await commands.handle(externalLead, id, [{ ...command, now }], context);
  }
  await stores.release();
  return folder;
}
