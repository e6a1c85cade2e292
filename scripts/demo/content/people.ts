import type { Random } from '../../bench/support/random.ts';

// Common names, streets and one county's towns, combined at random: nobody in particular.

/** Somebody who asks for work. */
export interface Person {
  name: string;
  email: string | null;
  phone: string;
  /** `Street, Town, ST ZIP`. */
  address: string;
}

const FIRST_NAMES =
  'Linda Robert Karen Michael Susan David Patricia James Barbara William Nancy Thomas Carol Steven Donna Mark Sharon Paul Laura Kevin Angela Brian Michelle Gary Rebecca Eric Diane Scott Janet Gregory Maria Daniel Teresa Carlos Yolanda Anthony Priya Wei Elena Samuel Grace Peter Joan Walter Megan Ryan Hannah Luis Rosa Andre Monique Frank Judith Raymond Theresa Douglas Heather Victor Irene Philip'.split(
    ' ',
  );

const LAST_NAMES =
  'Anderson Baker Bennett Brooks Carter Chen Clark Coleman Cooper Cruz Davis Diaz Edwards Evans Fisher Foster Garcia Gibson Gray Green Hall Harris Hayes Henderson Hughes Jackson Jenkins Johnson Kelly Kim King Lee Lewis Lopez Martin Mason Miller Mitchell Moore Morgan Murphy Nelson Nguyen Owens Parker Patel Perry Peterson Phillips Powell Reed Reyes Richardson Rivera Roberts Robinson Russell Sanders Scott Shaw Simmons Stewart Sullivan Taylor Thompson Torres Turner Walker Warren Washington Watson Webb White Wilson Wood Wright Young'.split(
    ' ',
  );

const STREETS =
  'Elm Street|Maple Street|Main Street|Pleasant Street|North Street|South Street|Bay Road|Mill Lane|Church Street|Orchard Road|River Drive|Summit Avenue|Meadow Court|Chestnut Hill Road|Old Farm Road|Spring Street|Prospect Street|Lincoln Avenue|Washington Avenue|Ridge Road|Brookside Drive|Hillcrest Lane|Cedar Lane|Oak Knoll|School Street|Stonewall Drive|West Street|Harvest Lane|Pond View Drive|Sugarloaf Street'.split(
    '|',
  );

/** The home town is listed more than once, because most work is near. */
const TOWNS = [
  'Northampton, MA 01060',
  'Northampton, MA 01060',
  'Northampton, MA 01060',
  'Amherst, MA 01002',
  'Amherst, MA 01002',
  'Florence, MA 01062',
  'Easthampton, MA 01027',
  'Easthampton, MA 01027',
  'Hadley, MA 01035',
  'South Hadley, MA 01075',
  'Belchertown, MA 01007',
  'Granby, MA 01033',
  'Hatfield, MA 01038',
  'Southampton, MA 01073',
  'Williamsburg, MA 01096',
];

const MAIL_HOSTS = ['example.com', 'example.com', 'example.org', 'example.net'];
const AREA_CODES = ['413', '413', '413', '860', '617'];

/** Names that lists must cope with too: an accent, an apostrophe, and more words than a column is wide. */
const UNUSUAL_NAMES = [
  "Renée O'Connell-Núñez",
  'The Trustees of the Pleasant Hollow Condominium Owners Association, Buildings One through Seventeen, c/o the Grounds and Shade Tree Committee',
];

/** This many people, no two with the same name or phone number. About one in twenty has no email address. */
export function makePeople(count: number, random: Random): Person[] {
  const names = new Set<string>(UNUSUAL_NAMES);
  while (names.size < count) names.add(`${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`);
  const phones = new Set<string>();
  while (phones.size < count) phones.add(`(${random.pick(AREA_CODES)}) 555-01${twoDigits(random.below(100))}`);
  const numbers = [...phones];
  const people = [...names].map((name, index) => ({
    name,
    email: random.below(20) === 0 ? null : emailOf(name, random),
    phone: numbers[index] ?? '',
    address: `${2 + random.below(480)} ${random.pick(STREETS)}, ${random.pick(TOWNS)}`,
  }));
  return shuffled(people, random);
}

/** The same items in another order. */
export function shuffled<Item>(items: readonly Item[], random: Random): Item[] {
  return items
    .map((item) => ({ item, place: random.below(2 ** 31) }))
    .sort((a, b) => a.place - b.place)
    .map(({ item }) => item);
}

function emailOf(name: string, random: Random): string {
  const [first = '', ...rest] = plainLetters(name).split(' ').slice(0, 3);
  const last = rest.join('');
  const local = random.pick([`${first}.${last}`, `${first.slice(0, 1)}${last}`, `${first}${last.slice(0, 1)}`]);
  return `${local}@${random.pick(MAIL_HOSTS)}`;
}

function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .toLowerCase()
    .replaceAll(/[^a-z ]/g, '');
}

function twoDigits(number: number): string {
  return String(number).padStart(2, '0');
}
