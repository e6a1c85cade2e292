import type { Analysis } from '../../ai/image-analysis.ts';
import { analysis as analyses } from '../../domain/analysis/analysis.ts';
import { type Findings, NO_FINDINGS } from '../../domain/analysis/events.ts';
import { externalLead } from '../../domain/external-lead/external-lead.ts';
import { textOfNotes } from '../../domain/external-lead/terms.ts';
import {
  type IntakePage,
  REQUESTED_SERVICE_LABELS,
  REQUESTED_SERVICES,
  type RequestUrgency,
} from '../../domain/intake/terms.ts';
import type { Decider } from '../../domain/kit/decider.ts';
import type { EventBody } from '../../domain/kit/event.ts';
import type { LeadDetails, LeadRequest } from '../../domain/lead/events.ts';
import { lead } from '../../domain/lead/lead.ts';
import { LEAD_LIMITS, type LeadSource } from '../../domain/lead/terms.ts';
import { photo, type StoredPicture } from '../../domain/photo/photo.ts';
import { later, reachedBy } from '../../platform/commands/processes.ts';
import { readCompany } from '../../platform/company/company-settings.ts';
import { isServed } from '../../platform/places/service-area.ts';
import { isoNow } from '../../platform/runtime/clock.ts';
import { madeId, uuidv5 } from '../../platform/runtime/ids.ts';
import type { Position } from '../../store/event-store.ts';
import { withCosts } from '../analyses/costs.ts';
import { campaignOf } from '../campaigns/named.ts';
import type { ApiContext } from '../kit/context.ts';
import { readTarget } from '../photos/new-photo.ts';
import type { ShownAnalysis } from './schema.ts';

/** A request for work as a stranger sent it through a public form. It is JSON, so that it can wait. */
export interface Intake {
  page: IntakePage;
  details: Pick<LeadDetails, 'name' | 'email' | 'phone' | 'address' | 'description' | 'estimatedValue'>;
  /** One of our services; null if the form does not ask. */
  serviceType: string | null;
  urgency: RequestUrgency;
  preferredContactTime: string | null;
  hostSite: string | null;
  /** The campaign that the form's address named, which may be none; missing where an older product let it wait. */
  campaignId?: string | null;
  /** What the visitor was shown about their picture. */
  shown: ShownAnalysis | null;
  /** What the server itself found in it. */
  found: { analysis: Analysis; inputHash: string; description: string | null } | null;
}

/** Who takes a request in, and with which command. The ids of what it creates are derived from the command. */
export interface IntakeSender {
  actor: string;
  commandId: string;
  /** The id that the sender knows the request by, and so the id of the lead that it becomes. */
  id: string;
  /** The same text for a repeat. */
  body: string;
}

/** What a request became. */
export interface TakenIn {
  category: 'lead' | 'external_lead';
  id: string;
  position: Position;
}

/** The id of what a request becomes, of either kind. */
export function intakeId(commandId: string): string {
  return madeId(commandId, 'lead');
}

/** What an earlier request under this id became; null if it is new. */
export async function knownIntake(
  { streams }: Pick<ApiContext, 'streams'>,
  id: string,
): Promise<TakenIn['category'] | null> {
  if ((await streams.load(lead, id)).state.presence !== 'absent') return 'lead';
  return (await streams.load(externalLead, id)).state.presence === 'absent' ? null : 'external_lead';
}

/**
 * Makes a lead of a request: in the pipeline, or an external one if somebody outside the service area asked through the
 * widget. A repeat gets the same, even if the service area was changed in between.
 */
export async function takeIn(context: ApiContext, sender: IntakeSender, intake: Intake): Promise<TakenIn> {
  const { id } = sender;
  const category = (await knownIntake(context, id)) ?? (await categoryOf(context, intake));
  const now = isoNow(context.clock);
  const campaignId = await campaignOf(context, intake.campaignId);
  if (category === 'external_lead') {
    const { estimatedValue: _, ...details } = intake.details;
    const notes = notesOf(intake);
    const { serviceType, urgency, hostSite } = intake;
    const received = {
      ...details,
      serviceType,
      priority: urgency,
      leadSource: 'website_widget',
      hostSite,
      notes,
      campaignId,
    } as const;
    const position = await append(context, sender, externalLead, id, [
      { type: 'ReceiveExternalLead', details: received, now },
    ]);
    return { category, id, position };
  }
  const analysisId = intake.found ? madeId(sender.commandId, 'analysis') : null;
  const leadSource: LeadSource = intake.page === 'portal' ? 'Customer Portal' : 'website_widget';
  // No longer than a lead's notes may be, so that they can be revised.
  const notes = textOfNotes(notesOf(intake))?.slice(0, LEAD_LIMITS.notes).toWellFormed() ?? null;
  const { page, serviceType, urgency, preferredContactTime, hostSite } = intake;
  const request: LeadRequest = { page, serviceType, urgency, preferredContactTime, hostSite, analysisId };
  const hazards = intake.found?.analysis.findings.hazards ?? [];
  const details = { ...intake.details, leadSource, notes, hazards, campaignId };
  const position = await append(context, sender, lead, id, [{ type: 'CaptureLead', details, request, now }]);
  if (analysisId === null || intake.found === null) return { category, id, position };
  const recorded = await recordAnalysis(context, sender, { id: analysisId, leadId: id }, intake.found);
  return { category, id, position: later(position, recorded) };
}

