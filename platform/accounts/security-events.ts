import { randomBytes } from 'node:crypto';
import { ALARMING_SECURITY_EVENTS, SECURITY_EVENT_DAYS, type SecurityEventType } from '../../domain/security/terms.ts';
import { InvalidQuery } from '../../store/read-models.ts';
import type { StateRecord, StateStore } from '../../store/state.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log.ts';
import { coalesced, type Writer } from './security-events-writer.ts';
import { networkOf } from './tries.ts';

/** What happened, as reported by the code where it happens. */
export interface SecurityEvent {
  type: SecurityEventType;
  /** The user id of whoever did it; null for a stranger, or for this machine's own command line. */
  actor: string | null;
  /** The user id of the person it concerns. Never a name that somebody typed: people type passwords there. */
  subject: string | null;
  /** Null for this machine's own command line. */
  address: string | null;
  /** The browser in a few words. */
  browser: string | null;
  /** A term from the code: a reason, a role, a list, a route's pattern. Never anything that somebody typed. */
  detail: string | null;
}

/** What is kept of one event, or of several alike. */
export interface KeptSecurityEvent extends SecurityEvent {
  id: string;
  /** When the first and the last happened, in milliseconds since 1970. */
  at: number;
  until: number;
  count: number;
  /** It counts events of its type, by this actor or else about this subject, beyond those kept singly in an hour. */
  isRest: boolean;
}

export interface SecurityEventFilter {
  type?: SecurityEventType | undefined;
  /** The actor or the subject. */
  user?: string | undefined;
}

export interface SecurityEvents {
  /** Writes to the log at once and to the state store soon. Never throws, and nobody waits for it. */
  record(event: SecurityEvent): void;
  /**
   * Newest first. If few events fit the filter, a page may have fewer than `limit` and still be followed by another.
   * @param after the cursor of the page before
   * @returns the cursor of the next page; null if there is none
   * @throws InvalidQuery for a cursor that is not from this list
   */
  page(
    filter: SecurityEventFilter,
    limit: number,
    after?: string,
  ): Promise<{ events: KeptSecurityEvent[]; cursor: string | null }>;
  /** Waits until everything recorded is stored, or is logged as not stored. */
  settled(): Promise<void>;
}

const PREFIX = 'security-event/';
const KEPT_MS = SECURITY_EVENT_DAYS * 24 * 60 * 60 * 1000;
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/**
 * The most records of one type in an hour, by whether a stranger can cause them: a flood must not fill the disk. Each
 * person has room of their own, so that nothing that happens to others hides what they do or what is done to them; all
 * unknown names share one.
 */
const MOST_PER_HOUR = { stranger: 40, user: 200 };
/** The limit for everybody together; beyond it events are still counted for each person. */
const MOST_OF_ALL_PER_HOUR = { stranger: 400, user: 1_000 };

/** Keys sort by time, the newest first. */
const LATEST_MS = 1e15;
const TIME_DIGITS = 15;
/** The most that are ordered within one millisecond; beyond that their order is random. */
const MOST_PER_MS = 0xffff;
const CURSOR = /^\d{15}-[0-9a-f]{8}$/;

/** How many records are read at once, and how many are examined for one page. */
const READ_AT_ONCE = 200;
const MOST_LOOKED_AT = 5_000;

type Kept = Omit<KeptSecurityEvent, 'id'>;

/** A record into which more events like it are still counted. */
interface Open {
  kept: Kept;
  writer: Writer;
}

/**
 * Who got in, who tried to, and what was taken: log lines without addresses, and records in the state store for 90
 * days, for the owner. Repeats by the same account and network within a minute are one record with a count; beyond an
 * hourly limit they are only counted, in one record per type and person.
 */
