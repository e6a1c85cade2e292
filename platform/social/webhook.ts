import { createHmac } from 'node:crypto';
import type { EffectOutcome } from '../../domain/kit/effect.ts';
import { type Clock, isoNow } from '../runtime/clock.ts';
import type { Publisher } from './publisher.ts';

export interface WebhookConfig {
  url: string;
  /** `whsec_` and base64, or any other text, which is then the key as it is. */
  secret: string;
}

/** The answer's first characters go into the reason of a failure. */
const SHOWN = 200;
/** Before anything was sent: the connection was not made, or its certificate was refused. */
const NOT_CONNECTED = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT)$|CERT|TLS/;
/** The server says that it took nothing, and that it may later. */
const TRY_LATER: ReadonlySet<number> = new Set([429, 503]);

/**
 * Gives posts to a service by one POST each, signed as Standard Webhooks are (docs/design/marketing.md#social-posts):
 * `webhook-signature: v1,<base64>` is the HMAC-SHA256 of `<webhook-id>.<webhook-timestamp>.<body>`.
 */
export function webhookPublisher({ url, secret }: WebhookConfig, clock: Clock): Publisher {
  const key = keyOf(secret);
  return {
    async publish(post, signal) {
      const body = JSON.stringify({ type: 'social_post.publish', timestamp: isoNow(clock), data: post });
      const timestamp = String(Math.floor(clock() / 1_000));
      const signature = createHmac('sha256', key).update(`${post.id}.${timestamp}.${body}`).digest('base64');
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'Heartwood',
        'webhook-id': post.id,
        'webhook-timestamp': timestamp,
        'webhook-signature': `v1,${signature}`,
      };
      try {
        // What is signed is for this address alone.
        const response = await fetch(url, { method: 'POST', headers, body, signal, redirect: 'manual' });
        return outcomeOf(response.status, await beginningOf(response));
      } catch (cause) {
        return failureOf(cause as Error);
      }
    },
  };
}

function keyOf(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}

/** The answer says what became of it; its text is only for people, so that one that breaks off changes nothing. */
async function beginningOf({ body }: Response): Promise<string> {
  let text = '';
  try {
    const decoder = new TextDecoder();
    for await (const part of body ?? []) {
      text += decoder.decode(part, { stream: true });
      if (text.length >= SHOWN) break;
    }
  } catch {
    // What was read is enough.
  }
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN);
}

function outcomeOf(status: number, said: string): EffectOutcome {
  const answer = `The publisher answered ${status}${said === '' ? '.' : `: ${said}`}`;
  if (status >= 200 && status < 300) return { did: 'done', detail: said === '' ? null : said };
  if (TRY_LATER.has(status)) return { did: 'not taken', reason: answer };
  // A gateway or a crash in the middle says nothing about what was done.
  if (status >= 500 || status === 408) return { did: 'unknown', reason: answer };
  return { did: 'refused', reason: answer };
}

function failureOf(error: Error): EffectOutcome {
  const { code = '', message } = (error.cause ?? error) as { code?: string; message: string };
  if (NOT_CONNECTED.test(code)) return { did: 'not taken', reason: `The publisher cannot be reached: ${message}` };
  return { did: 'unknown', reason: `The connection to the publisher ended without an answer: ${message}` };
}
