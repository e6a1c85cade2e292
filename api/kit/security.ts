import type { FastifyRequest } from 'fastify';
import type { RecordedEvent } from '../../domain/kit/event.ts';
import type { SecurityEventType } from '../../domain/security/terms.ts';
import type { SecurityEvent } from '../../platform/accounts/security-events.ts';
import type { Access } from '../../platform/http/access.ts';
import { describeUserAgent } from '../../platform/http/visitors/user-agent.ts';
import type { ApiContext } from './context.ts';

/** What a route says about an event; who did it and from where comes from the request. */
export type Told = Pick<SecurityEvent, 'type'> & Partial<Pick<SecurityEvent, 'actor' | 'subject' | 'detail'>>;

/** Records what the person behind a request did. Never throws, and nobody waits for it. */
export function recordSecurity({ security }: Pick<ApiContext, 'security'>, request: FastifyRequest, told: Told): void {
  const browser = describeUserAgent(request.headers['user-agent']);
  const none = { actor: request.user?.id ?? null, subject: null, detail: null };
  security.record({ ...none, ...told, address: request.ip, browser });
}

/** The event that each refusal is recorded as, by the code of the answer. */
const REFUSALS: Readonly<Record<string, SecurityEventType>> = {
  cross_site: 'cross_site_refused',
  forbidden: 'access_refused',
  invalid_credentials: 'sign_in_failed',
  too_many_tries: 'sign_in_refused',
  too_many_requests: 'sign_in_refused',
  wrong_password: 'password_check_failed',
  wrong_code: 'second_factor_failed',
  link_expired: 'password_link_refused',
};

/** Their subject may be somebody who is not signed in. */
const OF_SIGN_INS: ReadonlySet<SecurityEventType> = new Set([
  'sign_in_failed',
  'sign_in_refused',
  'second_factor_failed',
]);

/** Records an answer that refused something; every refusal passes through here. @param code of the answer */
export function recordRefusal(context: ApiContext, request: FastifyRequest, code: string): void {
  const { method, routeOptions } = request;
  const type = refusalOf(code, routeOptions.config.access);
  if (type === undefined || (type === 'public_link_refused' && isForm(routeOptions))) return;
  const detail = `${method} ${routeOptions.url ?? ''}`.trim();
  if (!OF_SIGN_INS.has(type)) {
    recordSecurity(context, request, { type, subject: request.user?.id ?? null, detail });
    return;
  }
  const isLogin = routeOptions.url === LOGIN;
  void subjectOf(context, request).then((subject) =>
    recordSecurity(context, request, { type, subject, detail: isLogin ? code : detail }),
  );
}

const LOGIN = '/api/auth/login';

/** Nobody signs in through a public call: what is tried too often there is a link. */
function refusalOf(code: string, access: Access | undefined): SecurityEventType | undefined {
  if (code === 'too_many_requests' && access === 'public') return 'public_link_refused';
  return Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
}

/** There is nothing to guess at strangers' forms; a flood there is limited, and would bury the events that matter. */
function isForm({ url = '', config }: FastifyRequest['routeOptions']): boolean {
  return config.limitedForVisitors !== undefined || (url.startsWith('/api/public/') && !url.includes(':'));
}

/** The id of the account that a sign-in was for, never the name as typed; null if there is no such account. */
async function subjectOf({ signIn }: ApiContext, { body, user }: FastifyRequest): Promise<string | null> {
  const name = (body as { username?: unknown } | null | undefined)?.username;
  if (typeof name !== 'string') return user?.id ?? null;
  return signIn.userIdOf(name).catch(() => null);
}

const OF_ACCOUNTS: Readonly<Record<string, SecurityEventType>> = {
  UserRegistered: 'account_added',
  UserDisabled: 'account_disabled',
  UserEnabled: 'account_enabled',
  UserRoleChanged: 'role_changed',
};

/** Records account changes from their events, whatever caused them: a form or an undo. */
export function recordAccountEvents(
  context: ApiContext,
  request: FastifyRequest,
  appended: readonly RecordedEvent[],
): void {
  for (const { type, stream, data } of appended) {
    const told = OF_ACCOUNTS[type];
    if (told === undefined) continue;
    const { role = null } = data as { role?: string | null };
    recordSecurity(context, request, { type: told, subject: stream.slice('user-'.length), detail: role });
  }
}
