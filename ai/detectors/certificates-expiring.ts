import type { Finding } from '../../domain/insight/finding.ts';
import { MOST_EVIDENCE } from '../../domain/insight/terms.ts';
import { ability, crewDay, indexStaffing, type StaffingIndex } from '../../domain/schedule/availability.ts';
import { spokenDay } from '../../domain/schedule/conflicts.ts';
import { dayOfMoment, type PlannedJob } from '../../domain/schedule/parts.ts';
import { type Facts, present } from '../facts/facts.ts';
import { plannedJob, SCHEDULE_FACTS, scheduleOf } from '../facts/schedule.ts';
import type { Detector } from './detector.ts';
import { counted } from './kit/words.ts';

/** Work that somebody's certificate is no longer valid for when it is done. */
interface Uncovered {
  personId: string;
  jobId: string;
  day: string;
}

/** Booked work of a crew where nobody is left with a valid certificate, by the rule of the schedule's own conflicts. */
export const certificatesExpiring: Detector = {
  name: 'certificates_expiring',
  reads: SCHEDULE_FACTS,
  needs: 'Certificates with their last day, and booked jobs that say which skills they need.',
  find(facts) {
    const { jobs, ...staffing } = scheduleOf(facts, facts.today);
    const needing = jobs.filter(({ skills }) => skills.length > 0);
    const hasLastDays = present(facts.people).some(({ certificateEnds }) => certificateEnds !== null);
    if (needing.length === 0 || !hasLastDays) return null;
    const index = indexStaffing(staffing);
    const uncovered = needing.flatMap((job) => uncoveredOf(index, job)).filter(({ day }) => day >= facts.today);
    return [...Map.groupBy(uncovered, ({ personId }) => personId)]
      .map(([personId, work]) => findingOf(facts, personId, work))
      .sort((one, other) => (other.measure ?? 0) - (one.measure ?? 0));
  },
  version: 2,
  // It is the rule by which the schedule itself warns; a certificate that was renewed is not always entered.
  prior: 0.85,
  horizonDays: 30,
  rightIf: 'within 30 days the certificate was renewed, the work changed, or it was done without one',
  provedRight({ subject, evidence }, later) {
    if (!present(later.people).some(({ id, hasLeft }) => id === subject && !hasLeft)) return null;
    const index = indexStaffing(scheduleOf(later, later.today));
    const outcomes = evidence.flatMap(({ kind, id }) => {
      const job = kind === 'job' ? later.jobs.get(id) : undefined;
      if (!job || job.erased) return [];
      // Nobody did it, so nobody had to be certified for it.
      if (job.removed || job.status === 'cancelled') return false;
      const isUncovered = uncoveredOf(index, plannedJob(job, later.settings.timeZone)).some(
        ({ personId }) => personId === subject,
      );
      return !isUncovered || job.status === 'completed' ? true : [];
    });
    return outcomes.length === 0 ? null : outcomes.includes(true);
  },
};

function uncoveredOf(index: StaffingIndex, job: PlannedJob): Uncovered[] {
  const crew = index.crews.get(job.crewId ?? '');
  if (!crew) return [];
  return job.visits.flatMap((visit) => {
    const day = dayOfMoment(visit.start);
    const there = crewDay(index, crew, day, visit).present;
    return job.skills.flatMap((skill) => {
      const abilities = there.map((person) => ability(person, skill, day));
      if (abilities.includes('yes')) return [];
      const expired = there.filter((_, at) => abilities[at] === 'expired');
      return expired.map(({ id: personId }) => ({ personId, jobId: job.id, day }));
    });
  });
}

/** The certificate and its last day are sealed with the person, and a skill is typed by hand: a finding names none of them. */
function findingOf(facts: Facts, personId: string, work: readonly Uncovered[]): Finding {
  const jobs = [...Map.groupBy(work, ({ jobId }) => jobId)]
    .map(([id, rows]) => ({ id, day: rows.map(({ day }) => day).sort()[0] ?? '' }))
    .sort((one, other) => one.day.localeCompare(other.day) || one.id.localeCompare(other.id));
  const first = spokenDay(jobs[0]?.day ?? '');
  const only = jobs.length === 1;
  return {
    subject: personId,
    insightType: 'prediction',
    category: 'operational',
    severity: 'critical',
    title: '{0} needs a certificate renewed before booked work',
    description: `${counted(jobs.length, 'booked job')}, the first on ${first}, ${only ? 'needs' : 'need'} a skill that only {0} has a certificate for on the crew, and it is not valid on ${only ? 'that day' : 'those days'}.`,
    actionItems: [
      'Have the certificate renewed, and enter its new last day.',
      'If it cannot be renewed in time, give the work to a crew with a valid one.',
    ],
    basis: `For each visit we looked for somebody on the crew who works that day and whose certificate for the skill is valid then: there is nobody for ${counted(jobs.length, 'job')}.`,
    evidence: [
      { kind: 'staff', id: personId, why: 'Has the certificate that is not valid then' },
      ...jobs.map(({ id, day }) => ({ kind: 'job', id, why: `Booked on ${spokenDay(day)}` })),
    ].slice(0, MOST_EVIDENCE),
    opens: 'schedule',
    measure: jobs.length,
    worth: jobs.reduce((sum, { id }) => sum + (facts.jobs.get(id)?.amount ?? 0), 0) || null,
  };
}
