import { type Facts, foldFacts } from '../../../ai/facts/facts.ts';
import type { Decider } from '../../../domain/kit/decider.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { metadata } from '../samples/event-samples.ts';

/** Real events of commands, each decided by its aggregate: it proves that documents hold what a detector reads. */
export function factsAfter(asOf: string, ...done: readonly (readonly RecordedEvent[])[]): Facts {
  const fold = foldFacts();
  fold.take(done.flat());
  return fold.at(asOf);
}

/** The events of commands to one stream. @param actor whoever gave them */
export function recordedBy<State, Command, Event extends EventBody>(
  {
    category,
    initial,
    decide,
    evolve,
  }: Pick<Decider<State, Command, Event>, 'category' | 'initial' | 'decide' | 'evolve'>,
  id: string,
  commands: readonly Command[],
  actor = 'somebody',
): RecordedEvent[] {
  const events: RecordedEvent[] = [];
  let state = initial;
  for (const command of commands) {
    for (const body of decide(command, state)) {
      state = evolve(state, body);
      const revision = events.length;
      const position = String(revision + 1).padStart(16, '0');
      const stream = `${category}-${id}`;
      events.push({
        ...body,
        id: `${stream}-${revision}`,
        stream,
        revision: BigInt(revision),
        position,
        metadata: { ...metadata(), actor },
      });
    }
  }
  return events;
}
