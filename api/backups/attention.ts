import type { Standing } from '../kit/attention.ts';
import { dayOf } from '../kit/company-time.ts';

/** The newest backup is older than it should be, or the last try failed; only where backups are set up. */
export const overdueBackup: Standing = {
  id: 'overdue-backup',
  label: 'No new backup',
  waiting({ backupHealth, clock }, { zone }) {
    const health = backupHealth();
    if (health === null || (health.lastError === null && !health.isOverdue)) return null;
    const { newestAt, lastError } = health;
    return {
      title: lastError ?? 'None was made when it was due: whoever runs Heartwood should look at its log.',
      note: newestAt === null ? 'None was found on' : 'The newest is of',
      day: dayOf(newestAt === null ? clock() : Date.parse(newestAt), zone),
    };
  },
};
