import { company, settingsInForce } from '../domain/company/company.ts';
import { COMPANY_ID } from '../domain/company/terms.ts';
import { BACKUPS, type BackupHealth, createBackupSchedule } from '../platform/backup/schedule.ts';
import type { Streams } from '../platform/commands/streams.ts';
import type { Config } from '../platform/configuration/config.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Log } from '../platform/runtime/log.ts';
import type { StateStore } from '../store/state.ts';
import type { Subsystem } from './subsystem.ts';

export interface BackupsSubsystem extends Subsystem {
  /** Null where none are made automatically. */
  health(): BackupHealth | null;
}

/** The backups that a running Heartwood makes, if it is told where. */
export function openBackups(
  config: Config,
  options: { streams: Streams; state: StateStore; clock: Clock; log: Log; everyMs?: number | undefined },
): BackupsSubsystem {
  const { folder, cron } = config.backup;
  if (folder === null || cron === null) return { health: () => null, loops: [] };
  const zone = async () => settingsInForce((await options.streams.recall(company, COMPANY_ID)).state).timeZone;
  const schedule = createBackupSchedule(
    { ...config, backup: { ...config.backup, folder, cron } },
    { ...options, zone },
  );
  return { health: schedule.health, loops: [{ name: BACKUPS, run: schedule.run }] };
}
