import { foldText } from '../kit/fold-text.ts';
import type { Hours } from '../kit/times.ts';
import {
  type Away,
  type CompanyTime,
  isAwayFor,
  isWorkingDay,
  type PlannedCrew,
  type PlannedMachine,
  type PlannedPerson,
  type PlannedVisit,
} from './parts.ts';

/** The people and equipment there are to do the work. */
export interface Staffing {
  company: CompanyTime;
  crews: readonly PlannedCrew[];
  people: readonly PlannedPerson[];
  machines: readonly PlannedMachine[];
  /** Approved time off only. */
  timeOff: readonly Away[];
}

/** The people, skills and equipment of a crew on one day. */
export interface CrewDay {
  crewId: string;
  day: string;
  /** Whether it can be sent at all: it is active, the company works that day, and at least one member is there. */
  works: boolean;
  workingHours: Hours;
  /** The members who are there. */
  present: readonly PlannedPerson[];
  /** The members who are off. */
  away: readonly { person: PlannedPerson; off: Away }[];
  /** The skills of the members who are there, each once. */
  skills: readonly string[];
  /** The equipment it usually takes along. */
  equipmentIds: readonly string[];
}

/** {@link Staffing} indexed for the rules: built once, queried often. */
export interface StaffingIndex {
  company: CompanyTime;
  crews: ReadonlyMap<string, PlannedCrew>;
  people: ReadonlyMap<string, PlannedPerson>;
  machines: readonly PlannedMachine[];
  timeOff: ReadonlyMap<string, readonly Away[]>;
}

export function indexStaffing({ company, crews, people, machines, timeOff }: Staffing): StaffingIndex {
  return {
    company,
    machines,
    crews: new Map(crews.map((crew) => [crew.id, crew])),
    people: new Map(people.map((person) => [person.id, person])),
    timeOff: Map.groupBy(timeOff, ({ personId }) => personId),
  };
}

/** Who is there of a crew on a day, and what they can do. @param visit as of {@link presence} */
export function crewDay(staffing: StaffingIndex, crew: PlannedCrew, day: string, visit?: PlannedVisit): CrewDay {
  const { present, away } = presence(staffing, crew, day, visit);
  const { id: crewId, isActive, workingHours, equipmentIds } = crew;
  const works = isActive && present.length > 0 && isWorkingDay(day, staffing.company);
  const skills = [...new Set(present.flatMap((person) => skillsOn(person, day)))];
  return { crewId, day, works, workingHours, present, away, skills, equipmentIds };
}

/**
 * Who is there of a crew on a day, and who is off.
 * @param visit of that day, if it is about that alone: whoever is off for the other half of the day is there
 */
export function presence(
  { people, timeOff }: StaffingIndex,
  { memberIds }: PlannedCrew,
  day: string,
  visit?: PlannedVisit,
): Pick<CrewDay, 'present' | 'away'> {
  const present: PlannedPerson[] = [];
  const away: { person: PlannedPerson; off: Away }[] = [];
  for (const id of memberIds) {
    const person = people.get(id);
    if (!person) continue; // left the company
    const off = timeOff.get(id)?.find((each) => isAwayFor(each, day, visit));
    if (off) away.push({ person, off });
    else present.push(person);
  }
  return { present, away };
}

/**
 * Whether somebody can do on a day what a job asks for, by a skill or a certificate of that name. If they have
 * certificates about it (one name contains the other: `Crane` and `Crane operator`) and all have expired, they no
 * longer can: `expired`.
 */
export function ability(person: PlannedPerson, skill: string, day: string): 'yes' | 'expired' | 'no' {
  const wanted = foldText(skill.trim());
  const proofs = person.certificates.filter(({ name }) => isAbout(foldText(name), wanted));
  const claims = person.skills.some((each) => foldText(each.trim()) === wanted);
  if (!claims && !proofs.some(({ name }) => foldText(name.trim()) === wanted)) return 'no';
  const isProven = proofs.length === 0 || proofs.some((proof) => isValidOn(proof, day));
  return isProven ? 'yes' : 'expired';
}

/** What somebody can do on a day: their skills and the names of their certificates, without expired ones. */
export function skillsOn(person: PlannedPerson, day: string): string[] {
  const claimed = [...person.skills, ...person.certificates.map(({ name }) => name)];
  return [...new Set(claimed)].filter((skill) => ability(person, skill, day) === 'yes');
}

/** Valid through its last day. @param day `YYYY-MM-DD` */
export function isValidOn({ expiresOn }: { expiresOn: string | null }, day: string): boolean {
  return expiresOn === null || day <= expiresOn;
}

function isAbout(certificate: string, skill: string): boolean {
  return certificate.includes(skill) || skill.includes(certificate);
}
