import type { Loop } from '../platform/runtime/supervisor.ts';

/** A loop of a subsystem. */
export interface NamedLoop {
  /** As health shows it. */
  name: string;
  run: Loop;
  /** A process that runs only the optimizer runs it, too. */
  isForPlans?: true;
}

/** What one subsystem adds to a process besides what the others use of it. */
export interface Subsystem {
  loops: readonly NamedLoop[];
}
