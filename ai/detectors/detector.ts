import type { Finding } from '../../domain/insight/finding.ts';
import type { DetectorName } from '../../domain/insight/terms.ts';
import type { FactName, Facts } from '../facts/facts.ts';

/** Looks for one kind of fact that an owner should know. Pure: no clock, no I/O, nothing but the facts. */
export interface Detector {
  name: DetectorName;
  /** The tables whose change may change what it finds; the passing of a day may, too. */
  reads: readonly FactName[];
  /** What it needs before it can say anything: `A year of costs.` */
  needs: string;
  /** @returns the worst first; null if there is too little history to say anything */
  find(facts: Facts): readonly Finding[] | null;
  /** To be raised when it finds, or judges, otherwise: its past is then looked through anew. 1 where it is not said. */
  version?: number;
  /** How sure a finding is before twenty of its own were held against what followed, 0 to 1. */
  prior: number;
  /** After how many days a finding is held against what followed. */
  horizonDays: number;
  /** What must follow for a finding to count as right, after “It counts as right if”: `most of them were paid`. */
  rightIf: string;
  /**
   * Whether what followed proved a finding right; null if it does not tell.
   * @param finding perhaps without its texts
   * @param later as of `horizonDays` after it
   */
  provedRight(finding: Finding, later: Facts): boolean | null;
}
