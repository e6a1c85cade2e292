import type { CampaignPartCommand, Ended } from '../../../domain/campaign-part/campaign-part.ts';
import { createBulk } from '../../../platform/mail/bulk.ts';
import type { MailAddresses } from '../../../platform/mail/message.ts';
import type { Letter } from './letters.ts';
import type { Pace } from './pace.ts';
import type { Ready } from './ready.ts';
import { verdictOf } from './verdict.ts';

/** A recipient whose mail is on its way. */
interface OnItsWay {
  campaignId: string;
  part: string;
  index: number;
  /** How often it was put off. */
  tries: number;
  to: string;
}

/** What became of mails of one part. */
interface Result {
  ends: Ended[];
  back: { index: number; code: string | null; dueAt: string | null }[];
}

/** Refusals in a row that are not about their recipients any more. */
const MOST_REFUSED = 20;
/** For how long the server may take nothing at all before a person is asked. */
const MOST_TROUBLE_MS = 30 * 60_000;

/** The mails that a run has claimed: on their way, or ended and not recorded yet. */
export class InHand {
  readonly #pace: Pace;
  readonly #clock: () => string;
  readonly #onItsWay = new Map<number, OnItsWay>();
  readonly #results = new Map<string, Result>();
  /** The places of what it has, by part. */
  readonly #places = new Map<string, Set<number>>();
  readonly #stops = new Map<string, string>();
  readonly #bounced = new Set<string>();
  /** By campaign, those that are bounced if the server takes another mail of it. */
  readonly #likelyBounced = new Map<string, string[]>();
  readonly #bulk = createBulk((ends) => {
    for (const { key, answer } of ends) this.#take(key, answer);
    this.#wake();
  });
  #wake: () => void = () => undefined;
  #nextKey = 0;
  #ended = 0;
  #refusedInRow = 0;

  /** @param clock the time, ISO UTC */
  constructor(pace: Pace, clock: () => string) {
    this.#pace = pace;
    this.#clock = clock;
  }

  /** How many are on their way. */
  get size(): number {
    return this.#onItsWay.size;
  }

  /** How many have ended and are not recorded. */
  get ended(): number {
    return this.#ended;
  }

  has(part: string, index: number): boolean {
    return this.#places.get(part)?.has(index) ?? false;
  }

  /** Sends mails that are claimed. */
  send(
    { campaignId, part }: Pick<OnItsWay, 'campaignId' | 'part'>,
    { server, from, replyTo, postalAddress }: Ready,
    mails: readonly {
      index: number;
      tries: number;
      letter: Exclude<Letter, string>;
      addresses: MailAddresses;
      returnPath: string | null;
    }[],
  ): void {
    const places = this.#places.get(part) ?? new Set();
    this.#places.set(part, places);
    const keyed = mails.map(({ index, tries, letter, addresses, returnPath }) => {
      const key = this.#nextKey++;
      this.#onItsWay.set(key, { campaignId, part, index, tries, to: letter.to });
      places.add(index);
      return { ...letter, addresses, returnPath, key, id: `${part}.${index}` };
    });
    this.#pace.began(keyed.length);
    this.#bulk.send({ server, from, replyTo, postalAddress, now: this.#clock(), mails: keyed });
  }

  #take(key: number, answer: Parameters<typeof verdictOf>[0]): void {
    const mail = this.#onItsWay.get(key);
    if (!mail) return;
    this.#onItsWay.delete(key);
    const { campaignId, part, index, tries, to } = mail;
    const { recipient, server, stop, isBounced } = verdictOf(answer, tries, this.#clock());
    const result = this.#resultOf(part);
    if ('end' in recipient) result.ends.push({ index, ...recipient });
    else result.back.push({ index, ...recipient });
    this.#ended++;
    this.#judge(campaignId, server, recipient.code, 'said' in answer ? answer.said : '');
    if (stop !== null) this.#stops.set(campaignId, stop);
    const likely = this.#likelyBounced.get(campaignId) ?? [];
    if (isBounced === 'likely') this.#likelyBounced.set(campaignId, [...likely, to]);
    if (isBounced === 'surely') this.#bounced.add(to);
  }

  #judge(campaignId: string, server: ReturnType<typeof verdictOf>['server'], code: string | null, said: string): void {
    const now = performance.now();
    if (server === 'refuses') {
      this.#pace.answered();
      this.#refusedInRow++;
      if (this.#refusedInRow >= MOST_REFUSED) this.#stops.set(campaignId, refusedWords(code));
    } else if (server === 'takes') {
      this.#pace.taken(now);
      this.#refusedInRow = 0;
      for (const address of this.#likelyBounced.get(campaignId) ?? []) this.#bounced.add(address);
      this.#likelyBounced.delete(campaignId);
    } else if (server !== null) {
      this.#pace.setBack(now, server !== 'puts off');
      if (server === 'is away' && this.#pace.troubledFor(now) > MOST_TROUBLE_MS) this.#stops.set(campaignId, said);
    }
  }

  #resultOf(part: string): Result {
    const result = this.#results.get(part) ?? { ends: [], back: [] };
    this.#results.set(part, result);
    return result;
  }

  /** Why campaigns must be paused, since it was last asked. */
  stops(): [campaignId: string, why: string][] {
    const stops = [...this.#stops];
    this.#stops.clear();
    if (stops.length > 0) this.#refusedInRow = 0;
    for (const [campaignId] of stops) this.#likelyBounced.delete(campaignId);
    return stops;
  }

  /** The addresses of which a server has said that there is no such mailbox, until each is let go of. */
  get bounced(): Set<string> {
    return this.#bounced;
  }

  /** The parts of what has ended. */
  get parts(): string[] {
    return [...this.#results.keys()];
  }

  /**
   * Records what has ended of one part.
   * @param tell gets the commands that record it, none if nothing has ended; what it cannot record stays here
   * @throws what `tell` throws
   */
  async record<Told>(
    run: string,
    part: string,
    tell: (commands: CampaignPartCommand[]) => Promise<Told>,
  ): Promise<Told> {
    const { ends, back } = this.#results.get(part) ?? { ends: [], back: [] };
    this.#results.delete(part);
    this.#ended -= ends.length + back.length;
    const now = this.#clock();
    const commands: CampaignPartCommand[] = [];
    if (ends.length > 0) commands.push({ type: 'EndRecipients', ends, now });
    if (back.length > 0) commands.push({ type: 'PutBackRecipients', run, recipients: back, now });
    try {
      const told = await tell(commands);
      for (const { index } of [...ends, ...back]) this.#places.get(part)?.delete(index);
      return told;
    } catch (cause) {
      if (ends.length + back.length > 0) {
        const kept = this.#resultOf(part);
        kept.ends.unshift(...ends);
        kept.back.unshift(...back);
        this.#ended += ends.length + back.length;
      }
      throw cause;
    }
  }

  /** What has not begun is not sent now. */
  callBack(): void {
    this.#bulk.callBack();
  }

  /** Resolves when something ends. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  close(): Promise<void> {
    return this.#bulk.close();
  }
}

function refusedWords(code: string | null): string {
  const answered = code === null ? '' : `, the last with ${code}`;
  return `The mail server has refused ${MOST_REFUSED} emails in a row${answered}. Find out why before you resume it.`;
}
