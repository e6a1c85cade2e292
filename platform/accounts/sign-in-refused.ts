import type { SignInRefusal } from '../../domain/user/terms.ts';

/** An external sign-in that failed. The message is for our log: it holds no token and nothing about a person. */
export class SignInRefused extends Error {
  readonly code: SignInRefusal;

  constructor(code: SignInRefusal, reason: string) {
    super(reason);
    this.name = 'SignInRefused';
    this.code = code;
  }
}

/** Turns what openid-client threw while verifying a provider's answer into a refusal. */
export function refusalOf(cause: unknown): SignInRefused {
  return new SignInRefused(codeOf(cause), reasonOf(cause));
}

/**
 * What went wrong, from an error of openid-client. Its errors carry the provider's answers, even tokens, so only codes
 * and the library's own fixed sentences are taken.
 */
export function reasonOf(cause: unknown): string {
  const reasons: string[] = [];
  for (let error = cause; error instanceof Error; error = error.cause) reasons.push(shown(error));
  return reasons.join(', because of ') || 'unknown';
}

function shown(error: Error): string {
  const code = textOf(error, 'code') ?? error.name;
  const answer = textOf(error, 'error');
  const sentence = code.startsWith('OAUTH_') ? `${code} (${error.message})` : code;
  return answer !== null && /^[a-z_]{1,40}$/.test(answer) ? `${sentence}: ${answer}` : sentence;
}

function codeOf(cause: unknown): SignInRefusal {
  const answer = textOf(cause, 'error');
  if (answer === 'access_denied') return 'cancelled';
  return answer === 'temporarily_unavailable' || isUnreachable(cause) ? 'provider_unavailable' : 'failed';
}

/** No answer at all (fetch's own error has no code), none in time, or one from a server in trouble. */
function isUnreachable(cause: unknown): boolean {
  if (!(cause instanceof Error)) return false;
  const code = textOf(cause, 'code');
  if (cause instanceof TypeError) return code === null;
  return code === 'OAUTH_TIMEOUT' || (cause.cause instanceof Response && cause.cause.status >= 500);
}

function textOf(error: unknown, field: 'code' | 'error'): string | null {
  const value = (error as Partial<Record<typeof field, unknown>> | null | undefined)?.[field];
  return typeof value === 'string' ? value : null;
}
