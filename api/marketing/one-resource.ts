import type { FastifyRequest } from 'fastify';
import { IdempotencyConflict } from '../../platform/commands/command-handler.ts';
import { HttpError } from '../../platform/http/answers/errors.ts';
import { campaignKind } from '../campaigns/record.ts';
import { campaignFields, emailCampaignFields } from '../campaigns/schema.ts';
import { emailCampaignKind } from '../email-campaigns/record.ts';
import { senderOf } from '../kit/changes/commands.ts';
import type { ApiContext } from '../kit/context.ts';
import { findRecord, recallRecord } from '../kit/records.ts';

// Campaigns of both kinds are one resource, as the specification's two pages have it.

type EitherKind = typeof campaignKind | typeof emailCampaignKind;

/** The kind of the campaign that a request is about; that of a new one by its body. @param id that it has, or will have */
export async function kindOfCampaign(context: ApiContext, request: FastifyRequest, id: string): Promise<EitherKind> {
  const find = request.method === 'GET' ? recallRecord : findRecord;
  if (await find(context, emailCampaignKind, id)) return emailCampaignKind;
  const isNew = request.method === 'POST' && (request.params as { id?: string }).id === undefined;
  // A request sent again finds what it made, whatever its body says now.
  if (!isNew || (await findRecord(context, campaignKind, id))) return campaignKind;
  const kind = isOfEmail(request.body as object) ? emailCampaignKind : campaignKind;
  if (!senderOf(request).isRandom) await claimId(context, id, kind);
  return kind;
}

/** Longer than a request takes until its record is there. */
const CLAIMED_MS = 60 * 60_000;

/**
 * The id of a new campaign follows from its request: sent at once with a body of each kind, it is one record all the same.
 * @throws IdempotencyConflict for the other kind
 */
async function claimId({ state }: ApiContext, id: string, { category }: EitherKind): Promise<void> {
  const key = `campaign-kind/${id}`;
  if (await state.put(key, category, { expected: 'none', ttlMs: CLAIMED_MS })) return;
  const claimed = (await state.get(key))?.value ?? category;
  if (claimed !== category) throw new IdempotencyConflict();
}

/** Whether a body that creates a campaign means one by email: it has the key `subject` or `templateType`. */
function isOfEmail(body: object): boolean {
  return 'subject' in body || 'templateType' in body;
}

/** The words for a campaign of each kind, and what only the other kind has. */
const ALIEN = {
  campaign: { article: 'A marketing campaign', names: namesOnlyIn(emailCampaignFields, campaignFields) },
  email: { article: 'An email campaign', names: [...namesOnlyIn(campaignFields, emailCampaignFields), 'status'] },
} as const;

function namesOnlyIn(fields: object, others: object): string[] {
  return Object.keys(fields).filter((name) => !(name in others));
}

/**
 * Rows of either kind have the fields of both: sent back empty, those of the other kind say nothing.
 * @throws HttpError 400 for a body that gives a field of the other kind a value
 */
export function requireOneShape(kind: 'campaign' | 'email', body: object): void {
  const { article, names } = ALIEN[kind];
  const values = body as Readonly<Record<string, unknown>>;
  const given = names.filter((name) => isSaid(values[name]) && !(name === 'status' && values[name] === 'draft'));
  if (given.length === 0) return;
  const issues = given.map((path) => ({ path, message: `${article} has no ${path}.` }));
  throw new HttpError(400, { message: issues.map(({ message }) => message).join(' '), code: 'invalid', issues });
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0);
}
