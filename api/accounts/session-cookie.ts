import type { FastifyReply } from 'fastify';
import { PLAIN_SESSION_COOKIE, sessionCookieName } from '../../platform/http/cookie-names.ts';
import { describeUserAgent } from '../../platform/http/user-agent.ts';
import type { ApiContext } from '../kit/context.ts';
import { recordSecurity } from '../kit/security.ts';
import { cookieOptions } from './cookies.ts';
import { rememberDevice } from './device-cookie.ts';

const LIFE_SECONDS = 30 * 24 * 60 * 60;

/**
 * Signs a person in at the browser behind a reply; the session that it had before ends.
 * @param options.how the person signed in, if not by a password alone
 * @param options.isStillRight whether what proved who they are still does: asked once the session is there, so that
 *   either this sees that it was replaced, or who replaced it sees the session
 * @returns false where it was replaced meanwhile: then nobody is signed in
 */
export async function openSession(
  context: ApiContext,
  reply: FastifyReply,
  user: { id: string },
  options: { how?: 'external' | 'link' | 'second_factor' | null; isStillRight?: () => Promise<boolean> } = {},
): Promise<boolean> {
  await endSession(context, reply);
  forgetSession(context, reply);
  const { sessions, config } = context;
  const userAgent = describeUserAgent(reply.request.headers['user-agent']);
  const secret = await sessions.open(user.id, { userAgent, isExternal: options.how === 'external' });
  if ((await options.isStillRight?.()) === false) {
    await sessions.close(secret);
    return false;
  }
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

/** Takes the cookie from the browser, where its session has ended already. */
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

/** Today's name of the cookie, and the one that a browser may still hold from the release before. */
function namesOf({ config }: ApiContext): Set<string> {
  return new Set([sessionCookieName(config.publicUrl), PLAIN_SESSION_COOKIE]);
}
