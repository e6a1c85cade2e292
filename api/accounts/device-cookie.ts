import type { FastifyReply, FastifyRequest } from 'fastify';
import { cookieName } from '../../platform/http/cookie-names.ts';
import type { ApiContext } from '../kit/context.ts';
import { cookieOptions } from './cookies.ts';

/** Longer than anybody's vacation; browsers keep no cookie for more than 400 days. */
const LIFE_SECONDS = 365 * 24 * 60 * 60;

const NAME = 'heartwood_device';

/** What the browser of a request keeps from earlier sign-ins. */
export function keptDevice(context: Pick<ApiContext, 'config'>, request: FastifyRequest): string | undefined {
  return request.cookies[cookieName(NAME, context.config.publicUrl)];
}

/** Makes the browser of a reply known as one that the user has signed in from. */
export async function rememberDevice(context: ApiContext, reply: FastifyReply, userId: string): Promise<void> {
  const value = await context.devices.remember(keptDevice(context, reply.request), userId);
  reply.setCookie(cookieName(NAME, context.config.publicUrl), value, {
    ...cookieOptions(context),
    maxAge: LIFE_SECONDS,
  });
}
