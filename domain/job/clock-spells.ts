import { evolveLife, type JobLife, type LifeEvent, NEW_LIFE } from './life.ts';

// Whose clock ran on a job: each stretch of its work with the crew that the job had then.

/** A stretch in which the clock ran for a crew, ISO UTC; `to` is null while it runs. */
export interface ClockSpell {
  /** Null: the job had no crew. */
  crewId: string | null;
  from: string;
  to: string | null;
}

/** The stretches after an event of the job's life. @param crewId the crew that the job has */
export function clockedBy(spells: readonly ClockSpell[], event: LifeEvent, crewId: string | null): ClockSpell[] {
  const { work } = evolveLife({ ...NEW_LIFE, work: spells }, event);
  if (event.type === 'JobLifeRestored') return dividedAsBefore(work, spells, crewId);
  return work.map(({ from, to }, index) => {
    const known = spells[index];
    return { crewId: known ? known.crewId : crewId, from, to };
  });
}

/**
 * The stretches of work that an undo brings back, divided among the crews as they were. A known stretch goes into one of
 * them only: those that began and ended at one instant look alike.
 */
function dividedAsBefore(work: JobLife['work'], spells: readonly ClockSpell[], crewId: string | null): ClockSpell[] {
  let next = 0;
  return work.flatMap(({ from, to }) => {
    while ((spells[next]?.from ?? from) < from) next += 1;
    const first = next;
    for (let spell = spells[next]; spell; spell = spells[++next]) {
      const begins = next === first && spell.from === from;
      if (!begins && to !== null && spell.from >= to) break;
    }
    const known = spells.slice(first, next);
    if (known.length === 0) return [{ crewId, from, to }];
    // A step that is undone lets the last stretch run on, or end when it ended before.
    return known.map((each, index) => (index === known.length - 1 ? { ...each, to } : each));
  });
}

/** The stretches after the job got another crew: a clock that runs, runs for that one from then on. @param at ISO UTC */
export function handedOver(spells: readonly ClockSpell[], crewId: string | null, at: string): ClockSpell[] {
  const running = spells.at(-1);
  if (running?.to !== null || running.crewId === crewId) return [...spells];
  const begins = running.from > at ? running.from : at;
  const before = begins > running.from ? [{ ...running, to: begins }] : [];
  return [...spells.slice(0, -1), ...before, { crewId, from: begins, to: null }];
}
