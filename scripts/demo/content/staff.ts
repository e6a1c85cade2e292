import { addDays } from '../../../domain/kit/times.ts';
import { NO_STAFF_DETAILS, type StaffDetails } from '../../../domain/staff/events.ts';
import type { Certification } from '../../../domain/staff/terms.ts';
import { createRandom } from '../../bench/support/random.ts';
import { makePeople, type Person } from './people.ts';

/** What each of the field staff can do, and their certificates with the days left from today. */
const TRADES: readonly {
  skills: string[];
  certificates: readonly [name: string, years: number, left: number | null][];
}[] = [
  {
    skills: ['Climbing', 'Crane', 'Rigging'],
    certificates: [
      ['Certified Arborist', 3, 410],
      ['First aid and CPR', 2, 35],
    ],
  },
  { skills: ['Bucket truck', 'Rigging'], certificates: [['CDL Class B', 5, 900]] },
  { skills: ['Ground work', 'Chipper'], certificates: [['First aid and CPR', 2, 240]] },
  {
    skills: ['Climbing', 'Pruning'],
    certificates: [
      ['Certified Arborist', 3, 150],
      ['Pesticide applicator', 1, -12],
    ],
  },
  { skills: ['Climbing', 'Pruning'], certificates: [['Electrical hazards awareness', 1, 300]] },
  { skills: ['Ground work', 'Chipper'], certificates: [] },
  { skills: ['Stump grinder', 'Ground work'], certificates: [['CDL Class B', 5, 1_300]] },
  { skills: ['Stump grinder'], certificates: [['Chainsaw operator', 5, null]] },
  { skills: ['Ground work'], certificates: [] },
];

/** How long each of them has worked here. */
const MONTHS_HERE = [97, 64, 22, 118, 41, 15, 76, 30, 13];

/** Who is called for them in an emergency; null where nobody is on file. */
const RELATIONSHIPS = ['Spouse', 'Parent', null, 'Sibling'] as const;

/** A first and a last name: the lists also hold names meant only for customers. */
const PLAIN_NAME = /^[A-Z][a-z]+ [A-Z][a-z]+$/;

/**
 * The field staff, combined at random like the customers.
 * @param today `YYYY-MM-DD`: certificates expire around it
 */
export function makeStaff(today: string): StaffDetails[] {
  const people = makePeople(TRADES.length * 2, createRandom(1872)).filter(({ name }) => PLAIN_NAME.test(name));
  return TRADES.map(({ skills, certificates }, index) => {
    const { name = '', email = null, phone = '' } = people[index] ?? {};
    const [firstName = '', lastName = ''] = name.split(' ');
    const certifications = certificates.map(([title, years, left]) => certificate(title, years, left, today));
    const startedOn = addDays(today, -(MONTHS_HERE[index] ?? 0) * 30);
    const contact = emergencyContact(RELATIONSHIPS[index % RELATIONSHIPS.length], people[TRADES.length + index]);
    return { ...NO_STAFF_DETAILS, firstName, lastName, email, phone, startedOn, ...contact, skills, certifications };
  });
}

/** Whom to call for them; nothing where nobody is on file. */
function emergencyContact(relationship: string | null | undefined, person: Person | undefined): Partial<StaffDetails> {
  if (!relationship || !person) return {};
  return { emergencyName: person.name, emergencyPhone: person.phone, emergencyRelationship: relationship };
}

/** @param left days from today until it expires; null if it never does */
function certificate(name: string, years: number, left: number | null, today: string): Certification {
  const expiresOn = left === null ? null : addDays(today, left);
  return { name, issuedOn: addDays(expiresOn ?? today, -365 * years), expiresOn };
}
