import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type CampaignPartState, isFinished, nextDueIn, readyIn } from '../../../domain/campaign-part/campaign-part.ts';
import { RECIPIENT_ENDS } from '../../../domain/campaign-part/terms.ts';
import { emailCampaign } from '../../../domain/email-campaign/email-campaign.ts';
import type { EmailCampaignDetails, EndCounts } from '../../../domain/email-campaign/events.ts';
import { Rejection } from '../../../domain/kit/decider.ts';
import { TooBusy } from '../../../platform/commands/until-appended.ts';
import { HttpError } from '../../../platform/http/answers/errors.ts';
import { isoNow } from '../../../platform/runtime/clock.ts';
import { Rebuilding } from '../../../platform/runtime/live-read-models.ts';
import { StoreUnavailable } from '../../../store/event-store.ts';
import type { ApiContext } from '../../kit/context.ts';
import { suppressBounced } from '../bounces/suppress.ts';
import { type Begin, claimAndSend } from './claiming.ts';
import { InHand } from './in-hand.ts';
import { Pace } from './pace.ts';
import { type ReadyContext, readyFor } from './ready.ts';
import { type Audience, listRecipients, partId } from './recipients.ts';
import { whyNotDue } from './scheduled.ts';
import { type Part, settledPart } from './settling.ts';
import { createTeller, SENDING, type Teller } from './teller.ts';
import { type Work, workNow } from './work.ts';

/** What a run of the sending works with. */
export interface RunContext
  extends ReadyContext,
    Pick<ApiContext, 'commands' | 'streams' | 'store' | 'links' | 'readModels' | 'clock' | 'log'> {
  config: { publicUrl: string | null; mailRate: number; bounceAddress: string | null };
  audience: Audience;
}

/** So many are claimed at the most: a kill leaves no more than these uncertain. */
const MOST_CLAIMED = 256;
/** So many are prepared in one go: nobody waits long for an answer of the api meanwhile. */
const BATCH = 64;
/** What has ended is recorded with the next claim, or else after this time. */
const RECORD_MS = 100;
const REST_MS = 50;
/** After a store could not be reached. */
const STORE_AGAIN_MS = 1_000;
/** A part whose recipients all wait for a later time is left alone until this many looks around at most. */
const PART_RESTS = 10;
/** How long the mails that are on their way are waited for at the end. */
const END_MS = 10_000;

/**
 * Sends what is to be sent until there is nothing left, or the signal is aborted. It holds the lease meanwhile. Who gets a
 * mail is claimed before it goes, and their end recorded after: whatever dies, nobody is skipped or mailed twice.
 * @param lookEveryMs how often to look for other campaigns, and for what became of those that are being sent
 */
export async function runSending(
  context: RunContext,
  signal: AbortSignal,
  lookEveryMs: number,
  progress: () => void,
): Promise<void> {
  const run = new Run(context, lookEveryMs);
  try {
    await run.go(signal, progress);
  } finally {
    await run.end();
  }
}

class Run {
  readonly #id = randomUUID();
  readonly #context: RunContext;
  readonly #lookEveryMs: number;
  readonly #tell: Teller;
  readonly #begunAt: string;
  readonly #pace: Pace;
  readonly #hand: InHand;
  /** The campaigns that are being sent; of each the parts that may have somebody without an end, and when it is looked at. */
  readonly #campaigns = new Map<string, Map<number, number> | null>();
  #recordedAt = 0;
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(context: RunContext, lookEveryMs: number) {
    this.#context = context;
    this.#lookEveryMs = lookEveryMs;
    this.#tell = createTeller(context);
    this.#begunAt = this.#now();
    this.#pace = new Pace(context.config.mailRate, performance.now());
    this.#hand = new InHand(this.#pace, () => this.#now());
  }

  #now(): string {
    return isoNow(this.#context.clock);
  }

