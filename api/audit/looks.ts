import type { FastifyRequest } from 'fastify';
import { asOfNow } from '../../platform/runtime/as-of.ts';
import { signedIn } from '../kit/changes/commands.ts';
import type { ApiContext } from '../kit/context.ts';
import { recordSecurity } from '../kit/security.ts';

const HOUR_MS = 60 * 60 * 1000;

/** The hour in which each person was last noted to look, of each process. */
const lookedBy = new WeakMap<ApiContext['security'], Map<string, number>>();

/** Notes that somebody looks into the history, once an hour: a line for each page would bury what else happened. */
export function historyLooks(context: Pick<ApiContext, 'security' | 'clock'>): (request: FastifyRequest) => void {
  const looked = lookedBy.get(context.security) ?? new Map<string, number>();
  lookedBy.set(context.security, looked);
  return (request) => {
    const { id } = signedIn(request);
    const hour = Math.floor(asOfNow(context.clock) / HOUR_MS);
    if (looked.get(id) === hour) return;
    looked.set(id, hour);
    recordSecurity(context, request, { type: 'history_read' });
  };
}
