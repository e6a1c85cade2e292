import { type CustomerEvent, NO_CONTACT } from '../../../domain/customer/events.ts';
import { uuidv5 } from '../../../platform/runtime/ids.ts';
import type { EventStore } from '../../../store/event-store.ts';
import { benchEvents } from './bench-events.ts';
import { createRandom, type Random } from './random.ts';
import { benchSubject } from './subjects.ts';

/** Appends that wait together share a transaction. */
const WRITERS = 200;
const TELL_EVERY = 50_000;

const STARTS = ['Al', 'Be', 'Cor', 'Da', 'El', 'Fran', 'Gre', 'Hol', 'Is', 'Jon', 'Ka', 'Lin', 'Mar', 'No', 'Os', 'Pe'];
const MIDDLES = ['ber', 'dri', 'fa', 'gen', 'la', 'mi', 'na', 'ri', 'sa', 'the', 'vi', 'wen'];
const ENDS = ['a', 'bert', 'ck', 'dez', 'er', 'field', 'ko', 'ley', 'man', 'nson', 'ra', 'son', 'ton', 'win', 'y'];
const HOSTS = ['example.com', 'example.org', 'mail.example', 'post.example.net', 'valley.example'];
const STREETS = ['Mill Lane', 'Church Street', 'Orchard Road', 'River Drive', 'Summit Avenue', 'Meadow Court'];

export type BenchCustomer = Extract<CustomerEvent, { type: 'CustomerRegistered' }>['data'];

export function benchCustomerId(number: number): string {
  return uuidv5('bench', `customer ${number}`);
}

/** A customer by number: always the same. */
export function benchCustomer(number: number): BenchCustomer {
  const random = createRandom(number * 7_919 + 1);
  const [firstName, lastName] = [name(random), name(random)];
  const digits = (count: number) => String(random.below(10 ** count)).padStart(count, '0');
  return {
    ...NO_CONTACT,
    tags: number % 4 === 0 ? ['HOA', 'Spring pruning'] : [],
    leadId: null,
    quoteId: null,
    firstName,
    lastName,
    email: `${firstName}.${lastName}${random.below(100)}@${random.pick(HOSTS)}`.toLowerCase(),
    phone: `(${200 + random.below(700)}) ${digits(3)}-${digits(4)}`,
    address: `${1 + random.below(900)} ${random.pick(STREETS)}`,
    city: 'Amherst',
    state: 'MA',
    zipCode: '01002',
    registeredAt: new Date(Date.UTC(2020, 0, 1) + number * 60_000).toISOString(),
    propertyId: uuidv5('bench', `property ${number}`),
  };
}

function name(random: Random): string {
  return random.pick(STARTS) + random.pick(MIDDLES) + random.pick(ENDS);
}

/** Appends the registrations of this many customers to an empty log. */
export async function writeCustomers(log: EventStore, count: number): Promise<void> {
  let next = 0;
  async function writer(): Promise<void> {
    for (let number = next++; number < count; number = next++) {
      await register(log, number);
      if (number % TELL_EVERY === 0) process.stderr.write(`\rwriting ${number} of ${count} customers`);
    }
  }
  await Promise.all(Array.from({ length: WRITERS }, writer));
  process.stderr.write('\n');
}

async function register(log: EventStore, number: number): Promise<void> {
  const stream = `customer-${benchCustomerId(number)}`;
  const data = benchCustomer(number);
  const at = { recordedAt: data.registeredAt, subject: benchSubject(number) };
  await log.append(stream, benchEvents(stream, [{ type: 'CustomerRegistered', data }], at), 'none');
}
