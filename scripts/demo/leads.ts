import { type LeadCommand, lead } from '../../domain/lead/lead.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import type { Act, Area } from './act.ts';
import { campaignAt } from './campaigns.ts';
import type { Deed } from './lead-journey.ts';
import { type PlannedLead, planLeads } from './lead-plan.ts';
import type { WorkingTime } from './working-time.ts';

/** The leads, and the customers some of them become. */
export const leads: Area = (time) =>
  planLeads(time).flatMap((planned, number) => actsOf(planned, nameOf(number), time));

/** The id of a lead by its place in the list. */
export function leadId(number: number): string {
  return uuidv5(uuidv5(HEARTWOOD, `${nameOf(number)}/0`), 'lead');
}

function nameOf(number: number): string {
  return `demo/lead/${number}`;
}

/** @param name the lead's name within the demo: its ids are derived from it */
function actsOf({ begins, steps }: PlannedLead, name: string, time: WorkingTime): Act[] {
  const commandIds = steps.map((_, index) => uuidv5(HEARTWOOD, `${name}/${index}`));
  const id = uuidv5(commandIds[0] ?? name, 'lead');
  let hour = begins;
  return steps.map(({ hours, actor, deed }, index) => {
    hour += hours;
    const at = time.instantAt(hour);
    const commandId = commandIds[index] ?? name;
    const isUndo = deed.type === 'undo convert' || deed.type === 'restore';
    const undoes = isUndo ? commandIds[index - 1] : undefined;
    return { at, actor, run: (desk) => desk.send(lead, id, commandOf(deed, id, at, time), { commandId, undoes }) };
  });
}

function commandOf(deed: Deed, id: string, at: number, time: WorkingTime): LeadCommand {
  switch (deed.type) {
    case 'capture': {
      const details = { ...deed.details, campaignId: campaignAt(at, deed.details.leadSource ?? null, time) };
      return { type: 'CaptureLead', details, now: new Date(at).toISOString() };
    }
    case 'revise':
      return { type: 'ReviseLead', details: deed.details, ...(deed.status && { status: deed.status }) };
    case 'convert':
      return { type: 'ConvertLead', customerId: uuidv5(id, 'customer') };
    case 'undo convert':
      return { type: 'RevertConversion' };
    case 'remove':
      return { type: 'RemoveLead' };
    case 'restore':
      return { type: 'RestoreLead' };
  }
}
