import type { Finding } from '../../../domain/insight/finding.ts';

/** What a detector may find about a subject. */
export function aFinding(subject: string, given: Partial<Finding> = {}): Finding {
  return {
    subject,
    insightType: 'anomaly',
    category: 'financial',
    severity: 'warning',
    title: 'Two finished jobs are not invoiced',
    description: '{0} is the oldest.',
    actionItems: ['Invoice them'],
    basis: 'Finished more than seven days ago.',
    evidence: [{ kind: 'job', id: subject, why: 'Finished' }],
    opens: 'invoice',
    measure: 100,
    worth: 120_000,
    ...given,
  };
}
