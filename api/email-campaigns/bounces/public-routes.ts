import { randomUUID } from 'node:crypto';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { z } from 'zod';
import { isMailboxGone } from '../../../domain/campaign-part/bounces.ts';
import { campaignPart } from '../../../domain/campaign-part/campaign-part.ts';
import { HttpError } from '../../../platform/http/answers/errors.ts';
import { isoNow } from '../../../platform/runtime/clock.ts';
import { canonicalJson } from '../../../platform/runtime/ids.ts';
import type { ApiContext, App } from '../../kit/context.ts';
import { errorBody, errors } from '../../kit/fields/common.schema.ts';
import { loadPart, partId } from '../sending/recipients.ts';
import { BOUNCE_LIMIT_BYTES, type BounceAnswer, bounceAnswer, bounceBody } from './bounces.schema.ts';
import { addressesIn, type Failure, failureIn } from './report.ts';
import { type BouncePlace, bouncePlaceOf } from './return-paths.ts';
import { suppressRecipient } from './suppress.ts';

const BOUNCES = 'mail server';

/** What a mail server, or a service that receives mail, passes on of what came back. Its address says that it is ours. */
export function bounceRoutes(app: App, context: ApiContext): void {
  void app.register((mails, _options, done) => {
    mails.addContentTypeParser('message/rfc822', { parseAs: 'string' }, (_request, message, parsed) =>
      parsed(null, { message }),
    );
    mails.withTypeProvider<ZodTypeProvider>().post(
      '/api/public/bounces',
      {
        config: { access: 'public', limitedPerAddress: 30 },
        bodyLimit: BOUNCE_LIMIT_BYTES,
        schema: {
          tags: ['Public'],
          description:
            'Takes an email of a campaign that came back, from the pipe of a mail server or a webhook of a service that receives ' +
            'mail. Send the email itself as `message/rfc822`, or JSON: `message`, or `recipient` and `status`. The address it ' +
            'came back to is signed, so that nobody needs to sign in. The same one again changes nothing.',
          consumes: ['application/json', 'message/rfc822'],
          body: bounceBody,
          response: { 200: bounceAnswer, 404: errorBody.describe('No address of ours.'), ...errors },
        },
      },
      async (request) => take(context, request.body),
    );
    done();
  });
}

/** More than a mail server names for one mail. */
const MOST_ADDRESSES = 20;

/** @throws HttpError 400 with what to send instead, 404 for what came back to no address of ours, 503 `mailbox_key_lost` */
async function take(context: ApiContext, body: z.output<typeof bounceBody>): Promise<BounceAnswer> {
  const { message, recipient: to, status } = body;
  if (message === undefined && (to === undefined || status === undefined))
    throw unreadable('Send the email that came back as message, or recipient and status.');
  const given = to === undefined ? [] : [to];
  // First, so that what strangers send costs no more than its headers.
  const place = await placeIn(context, [...given, ...addressesIn(message ?? '')].slice(0, MOST_ADDRESSES));
  const failure = message === undefined ? { status: status ?? '', reply: null } : await readFailure(message);
  if (failure === null) {
    return { outcome: 'ignored', message: 'It says of no email that it has come back for good.' };
  }
  const { campaignId, number, index } = place;
  const part = await loadPart(context.streams, campaignId, number);
  const command = { type: 'RecordBounce', index, code: failure.status, now: isoNow(context.clock) } as const;
  if (campaignPart.decide(command, part).length === 0) return KNOWN;
  // First, as a repeat has nothing left to record.
  const recipient = part.presence === 'absent' ? undefined : part.recipients[index];
  if (recipient && isMailboxGone(failure.status, failure.reply)) await suppressRecipient(context, recipient, BOUNCES);
  const commandId = randomUUID();
  const { appended } = await context.commands.handle(campaignPart, partId(campaignId, number), [command], {
    actor: BOUNCES,
    commandId,
    body: canonicalJson({ index, failure: failure.status }),
    correlationId: commandId,
    causationId: null,
  });
  return appended.length === 0 ? KNOWN : { outcome: 'recorded', message: 'It is recorded that this email came back.' };
}

async function readFailure(message: string): Promise<Failure | null> {
  try {
    return await failureIn(message);
  } catch {
    throw unreadable('This email cannot be read: it has too many parts, or its headers are too long.');
  }
}

async function placeIn(context: ApiContext, addresses: readonly string[]): Promise<BouncePlace> {
  for (const address of addresses) {
    const place = await bouncePlaceOf(context, address);
    if (place) return place;
  }
  throw new HttpError(404, { message: NOT_OURS, code: 'not_found' });
}

function unreadable(message: string): HttpError {
  return new HttpError(400, { message, code: 'invalid' });
}

const KNOWN: BounceAnswer = { outcome: 'known', message: 'How it ended for this recipient is known already.' };
const NOT_OURS =
  'No email of a campaign comes back to this address. Pass on mail to the address of BOUNCE_ADDRESS with all that follows its +.';
