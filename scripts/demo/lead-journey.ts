import type { LeadDetails } from '../../domain/lead/events.ts';
import type { LeadSource, LeadStatus } from '../../domain/lead/terms.ts';
import type { Random } from '../bench/support/random.ts';
import { ESTIMATOR, OFFICE, OWNER } from './accounts.ts';
import type { Person } from './content/people.ts';
import { ON_COMING_BACK, ON_FIRST_CALL, SOURCES, talkAbout } from './content/talk.ts';
import type { Work } from './content/work.ts';

/** Where a lead ends up. A customer is won and converted; a duplicate is removed. */
export type Ending = LeadStatus | 'Customer' | 'Declined' | 'Duplicate';

/** A detour on the way there. */
export type Twist = 'put back' | 'removed and restored' | 'converted twice';

export interface Prospect {
  person: Person;
  work: Work;
  isReturning: boolean;
  ending: Ending;
  twist: Twist | null;
}

/** What somebody does about a lead. */
export type Deed =
  | { type: 'capture'; details: Partial<LeadDetails> }
  | { type: 'revise'; details: Partial<LeadDetails>; status?: LeadStatus }
  | { type: 'convert' | 'undo convert' | 'remove' | 'restore' };

export interface Step {
  /** Working hours since the step before. */
  hours: number;
  /** A user id. */
  actor: string;
  deed: Deed;
}

/** Above this value in cents the owner decides. */
const OWNERS_SIZE = 600_000;

/** Everything that happens to a lead, from the first call on. */
export function journey(prospect: Prospect, random: Random): Step[] {
  const { person, work, isReturning, ending, twist } = prospect;
  const pace = work.isUrgent ? 0.15 : 1;
  const talk = talkAbout(work);
  const steps: Step[] = [];
  let notes = firstNote();

  function firstNote(): string | null {
    if (isReturning) return random.pick(ON_COMING_BACK);
    return random.below(3) === 0 ? null : random.pick(ON_FIRST_CALL);
  }

  /** @param within the fewest and the most working hours since the step before */
  function add(within: readonly [number, number], actor: string, deed: Deed): void {
    const [fewest, most] = within;
    const hours = (fewest + ((most - fewest) * random.below(1_000)) / 1_000) * pace;
    steps.push({ hours: steps.length === 0 ? 0 : Math.max(hours, 0.05), actor, deed });
  }

  /** A move and its note come together, or the note some minutes later. */
  function move(
    within: readonly [number, number],
    actor: string,
    status: LeadStatus,
    { say, details = {} }: { say: readonly string[]; details?: Partial<LeadDetails> },
  ): void {
    const said = random.pick(say.filter((line) => !notes?.includes(line)));
    notes = notes === null ? said : `${notes}\n${said}`;
    if (random.below(5) < 3) {
      add(within, actor, { type: 'revise', details: { ...details, notes }, status });
      return;
    }
    add(within, actor, { type: 'revise', details, status });
    add([0.1, 0.6], actor, { type: 'revise', details: { notes } });
  }

  function capture(): void {
    const { name, email, phone, address } = person;
    const leadSource: LeadSource = isReturning ? 'Referral' : random.pick(SOURCES);
    const estimatedValue = random.below(14) === 0 ? null : work.guess;
    const { description } = work;
    const details = { name, email, phone, address, description, notes, leadSource, estimatedValue };
    const actor = random.pick([OFFICE, OFFICE, OFFICE, OFFICE, OWNER, ESTIMATOR]);
    add([0, 0], actor.id, { type: 'capture', details });
    if (ending === 'Duplicate') add([0.5, 3], OFFICE.id, { type: 'remove' });
    if (twist !== 'removed and restored') return;
    add([0.5, 3], OFFICE.id, { type: 'remove' });
    add([0.1, 2], OWNER.id, { type: 'restore' });
  }

  function contact(): void {
    const actor = random.pick([OFFICE, OFFICE, OFFICE, OWNER]);
    move([0.5, 9], actor.id, 'Contacted', { say: talk.contact });
  }

  function quote(): void {
    const actor = random.pick([ESTIMATOR, ESTIMATOR, ESTIMATOR, OWNER]);
    move([4, 40], actor.id, 'Quoting', { say: talk.visit, details: { estimatedValue: work.value } });
    if (twist !== 'put back') return;
    move([2, 12], OFFICE.id, 'Contacted', { say: talk.back });
    move([8, 40], ESTIMATOR.id, 'Quoting', { say: talk.visit });
  }

  function win(): void {
    const actor = work.value >= OWNERS_SIZE ? OWNER : random.pick([OFFICE, OFFICE, ESTIMATOR]);
    move([8, 110], actor.id, 'Won', { say: talk.won });
  }

  function convert(): void {
    add([0.5, 12], OFFICE.id, { type: 'convert' });
    if (twist !== 'converted twice') return;
    add([0.2, 1], OWNER.id, { type: 'undo convert' });
    add([1, 8], OFFICE.id, { type: 'convert' });
  }

  const road: Record<Ending, readonly (() => void)[]> = {
    New: [capture],
    Duplicate: [capture],
    Contacted: [capture, contact],
    Declined: [capture, contact, () => move([2, 30], OFFICE.id, 'Lost', { say: talk.declined })],
    Quoting: [capture, contact, quote],
    Lost: [capture, contact, quote, () => move([15, 150], OFFICE.id, 'Lost', { say: talk.lost })],
    Won: [capture, contact, quote, win],
    Customer: [capture, contact, quote, win, convert],
  };
  for (const part of road[ending]) part();
  return steps;
}
