import { expect } from 'vitest';
import { type Decider, fold, Rejection } from '../../domain/kit/decider.ts';
import type { EventBody } from '../../domain/kit/event.ts';

/** `given(events).when(command).then(events)`: the vocabulary of every test of a rule (tests/README.md). */
export function specify<State, Command, Event extends EventBody>(decider: Decider<State, Command, Event>) {
  return {
    given: (...events: Event[]) => ({
      when(command: Command) {
        const state = fold(decider, events);
        return {
          then: (...expected: Event[]) => expect(decider.decide(command, state)).toEqual(expected),
          thenNothingHappens: () => expect(decider.decide(command, state)).toEqual([]),
          thenRefused(code: string, message?: string) {
            try {
              decider.decide(command, state);
            } catch (cause) {
              expect(cause).toBeInstanceOf(Rejection);
              expect((cause as Rejection).code).toBe(code);
              if (message !== undefined) expect((cause as Rejection).message).toBe(message);
              return;
            }
            expect.fail(`Expected to be refused: ${JSON.stringify(command)}`);
          },
        };
      },
      /** Undoes the last event and expects the state from before it. */
      thenUndoneLeadsBack() {
        const last = events.at(-1) as Event;
        const before = fold(decider, events.slice(0, -1));
        const command = decider.inverse(last, before);
        expect(command).not.toBeNull();
        const undone = decider
          .decide(command as Command, fold(decider, events))
          .reduce(decider.evolve, fold(decider, events));
        expect(undone).toEqual(before);
      },
    }),
  };
}
