import type { FastifyRequest } from 'fastify';
import { LEAST_FILL_MS, readsLikeAdvertisement } from '../../domain/intake/suspicion.ts';
import type { IntakePage, Suspicion } from '../../domain/intake/terms.ts';
import { TooManyTries } from '../../platform/accounts/tries.ts';
import { IdempotencyConflict } from '../../platform/commands/command-handler.ts';
import { limitWithoutForm, VISITOR_WINDOW_MS } from '../../platform/http/visitors/visitor-limits.ts';
import { requestCommandId, sha256 } from '../../platform/runtime/ids.ts';
import { openForm } from '../forms/form-tokens.ts';
import { foreignSiteOf } from '../forms/sites.ts';
import type { ApiContext } from '../kit/context.ts';
import { waitingBody } from './quarantine.ts';
import { type IntakeSender, intakeId, knownIntake } from './take-in.ts';

/** What a form sends besides the request itself. */
export interface Sent {
  page: IntakePage;
  /** The site it claims to be on. */
  hostSite: string | null;
  formToken: string | null;
  /** The content of the field that people do not see. */
  honeypot: unknown;
  name: string;
  description: string | null;
  /** The request as sent, the same text for a repeat. */
  body: string;
}

/** What to do with a request. */
export interface Admitted {
  sender: IntakeSender;
  /** `waits`: it is already in quarantine. */
  verdict: 'taken' | 'waits' | { suspicion: Suspicion };
}

const DAY_MS = 24 * 60 * 60_000;
/** How often the same text may come in a day: from people who try again, and from neighbors who ask together. */
const SAME_TEXT = 20;
/** Shorter texts, like "Please call me", may come from anybody. */
const TELLING_TEXT = 20;
/** An address may send this many times its ten-minute limit in a day. */
const A_DAYS_SHARE = 3;

/**
 * Decides what to do with a request, before any of it is stored. All public requests share one actor, so a repeat is
 * recognized by its own key, or by the token of its form.
 * @throws HttpError 400 for a token that is not valid here; TooManyTries
 */
export async function admit(context: ApiContext, request: FastifyRequest, sent: Sent): Promise<Admitted> {
  const { page, formToken, body } = sent;
  const site = sent.hostSite ?? foreignSiteOf(context, request);
  const form = formToken === null ? null : await openForm(context, formToken, { page, site });
  if (form === null) await limitWithoutForm(request, 'requests', context);
  const key = (request.headers['idempotency-key'] as string | undefined) ?? formToken ?? undefined;
  const commandId = requestCommandId('public', request.method, request.routeOptions.url ?? '', key);
  await form?.use(`${commandId}\n${body}`);
  const id = intakeId(commandId);
  const sender: IntakeSender = { actor: 'public', commandId, id, body };
  const waiting = await waitingBody(context, id);
  if (waiting !== null && waiting !== body) throw new IdempotencyConflict();
  if (waiting !== null) return { sender, verdict: 'waits' };
  // What was taken in once is not suspected when it is repeated.
  const isKnown = key !== undefined && (await knownIntake(context, id)) !== null;
  const suspicion = isKnown ? null : await suspicionOf(context, request, sent, form?.ageMs ?? null);
  return { sender, verdict: suspicion ? { suspicion } : 'taken' };
}

async function suspicionOf(
  context: ApiContext,
  { ip }: FastifyRequest,
  { honeypot, name, description }: Sent,
  ageMs: number | null,
): Promise<Suspicion | null> {
  const { tries, config } = context;
  const most = config.visitorLimits.requests * A_DAYS_SHARE;
  const text = (description ?? '').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const isMany = await isTooMany(() => tries.takeAddress('visitors/requests/day', ip, most, DAY_MS));
  const isRepeated =
    text.length >= TELLING_TEXT &&
    (await isTooMany(() => tries.takeOfAll(`visitors/same-text/${sha256(text)}`, SAME_TEXT, DAY_MS)));
  if (honeypot !== undefined && honeypot !== null && honeypot !== '') return 'honeypot';
  if (ageMs !== null && ageMs < LEAST_FILL_MS) return 'too_fast';
  if (readsLikeAdvertisement({ name, description })) return 'content';
  if (isRepeated) return 'repeated';
  if (isMany) return 'many';
  // Last, so that what waits anyway leaves room for the others.
  const { allRequests } = config.visitorLimits;
  const isFlood = await isTooMany(() => tries.takeOfAll('visitors/requests', allRequests, VISITOR_WINDOW_MS));
  return isFlood ? 'flood' : null;
}

async function isTooMany(take: () => Promise<void>): Promise<boolean> {
  try {
    await take();
    return false;
  } catch (cause) {
    if (cause instanceof TooManyTries) return true;
    throw cause;
  }
}
