import type { FastifyReply } from 'fastify';
import { SESSION_COOKIE } from '../platform/http/access.ts';
import { describeUserAgent } from '../platform/user-agent.ts';
import type { ApiContext } from './context.ts';
import { cookieOptions } from './cookies.ts';
import { rememberDevice } from './device-cookie.ts';
import { recordSecurity } from './security.ts';

const LIFE_SECONDS = 30 * 24 * 60 * 60;

/**
 * Signs a person in at the browser behind a reply; the session that it had before ends.
 * @param how it came to that, where not by a password
 */
export async function openSession(
  context: ApiContext,
  reply: FastifyReply,
  user: { id: string },
  how: 'external' | 'link' | null = null,
): Promise<void> {
  await endSession(context, reply);
  const secret = await context.sessions.open(user.id, describeUserAgent(reply.request.headers['user-agent']));
  reply.setCookie(SESSION_COOKIE, secret, { ...cookieOptions(context), maxAge: LIFE_SECONDS });
  const { id } = user;
  recordSecurity(context, reply.request, { type: 'sign_in_succeeded', actor: id, subject: id, detail: how });
  await rememberDevice(context, reply, id);
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
  reply.clearCookie(SESSION_COOKIE, cookieOptions(context));
}

async function endSession({ sessions }: ApiContext, reply: FastifyReply): Promise<void> {
  const secret = reply.request.cookies[SESSION_COOKIE];
  if (secret !== undefined) await sessions.close(secret);
}
