import type { Schedule } from '../../../api/schedule/schema.ts';
import { compareTexts } from '../../../domain/kit/sort-text.ts';

/**
 * Names of a crew's members with time off on a day; without a crew, of all crews.
 * @param day `YYYY-MM-DD`
 */
export function offOn({ crews, people, timeOff }: Schedule, day: string, crewId: string | null): string[] {
  const off = timeOff.filter(({ from, to }) => from <= day && day <= to);
  if (off.length === 0) return [];
  const members = new Set(
    crews.flatMap(({ id, isActive, memberIds }) => ((crewId === null ? isActive : id === crewId) ? memberIds : [])),
  );
  return people
    .flatMap(({ id, name }) => {
      const halves = off.filter(({ personId }) => personId === id).map(({ half }) => half);
      if (halves.length === 0 || !members.has(id)) return [];
      // Both halves of a day are the day.
      const half = halves.length === 1 ? halves[0] : null;
      return [half ? `${name ?? 'Somebody'} (${half})` : (name ?? 'Somebody')];
    })
    .sort(compareTexts);
}

/** Names of the crews somebody is in. */
export function crewsOf({ crews }: Pick<Schedule, 'crews'>, personId: string): string[] {
  return crews.flatMap(({ name, memberIds }) => (memberIds.includes(personId) ? [name] : []));
}
