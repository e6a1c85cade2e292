import type { OwnerOutcome } from '../platform/accounts/first-owner.ts';
import { type Config, ConfigError } from '../platform/configuration/config.ts';
import { systemClock } from '../platform/runtime/clock.ts';
import { withCauses } from '../platform/runtime/error-texts.ts';
import { createLog, type Log } from '../platform/runtime/log.ts';
import type { ServerOptions } from '../server/server.ts';
import { buildConsole } from './build-console.ts';
import { keepCompiled, writeCompiled } from './compiled.ts';
import { endWithParent } from './end-with-parent.ts';

/**
 * A stop that takes longer than this is cut off: whatever was acknowledged is durable anyway
 * (docs/design/runtime.md#supervision).
 */
const STOP_WITHIN_MS = 5_000;

/** Without the console, which is then neither built nor served. */
export const API_ONLY = '--api-only';

/** Continues even if the log has lost events; what it replaces is set aside. */
const ACCEPT_LOST_HISTORY = '--accept-lost-history';

/** Whether the person starting this accepts what is left of the history. */
export function acceptsLostHistory(): boolean {
  return process.argv.includes(ACCEPT_LOST_HISTORY);
}

/** What a script prepares before its server starts. */
export interface Prepared {
  config: Config;
  /** What the person starting it should read first. */
  lines: readonly string[];
}

/**
 * Runs a server as this process until a signal stops it. If it cannot start, prints the reason and exits with code 1.
 * @param part which part of Heartwood; all of it by default
 */
export async function serve(
  prepare: () => Prepared | Promise<Prepared>,
  part: Pick<ServerOptions, 'only'> = {},
): Promise<void> {
  endWithParent();
  keepCompiled();
  try {
    const { config, lines } = await prepare();
    const pages = process.argv.includes(API_ONLY) || part.only ? {} : { consoleFolder: await buildConsole() };
    const log = createLog(config.logLevel);
    endOnCrash(log);
    const options = { clock: systemClock, log, acceptLostHistory: acceptsLostHistory() };
    const { startServer } = await import('../server/server.ts');
    const server = await startServer(config, { ...options, ...pages, ...part });
    stopOnSignal(() => server.close());
    await server.listen();
    const shown = ['', ...lines, ...ownerLines(server.owner), ...server.storage];
    console.log([...shown, `${part.only ? 'The optimizer' : 'Heartwood'} listens on ${server.url()}`].join('\n'));
    writeCompiled();
  } catch (cause) {
    console.error(cause instanceof ConfigError ? cause.message : `Heartwood does not start: ${withCauses(cause)}`);
    if (process.env['LOG_LEVEL'] === 'debug') console.error(cause);
    process.exit(1);
  }
}

/**
 * After an uncaught error the process is in an unknown state: it logs that and exits, as Node itself would, but without
 * printing what the error's message may contain. Whatever was acknowledged is durable; a service manager starts it
 * again.
 */
function endOnCrash(log: Log): void {
  process.on('uncaughtException', (err, origin) => {
    log.fatal({ err, origin }, 'Heartwood ends after an error that nothing caught');
    process.exit(1);
  });
}

function stopOnSignal(close: () => Promise<void>): void {
  let isStopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      // A person presses Ctrl-C twice, and a runner passes the first one on: together they are one stop.
      if (!isStopping) void stop();
      isStopping = true;
    });
  }

  async function stop(): Promise<void> {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await close();
    process.exit(0);
  }
}

function ownerLines(owner: OwnerOutcome): string[] {
  if (owner.kind === 'existing') {
    return owner.passwordIgnored
      ? [
          'OWNER_PASSWORD is set, but the owner has a password already: it changes nothing. Use: npm run set-password -- <name>',
        ]
      : [];
  }
  if (owner.generatedPassword === null) return [`Made the first account: ${owner.username}, with OWNER_PASSWORD.`];
  return [`Made the first account: ${owner.username}, password ${owner.generatedPassword} (shown this once).`];
}
