import { clockAsOf, onlyNow, readModelsAsOf } from '../../platform/runtime/as-of.ts';
import type { ApiContext } from '../kit/context.ts';

/** What is the same at any time, or knows the moment by itself. All else is refused as of an earlier moment. */
const AT_ANY_TIME: ReadonlySet<string> = new Set<keyof ApiContext>([
  'config',
  'kinds',
  'log',
  'holder',
  'turns',
  'stopping',
  'storeHealth',
  'consoleFolder',
  // Pictures are named by their content; documents are drawn from what they are given.
  'files',
  'documents',
  'tries',
]);

/** The context with which calls can ask for an earlier moment. */
export function asOfAnyMoment(context: ApiContext): ApiContext {
  const parts = Object.entries(context).map(([name, part]) => [name, AT_ANY_TIME.has(name) ? part : onlyNow(part)]);
  return {
    ...(Object.fromEntries(parts) as unknown as ApiContext),
    store: onlyNow(context.store, 'isPosition'),
    // Who asks, and that they did, is of now.
    sessions: onlyNow(context.sessions, 'onClosed'),
    security: onlyNow(context.security, 'record'),
    clock: clockAsOf(context.clock),
    readModels: readModelsAsOf(context.readModels),
  };
}
