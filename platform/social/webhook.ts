import { createHmac } from 'node:crypto';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
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
/** What OpenSSL says, without its numbers and places. */
const OF_TLS = /:SSL routines:\w*:([^:]+):/;
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
      return send(url, { method: 'POST', headers, signal }, body);
    },
  };
}

function keyOf(secret: string): Buffer {
  const prefix = 'whsec_';
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret);
}

/**
 * Each call has a connection of its own: on one that was kept, nobody could tell a call that its server never saw. What is
 * signed is for this address alone, so that no redirect is followed.
 */
function send(url: string, options: RequestOptions, body: string): Promise<EffectOutcome> {
  const isTls = url.startsWith('https:');
  return new Promise((resolve) => {
    let isConnected = false;
    let hasAnswer = false;
    const request = (isTls ? requestHttps : requestHttp)(url, { ...options, agent: false });
    request.on('socket', (socket) => {
      socket.once(isTls ? 'secureConnect' : 'connect', () => {
        isConnected = true;
      });
    });
    request.on('response', (response) => {
      hasAnswer = true;
      void beginningOf(response).then((said) => resolve(outcomeOf(response.statusCode ?? 0, said)));
    });
    request.on('error', (error) => {
      if (!hasAnswer) resolve(failureOf(error, isConnected));
    });
    request.end(body);
  });
}

/** The status says what became of it; the text is only for people, so that one that breaks off changes nothing. */
async function beginningOf(response: IncomingMessage): Promise<string> {
  let text = '';
  try {
    response.setEncoding('utf8');
    for await (const part of response) {
      text += part;
      if (text.length >= SHOWN) break;
    }
  } catch {
    // What was read is enough.
  }
  return text
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, SHOWN)
    .toWellFormed();
}

function outcomeOf(status: number, said: string): EffectOutcome {
  const answer = `The publisher answered ${status}${said === '' ? '.' : `: ${said}`}`;
  if (status >= 200 && status < 300) return { did: 'done', detail: said === '' ? null : said };
  if (TRY_LATER.has(status)) return { did: 'not taken', reason: answer };
  // A gateway or a crash in the middle says nothing about what was done.
  if (status < 300 || status >= 500 || status === 408) return { did: 'unknown', reason: answer };
  return { did: 'refused', reason: answer };
}

/** @param isConnected whether anything can have been sent */
function failureOf({ message, code }: NodeJS.ErrnoException, isConnected: boolean): EffectOutcome {
  const why = OF_TLS.exec(message)?.[1] ?? (message || code);
  return isConnected
    ? { did: 'unknown', reason: `The connection to the publisher ended without an answer: ${why}` }
    : { did: 'not taken', reason: `The publisher cannot be reached: ${why}` };
}
