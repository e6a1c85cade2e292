import { createAutomation } from '../api/automation/automation.ts';
import { AUTOMATION } from '../domain/automation-run/terms.ts';
import type { ProcessRunner } from '../platform/commands/processes.ts';
import { runReactor } from '../platform/commands/reactor.ts';
import { leasedLoop } from '../platform/runtime/lease.ts';
import type { Subsystem } from './subsystem.ts';

const LEASE = { name: AUTOMATION, ttlMs: 30_000 };
/** How often a process asks for the lease. */
const EVERY_MS = 2_000;

type Options = Parameters<typeof createAutomation>[0] & { processes: Pick<ProcessRunner, 'keep'>; holder: string };

/** What carries out the rules of the automation: of all processes one does, in the order of the log. */
export function openAutomation(options: Options): Subsystem {
  const { processes, holder, store, state, clock } = options;
  const automation = createAutomation(options);

  function reacting(signal: AbortSignal, progress: () => void): Promise<void> {
    const react = processes.keep({
      name: AUTOMATION,
      types: automation.types,
      inOrder: false,
      carryOut: (event, ...ends) => automation.react(event, AbortSignal.any([signal, ...ends])),
    });
    return runReactor({ name: AUTOMATION, log: store, state, types: automation.types, react, progress, signal });
  }

  const run = leasedLoop({ ...LEASE, state, clock, holder, everyMs: EVERY_MS }, reacting);
  return { loops: [{ name: AUTOMATION, run }] };
}