export function createSecurityEvents(state: StateStore, clock: Clock, log: Log): SecurityEvents {
  /** The latest records by the key that makes events alike, in order of time. */
  const open = new Map<string, Open>();
  const rests = new Map<string, Open>();
  const hours = new Map<string, { hour: number; count: number }>();
  const writers = new Set<Writer>();
  let last = { at: 0, after: 0 };

  /** Sorts the latest first; within one millisecond, the one recorded last. */
  function newId(now: number): string {
    last = { at: now, after: last.at === now ? Math.min(last.after + 1, MOST_PER_MS) : 0 };
    const time = String(LATEST_MS - now).padStart(TIME_DIGITS, '0');
    return `${time}-${(MOST_PER_MS - last.after).toString(16).padStart(4, '0')}${randomBytes(2).toString('hex')}`;
  }

  function begin(event: SecurityEvent, now: number, isRest: boolean): Open {
    const kept: Kept = { ...event, at: now, until: now, count: 1, isRest };
    const writer = coalesced({
      state,
      key: PREFIX + newId(now),
      ttlMs: KEPT_MS,
      value: () => ({ ...kept }),
      onFailure: (err) => log.error({ err, ...factsOf(event), count: kept.count }, 'security event not stored'),
      onIdle: () => void writers.delete(writer),
    });
    return { kept, writer };
  }

  function note(event: SecurityEvent, now: number): Open {
    const same = JSON.stringify([event.type, event.actor, event.subject, networkIn(event), event.detail]);
    const before = open.get(same);
    if (before && isWithin(before.kept, now, MINUTE_MS)) return counted(before, now);
    forgetPast(now);
    if (hasRoom(event, now)) {
      const made = begin(event, now, false);
      open.set(same, made);
      return made;
    }
    const room = roomOf(event);
    const rest = rests.get(room);
    if (rest && isWithin(rest.kept, now, HOUR_MS)) return counted(rest, now);
    const { type, actor, subject } = event;
    const about = { actor, subject: actor === null ? subject : null };
    const made = begin({ type, ...about, address: null, browser: null, detail: null }, now, true);
    rests.set(room, made);
    return made;
  }

  function hasRoom(event: SecurityEvent, now: number): boolean {
    const who = event.actor === null ? 'stranger' : 'user';
    const hour = Math.floor(now / HOUR_MS);
    const countOf = (room: string) => {
      const before = hours.get(room);
      return before?.hour === hour ? before.count : 0;
    };
    const rooms = [roomOf(event), JSON.stringify([event.type, who])] as const;
    const [own, all] = [countOf(rooms[0]), countOf(rooms[1])];
    if (own >= MOST_PER_HOUR[who] || all >= MOST_OF_ALL_PER_HOUR[who]) return false;
    hours.set(rooms[0], { hour, count: own + 1 });
    hours.set(rooms[1], { hour, count: all + 1 });
    return true;
  }

  function forgetPast(now: number): void {
    for (const [same, { kept }] of open) if (!isWithin(kept, now, MINUTE_MS)) open.delete(same);
    for (const [room, { kept }] of rests) if (!isWithin(kept, now, HOUR_MS)) rests.delete(room);
    for (const [room, { hour }] of hours) if (hour !== Math.floor(now / HOUR_MS)) hours.delete(room);
  }

  async function settled(): Promise<void> {
    await Promise.all([...writers].map((writer) => writer.settled()));
  }

  return {
    record(event) {
      try {
        log[ALARMING_SECURITY_EVENTS.has(event.type) ? 'warn' : 'info'](factsOf(event), 'security event');
        const { writer } = note(event, clock());
        writers.add(writer);
        writer.write();
      } catch (err) {
        log.error({ err, ...factsOf(event) }, 'security event not stored');
      }
    },
    settled,
    async page(filter, limit, after) {
      if (after !== undefined && !CURSOR.test(after))
        throw new InvalidQuery('The cursor does not belong to this list.');
      await settled();
      const found: KeptSecurityEvent[] = [];
      let from = after === undefined ? undefined : PREFIX + after;
      for (let lookedAt = 0; lookedAt < MOST_LOOKED_AT; lookedAt += READ_AT_ONCE) {
        const records = await state.list(PREFIX, { after: from, limit: READ_AT_ONCE });
        const fitting = records.map(toEvent).filter((each) => fits(each, filter));
        const room = limit - found.length;
        found.push(...fitting.slice(0, room));
        if (fitting.length > room) return { events: found, cursor: found.at(-1)?.id ?? null };
        if (records.length < READ_AT_ONCE) return { events: found, cursor: null };
        from = records.at(-1)?.key;
      }
      return { events: found, cursor: from?.slice(PREFIX.length) ?? null };
    },
  };
}

/** The groups with their own limits: what one person does, what strangers do to one account, and everything else. */
function roomOf({ type, actor, subject }: SecurityEvent): string {
  return JSON.stringify([type, actor, actor === null ? subject : null]);
}

function counted(one: Open, now: number): Open {
  one.kept.count++;
  one.kept.until = now;
  return one;
}

/** If the clock was set back, a new record begins. */
function isWithin({ at }: Kept, now: number, ms: number): boolean {
  return at <= now && now - at < ms;
}

function fits({ type, actor, subject }: KeptSecurityEvent, filter: SecurityEventFilter): boolean {
  if (filter.type !== undefined && type !== filter.type) return false;
  return filter.user === undefined || actor === filter.user || subject === filter.user;
}

function toEvent({ key, value }: StateRecord): KeptSecurityEvent {
  return { ...(value as unknown as Kept), id: key.slice(PREFIX.length) };
}

function networkIn({ address }: SecurityEvent): string | null {
  return address === null ? null : networkOf(address);
}

/** As a log line, with only a large network instead of the address, so that it does not reveal where somebody lives. */
function factsOf({ address, ...event }: SecurityEvent) {
  return { security: event.type, ...event, type: undefined, network: address === null ? null : shortened(address) };
}

const IPV4 = /^(\d+\.\d+\.\d+)\.\d+$/;

/** `203.0.113.0/24`, or for IPv6 `2001:db8:1::/48`. */
function shortened(address: string): string {
  const network = networkOf(address);
  const [, first] = IPV4.exec(network) ?? [];
  if (first !== undefined) return `${first}.0/24`;
  return `${network.split(':').slice(0, 3).join(':')}::/48`;
}
