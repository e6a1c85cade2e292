import { CHECKPOINTS, checkpointLoop } from '../platform/proof/checkpoints.ts';
import { createProofs, type Proofs } from '../platform/proof/proofs.ts';
import type { Clock } from '../platform/runtime/clock.ts';
import type { Stores } from '../platform/runtime/stores.ts';
import type { Subsystem } from './subsystem.ts';

export interface ProofSubsystem extends Subsystem {
  proofs: Proofs;
}

/** What proves to strangers that the log was not changed. @param hasLost whether it lost events, and somebody accepted it */
export async function openProof(
  { log, state, holder }: Stores,
  clock: Clock,
  hasLost: boolean,
): Promise<ProofSubsystem> {
  const proofs = createProofs(log, state, clock);
  if (hasLost) await proofs.beginAnew();
  return { proofs, loops: [{ name: CHECKPOINTS, run: checkpointLoop(proofs, { state, clock, holder }) }] };
}
