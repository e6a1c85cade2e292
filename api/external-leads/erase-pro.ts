import {
  type Assignment,
  type ExternalLeadCommand,
  type ExternalLeadState,
  externalLead,
} from '../../domain/external-lead/external-lead.ts';
import { proKey } from '../../domain/external-lead/terms.ts';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import { findErasure, type Root, rootOf } from '../../platform/commands/erasure.ts';
import { externalLeads } from '../../projections/external-leads.ts';
import type { ReadModels } from '../../store/read-models.ts';
import { pagesOf } from '../../store/read-pages.ts';
import { eraseRoute } from '../kit/changes/erase-route.ts';
import type { ApiContext, App } from '../kit/context.ts';
import { newestModels } from '../kit/newest-models.ts';
import { streamOf } from '../kit/records.ts';
import { externalLeadKind } from './record.ts';
import { erasedExternalLead, eraseProBody, externalLeadRecord } from './schema.ts';

const description = `Erases the personal data of the local professional who is assigned, in this lead and in every other that they were
ever assigned to, whoever asked there. Their texts read \`[erased]\` everywhere, in every history too. The leads stay, with what was
noted about how they turned out; one that is still open waits for somebody again. None of it can be undone. 409 where what a lead
says of them was recorded before professionals had keys of their own: it goes with whoever asked.`;

const PAGE = 500;

/** An erasure looks where else a professional is named: no assignment comes in between. */
export const PROS_TURN = 'local-pros';

/** Erases a local professional, and nobody else. */
export function eraseProRoute(app: App, context: ApiContext): void {
  eraseRoute(app, context, {
    kind: externalLeadKind,
    record: externalLeadRecord,
    path: '/api/admin/external-leads',
    of: '/pro',
    tag: 'External leads',
    description,
    body: eraseProBody,
    answered: erasedExternalLead,
    command: (confirm, id) => erasing(context, id, confirm),
    turn: PROS_TURN,
    rootsOf: (id, _, appended) => rootsOfPro(context, id, appended),
    answer: (lead, progress) => ({ externalLead: lead, ...progress }),
  });
}

async function erasing(context: ApiContext, id: string, confirm: string): Promise<ExternalLeadCommand> {
  const { alsoIn, sealedElsewhere } = await otherLeads(context, id);
  return { type: 'ErasePersonOfLocalPro', confirm, alsoIn, sealedElsewhere };
}

/** In which other leads the professional of one is named, removed or not. */
async function otherLeads(context: ApiContext, id: string) {
  const { streams } = context;
  const alsoIn: { leadId: string; proId: string }[] = [];
  let sealedElsewhere = 0;
  const { state } = await streams.load(externalLead, id);
  const pro = assignmentOf(state);
  if (!pro || pro.erased) return { alsoIn, sealedElsewhere };
  const isThem = (other: { name: string | null; contact: string | null }) => proKey(other) === proKey(pro);
  const { models } = await newestModels(context);
  for await (const leadId of worked(models)) {
    if (leadId === id) continue;
    const { state: other } = await streams.load(externalLead, leadId);
    const found = other.presence === 'absent' ? [] : other.pros.filter(isThem);
    for (const { id: proId } of found) if (proId !== null) alsoIn.push({ leadId, proId });
    if (found.some((each) => each.id === null)) sealedElsewhere += 1;
  }
  return { alsoIn, sealedElsewhere };
}

/** Who is assigned, unless they were erased with whoever asked. */
function assignmentOf(state: ExternalLeadState): Assignment | null {
  return state.presence === 'absent' || state.isErased ? null : state.assignment;
}

/** The leads about which anything was done since they came in: an assignment that was undone is in their streams alone. */
async function* worked(models: ReadModels): AsyncGenerator<string> {
  for await (const page of pagesOf(models, externalLeads.collection, { where: {}, limit: PAGE }))
    for (const { id, revision } of page) if (revision > 0) yield id;
}

/** The professional in all leads that they are, or were until they were erased, assigned to. */
async function rootsOfPro(context: ApiContext, id: string, appended: readonly RecordedEvent[]): Promise<Root[]> {
  const { state } = await context.streams.load(externalLead, id);
  // Where the call comes again, somebody else may be assigned by now.
  const [erasure] = appended.map(rootOf);
  const proId = erasure?.person ?? (state.presence === 'absent' ? null : (state.assignment?.proId ?? null));
  if (proId === null) return [];
  const root = { stream: streamOf(externalLeadKind, id), person: proId };
  const erased = await findErasure(context.store, root);
  const alsoIn =
    erased?.type === 'LocalProErased'
      ? (erased.data as { alsoIn: { leadId: string; proId: string }[] }).alsoIn
      : (await otherLeads(context, id)).alsoIn;
  return [root, ...alsoIn.map((each) => ({ stream: streamOf(externalLeadKind, each.leadId), person: each.proId }))];
}
