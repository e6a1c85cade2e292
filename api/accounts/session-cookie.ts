import type { FastifyReply } from 'fastify';
import { PLAIN_SESSION_COOKIE, sessionCookieName } from '../../platform/http/cookie-names.ts';
import { describeUserAgent } from '../../platform/http/visitors/user-agent.ts';
import type { ApiContext } from '../kit/context.ts';
import { recordSecurity } from '../kit/security.ts';
import { cookieOptions } from './cookies.ts';
import { rememberDevice } from './device-cookie.ts';

const LIFE_SECONDS = 30 * 24 * 60 * 60;

/**
 * Signs a person in at the browser behind a reply; its earlier session ends.
 * @param options.how the person signed in, if not by a password alone
 * @param options.isStillRight whether the proof of who they are is still valid: asked once the session exists, so that
 *   either this notices that the proof was replaced, or whoever replaced it sees the session
 * @returns false if it was replaced in the meantime, and nobody is signed in
 */
export async function openSession(
  context: ApiContext,
  reply: FastifyReply,
  user: { id: string },
  options: { how?: 'external' | 'link' | 'second_factor' | null; isStillRight?: () => Promise<boolean> } = {},
): Promise<boolean> {
  const { sessions, config } = context;
  const userAgent = describeUserAgent(reply.request.headers['user-agent']);
  const secret = await sessions.open(user.id, { userAgent, isExternal: options.how === 'external' });
  if ((await options.isStillRight?.()) === false) {
    await sessions.close(secret);
    return false;
  }
  // After the new one, because the browser keeps the old one where that cannot be stored.
  await endSession(context, reply);
  forgetSession(context, reply);
  reply.setCookie(sessionCookieName(config.publicUrl), secret, { ...cookieOptions(context), maxAge: LIFE_SECONDS });
  const { id } = user;
  recordSecurity(context, reply.request, {
    type: 'sign_in_succeeded',
    actor: id,
    subject: id,
    detail: options.how ?? null,
  });
  await rememberDevice(context, reply, id);
  return true;
}

/** Signs out the browser behind a reply. */
export async function closeSession(context: ApiContext, reply: FastifyReply): Promise<void> {
  await endSession(context, reply);
  forgetSession(context, reply);
  const { user } = reply.request;
  if (user) recordSecurity(context, reply.request, { type: 'signed_out', subject: user.id });
}

/** Clears the browser's cookie when its session has already ended. */
export function forgetSession(context: ApiContext, reply: FastifyReply): void {
  for (const name of namesOf(context)) {
    if (reply.request.cookies[name] !== undefined) reply.clearCookie(name, cookieOptions(context));
  }
}

async function endSession(context: ApiContext, reply: FastifyReply): Promise<void> {
  for (const name of namesOf(context)) {
    const secret = reply.request.cookies[name];
    if (secret !== undefined) await context.sessions.close(secret);
  }
}

/** The cookie's current name, and the one that a browser may still hold from the previous release. */
function namesOf({ config }: ApiContext): Set<string> {
  return new Set([sessionCookieName(config.publicUrl), PLAIN_SESSION_COOKIE]);
}
