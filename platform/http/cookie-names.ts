import type {} from '@fastify/cookie';
import type { FastifyRequest } from 'fastify';

/** The name over plain http, and everywhere in the previous release: on https it is still read but no longer set. */
export const PLAIN_SESSION_COOKIE = 'heartwood_session';

/**
 * A cookie's name; on https it is one that browsers accept only from this exact host, not from another of its domain.
 * @param publicUrl PUBLIC_URL, which alone decides; null: unset
 */
export function cookieName(name: string, publicUrl: string | null): string {
  return publicUrl?.startsWith('https:') ? `__Host-${name}` : name;
}

/** The name of the session's cookie; see {@link cookieName}. */
export function sessionCookieName(publicUrl: string | null): string {
  return cookieName(PLAIN_SESSION_COOKIE, publicUrl);
}

/** The session secret that a browser sent, under either name. */
export function sessionSecretOf(request: FastifyRequest, publicUrl: string | null): string | undefined {
  return request.cookies[sessionCookieName(publicUrl)] ?? request.cookies[PLAIN_SESSION_COOKIE];
}
