import { randomUUID } from 'node:crypto';
import { externalLead } from '../../../domain/external-lead/external-lead.ts';
import type { LeadDetails, LeadRequest } from '../../../domain/lead/events.ts';
import { lead } from '../../../domain/lead/lead.ts';
import type { CommandHandler } from '../../../platform/commands/command-handler.ts';
import { openProductStores } from '../stores/product-stores.ts';

/** What somebody enters in a public form. */
export const ADA_ASKS = {
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  phone: '555-0101',
  address: '3 Elm St, Hadley',
  description: 'The old oak',
  notes: null,
  leadSource: 'website_widget',
  estimatedValue: null,
} satisfies Partial<LeadDetails>;

export const BY_WIDGET: LeadRequest = {
  page: 'widget',
  serviceType: null,
  urgency: 'normal',
  preferredContactTime: null,
  hostSite: null,
  analysisId: null,
};

/** Leaves requests from the public forms in the log of a folder that no server is using. */
export interface LeftRequests {
  /** @param actor `public`, unless somebody else brought it */
  lead(asked?: { details?: Partial<LeadDetails>; request?: Partial<LeadRequest>; actor?: string }): Promise<string>;
  external(asked?: { email?: string | null }): Promise<string>;
}

export async function leaveRequests(folder: string, leave: (requests: LeftRequests) => Promise<void>): Promise<void> {
  const stores = await openProductStores({ folder });
  const commands: CommandHandler = stores.commandHandler();
  const now = new Date().toISOString();
  const sender = (actor: string) => {
    const commandId = randomUUID();
    return { actor, commandId, body: commandId, correlationId: commandId, causationId: null };
  };
  await leave({
    async lead({ details = {}, request = {}, actor = 'public' } = {}) {
      const id = randomUUID();
      const told = { details: { ...ADA_ASKS, ...details }, request: { ...BY_WIDGET, ...request } };
      await commands.handle(lead, id, [{ type: 'CaptureLead', ...told, now }], sender(actor));
      return id;
    },
    async external({ email = ADA_ASKS.email } = {}) {
      const id = randomUUID();
      const { name, phone, address, description } = ADA_ASKS;
      const details = {
        name,
        email,
        phone,
        address,
        description,
        serviceType: null,
        priority: 'normal',
        leadSource: 'website_widget',
        hostSite: null,
        campaignId: null,
        notes: '',
      };
      await commands.handle(externalLead, id, [{ type: 'ReceiveExternalLead', details, now }], sender('public'));
      return id;
    },
  });
  await stores.close();
}