/** Attaches the pictures of a request, in order, to what it became. */
export async function attachPictures(
  context: ApiContext,
  sender: IntakeSender,
  { category, id, position }: TakenIn,
  pictures: readonly StoredPicture[],
): Promise<Position> {
  let reached = position;
  const target = await readTarget(context, { category, recordId: id, propertyId: null });
  for (const [index, picture] of pictures.entries()) {
    // Each a little later than the one before, because lists show them in order of time.
    const now = isoNow(() => context.clock() + index);
    const own = partOf(sender, roleOf(index));
    const command = { type: 'AttachPhoto', target, picture, caption: null, now } as const;
    reached = later(reached, await append(context, own, photo, pictureId(sender, index), [command]));
  }
  return reached;
}

/** The id of the photo made from a picture of a request. @param index from 0 */
export function pictureId({ commandId }: Pick<IntakeSender, 'commandId'>, index: number): string {
  return madeId(commandId, roleOf(index));
}

function roleOf(index: number): string {
  return `photo ${index}`;
}

/** Portal requests always go to the pipeline; widget requests only from where the company works. */
async function categoryOf(context: ApiContext, { page, details }: Intake): Promise<TakenIn['category']> {
  if (page === 'portal') return 'lead';
  const { serviceArea, homeBase } = await readCompany(context.streams);
  return isServed(details.address, serviceArea, homeBase) ? 'lead' : 'external_lead';
}

async function recordAnalysis(
  context: ApiContext,
  sender: IntakeSender,
  { id, leadId }: { id: string; leadId: string },
  { analysis: { findings, ...found }, inputHash, description }: NonNullable<Intake['found']>,
): Promise<Position> {
  const suggestedServices = await withCosts(context, findings.suggestedServices);
  // What waited may be from before findings had all these fields.
  const priced: Findings = { ...NO_FINDINGS, ...findings, suggestedServices };
  const origin = { quoteId: null, customerId: null, leadId, inputHash, description, ...found };
  const own = partOf(sender, 'analysis');
  const now = isoNow(context.clock);
  return append(context, own, analyses, id, [{ type: 'RecordAnalysis', origin, findings: priced, now }]);
}

/** Who sends a part of a request, which is one act of the visitor's. */
function partOf(sender: IntakeSender, role: string): IntakeSender & { correlationId: string } {
  return { ...sender, commandId: uuidv5(sender.commandId, role), correlationId: sender.commandId };
}

/** Appends what commands decide, and does what follows from it. */
async function append<State, Command extends object, Event extends EventBody>(
  context: ApiContext,
  { actor, commandId, correlationId = commandId, body }: IntakeSender & { correlationId?: string },
  decider: Decider<State, Command, Event>,
  id: string,
  commands: readonly Command[],
): Promise<Position> {
  const cause = { actor, commandId, correlationId, causationId: null };
  const outcome = await context.commands.handle(decider, id, commands, { ...cause, body });
  return reachedBy(outcome, await context.processes.follow(outcome.appended));
}

/** What the widget showed of a picture, as JSON text; '' for nothing. */
function notesOf({ shown }: Intake): string {
  return shown ? JSON.stringify(shown) : '';
}

const ALIASES: Readonly<Record<string, string>> = {
  pruning: 'tree_trimming',
  'hedge trimming': 'tree_trimming',
  'tree health assessment': 'tree_health',
};

/**
 * The service of ours that an analysis names, by its code or its label; null if it names none. A service that was only
 * assumed as typical does not count: nobody asked for it.
 */
export function serviceOf(shown: ShownAnalysis | null): string | null {
  const said = shown?.assumed?.includes('serviceType') ? null : shown?.serviceType;
  const names = (said ?? '').split(',').flatMap((part) => {
    const name = part.trim().toLowerCase();
    const own = REQUESTED_SERVICES.find((code) => [code, REQUESTED_SERVICE_LABELS[code].toLowerCase()].includes(name));
    return own ?? ALIASES[name] ?? [];
  });
  const services = new Set(names);
  return services.size > 1 ? 'multiple' : (names[0] ?? null);
}