  async go(signal: AbortSignal, progress: () => void): Promise<void> {
    while (!signal.aborted) {
      try {
        for (const [id, why] of this.#hand.stops()) await this.#pause(id, why);
        if (await this.#lookAround()) return;
        progress();
        const begun = await this.#beginSome();
        await this.#recordSome();
        await this.#suppressBounced();
        if (begun === 0) await this.#rest(REST_MS, signal);
      } catch (cause) {
        // Nothing is lost: what has ended is kept until it can be recorded.
        if (!mayPass(cause)) throw cause;
        this.#context.log.warn({ err: cause }, 'campaigns by email wait for a store');
        await this.#rest(STORE_AGAIN_MS, signal);
      }
    }
  }

  /** Waits for what is on its way, and records it. */
  async end(): Promise<void> {
    this.#hand.callBack();
    const until = performance.now() + END_MS;
    while (this.#hand.size > 0 && performance.now() < until) await this.#rest(REST_MS);
    await this.#recordAll()
      .then(() => this.#suppressBounced())
      .catch((err) => this.#context.log.error({ err }, 'what became of emails of a campaign could not be recorded'));
    await this.#hand.close();
  }

  async #rest(milliseconds: number, signal?: AbortSignal): Promise<void> {
    const ends = new AbortController();
    const either = signal ? AbortSignal.any([ends.signal, signal]) : ends.signal;
    const slept = delay(milliseconds, undefined, { signal: either }).catch(() => undefined);
    await Promise.race([this.#hand.next(), slept]);
    ends.abort();
  }

  // ── Records ────────────────────────────────────────────────────────────────────────────────────────────────────

  async #pause(id: string, why: string): Promise<void> {
    this.#leave(id);
    await this.#tell.campaign(id, { type: 'PauseSending', why, now: this.#now() });
    this.#context.log.warn({ campaign: id, why }, 'a campaign by email is paused');
  }

  /** Its mails that have not begun are not sent now. */
  #leave(id: string): void {
    this.#campaigns.delete(id);
    this.#hand.callBack();
  }

  async #recordSome(): Promise<void> {
    const { ended, size } = this.#hand;
    if (ended === 0) {
      this.#recordedAt = performance.now();
    } else if (size === 0 || performance.now() - this.#recordedAt >= RECORD_MS) {
      await this.#recordAll();
    }
  }

  async #recordAll(): Promise<void> {
    this.#recordedAt = performance.now();
    for (const part of this.#hand.parts)
      await this.#hand.record(this.#id, part, (commands) => this.#tell.part(part, commands));
  }

  async #suppressBounced(): Promise<void> {
    for (const address of [...this.#hand.bounced]) {
      try {
        await suppressBounced(this.#context, address, SENDING);
      } catch (cause) {
        // Without the key nothing is sent either: the campaign is paused with that reason. They wait until it is back.
        if (cause instanceof HttpError || cause instanceof Rebuilding) return;
        throw cause;
      }
      this.#hand.bounced.delete(address);
    }
  }

  // ── What there is to do ────────────────────────────────────────────────────────────────────────────────────────

  /** @returns whether there is nothing left to do */
  async #lookAround(): Promise<boolean> {
    if (performance.now() - this.#lookedAt < this.#lookEveryMs) return false;
    const work = await workNow(this.#context);
    this.#lookedAt = performance.now();
    if (work === null) return false;
    for (const each of work.due) await this.#beginScheduled(each);
    for (const id of work.reopened) await this.#tell.campaign(id, { type: 'ReopenSending', now: this.#now() });
    for (const { campaignId, number } of work.lost) await this.#part(campaignId, number);
    for (const id of this.#campaigns.keys()) if (!work.sending.includes(id)) this.#leave(id);
    for (const id of work.sending) if (!this.#campaigns.has(id)) this.#campaigns.set(id, null);
    const { size, ended } = this.#hand;
    return this.#campaigns.size + work.due.length + work.reopened.length + size + ended === 0;
  }

  async #beginScheduled(due: Work['due'][number]): Promise<void> {
    const { id, scheduledDate } = due;
    const why = await whyNotDue(this.#context, due);
    await this.#tell.campaign(id, { type: 'BeginScheduledSending', scheduledDate, why, now: this.#now() });
  }

  #part(campaignId: string, number: number): Promise<Part> {
    const context = { ...this.#context, tell: this.#tell };
    const has = (part: string, index: number) => this.#hand.has(part, index);
    return settledPart(context, { run: this.#id, begunAt: this.#begunAt, has }, campaignId, number);
  }

  // ── Sending ────────────────────────────────────────────────────────────────────────────────────────────────────

  /** Begins mails of one campaign; the next one has its turn after it. @returns how many */
  async #beginSome(): Promise<number> {
    const atOnce = this.#pace.atOnce(performance.now(), MOST_CLAIMED);
    // What has ended is recorded along with the next claim.
    const free = atOnce - this.#hand.size;
    // Fewer are not worth their own round; the others are sent while the log takes the claim.
    if (free < Math.min(BATCH, atOnce / 2)) return 0;
    const most = this.#pace.allowed(performance.now(), Math.min(free, BATCH));
    if (most === 0) return 0;
    for (const [id, open] of [...this.#campaigns]) {
      const begun = await this.#begin(id, most).catch(unlessNotNow);
      if (begun === 0) continue;
      const known = this.#campaigns.get(id) ?? open;
      this.#campaigns.delete(id);
      this.#campaigns.set(id, known);
      return begun;
    }
    return 0;
  }

  async #begin(id: string, most: number): Promise<number> {
    const { state } = await this.#context.streams.load(emailCampaign, id);
    if (state.presence !== 'present' || state.progress.stage !== 'sending') {
      this.#leave(id);
      return 0;
    }
    const ready = await readyFor(this.#context, state.details);
    if ('why' in ready) await this.#pause(id, ready.why);
    else if (state.progress.parts === null) await this.#list(id, state.details);
    else return this.#beginIn(id, state.progress.parts, { details: state.details, ready, most });
    return 0;
  }

  /** Who gets it is written down, once. */
  async #list(id: string, { segment }: EmailCampaignDetails): Promise<void> {
    const { parts, recipients } = await listRecipients({
      streams: this.#context.streams,
      campaignId: id,
      audience: await this.#context.audience(segment),
      list: (number, listed) => {
        const command = { type: 'ListPart', campaignId: id, number, recipients: listed, now: this.#now() } as const;
        return this.#tell.part(partId(id, number), [command]);
      },
    });
    if (recipients === 0) await this.#pause(id, NOBODY);
    else await this.#tell.campaign(id, { type: 'RecordParts', parts, recipients, now: this.#now() });
  }

  async #beginIn(id: string, parts: number, to: Begin): Promise<number> {
    const open = this.#campaigns.get(id) ?? new Map(Array.from({ length: parts }, (_, place) => [place + 1, 0]));
    this.#campaigns.set(id, open);
    for (const [number, notBefore] of open) {
      if (notBefore > performance.now()) continue;
      const part = await this.#part(id, number);
      const indexes = readyIn(part.state, this.#now()).slice(0, to.most);
      if (indexes.length > 0)
        return claimAndSend({ ...this.#context, tell: this.#tell, hand: this.#hand }, this.#id, part, indexes, to);
      if (isFinished(part.state)) open.delete(number);
      else open.set(number, performance.now() + this.#restOf(part.state));
    }
    if (open.size === 0) await this.#finish(id, parts);
    return 0;
  }

  /** How long a part with nobody to mail now is left alone, in milliseconds. */
  #restOf(state: CampaignPartState): number {
    const due = nextDueIn(state);
    if (due === null || this.#hand.size > 0) return this.#lookEveryMs;
    return Math.min(Math.max(Date.parse(due) - this.#context.clock(), 0), PART_RESTS * this.#lookEveryMs);
  }

  async #finish(id: string, parts: number): Promise<void> {
    const counts = Object.fromEntries(RECIPIENT_ENDS.map((end) => [end, 0])) as EndCounts;
    for (let number = 1; number <= parts; number++) {
      const { state } = await this.#part(id, number);
      // Somebody waits again.
      if (!isFinished(state)) return void this.#campaigns.set(id, null);
      for (const { progress } of state.recipients)
        if (progress.step in counts) counts[progress.step as keyof EndCounts] += 1;
    }
    this.#campaigns.delete(id);
    await this.#tell.campaign(id, { type: 'FinishSending', counts, now: this.#now() });
  }
}

const NOBODY = 'No customer in its audience has an email address that gets marketing. Cancel it, or resume it later.';

/** Another run has these recipients, or lists are being rebuilt: nothing has begun. @throws anything else */
function unlessNotNow(cause: unknown): number {
  if (cause instanceof Rebuilding || cause instanceof Rejection) return 0;
  throw cause;
}

/** Whether it may go on in a moment. */
function mayPass(cause: unknown): boolean {
  return cause instanceof StoreUnavailable || cause instanceof TooBusy;
}
