import { describe, expect, test } from 'vitest';
import { type JobEvent, NO_JOB_DETAILS } from '../../../domain/job/events.ts';
import { NEW_LIFE } from '../../../domain/job/life.ts';
import type { EventBody, RecordedEvent } from '../../../domain/kit/event.ts';
import { NO_CREW_DETAILS, type RosterEvent } from '../../../domain/roster/events.ts';
import { crewStints } from '../../../projections/crew-stints.ts';
import { jobClocks, RUNNING } from '../../../projections/job-clocks.ts';
import { metadata } from '../../support/samples/event-samples.ts';
import { foldDocument } from '../../support/stores/projection-specification.ts';

const at = (hour: number) => `2026-06-15T${String(hour).padStart(2, '0')}:00:00.000Z`;

/** The events of one stream, each recorded at an hour of one day. */
function history(stream: string, ...steps: (readonly [number, EventBody])[]): RecordedEvent[] {
  return steps.map(([hour, body], index) => {
    const position = String(index + 1).padStart(16, '0');
    const recorded = { ...metadata(), recordedAt: at(hour) };
    return { ...body, id: `e${index}`, stream, revision: BigInt(index), position, metadata: recorded };
  });
}

describe('crew stints', () => {
  const formed = (crewId: string): RosterEvent => {
    return { type: 'CrewFormed', data: { crewId, name: crewId, ...NO_CREW_DETAILS, formedAt: at(6) } };
  };
  const assigned = (crewId: string, fromCrewId: string | null): RosterEvent => {
    return { type: 'CrewMemberAssigned', data: { crewId, personId: 'p', fromCrewId } };
  };
  const released = (crewId: string): RosterEvent => ({ type: 'CrewMemberReleased', data: { crewId, personId: 'p' } });
  const shown = (...steps: (readonly [number, RosterEvent])[]) =>
    foldDocument(crewStints, history('roster-main', ...steps), 'p');

  test('Who moves from one crew to another was in each for a time', () => {
    const steps = [
      [6, formed('a')],
      [6, formed('b')],
      [7, assigned('a', null)],
      [9, assigned('b', 'a')],
    ] as const;
    expect(shown(...steps)).toMatchObject({
      stints: [
        { crewId: 'a', from: at(7), to: at(9) },
        { crewId: 'b', from: at(9), to: null },
      ],
      crewIds: ['a', 'b'],
    });
    expect(shown(...steps, [12, released('b')], [15, assigned('a', null)])?.['stints']).toEqual([
      { crewId: 'a', from: at(7), to: at(9) },
      { crewId: 'b', from: at(9), to: at(12) },
      { crewId: 'a', from: at(15), to: null },
    ]);
  });

  test('A move that is corrected at once leaves no stint', () => {
    const stints = shown([7, assigned('a', null)], [7, assigned('b', 'a')])?.['stints'];
    expect(stints).toEqual([{ crewId: 'b', from: at(7), to: null }]);
  });
});

describe('clocks of jobs', () => {
  const created = {
    type: 'JobCreated',
    data: { ...NO_JOB_DETAILS, number: 1, customerId: null, crewId: 'a', createdAt: at(6) },
  } as EventBody;
  const started = (hour: number): JobEvent => {
    return { type: 'JobStarted', data: { status: 'in_progress', at: at(hour) } };
  };
  const paused = (hour: number): JobEvent => ({ type: 'JobPaused', data: { at: at(hour) } });
  const toCrew = (crewId: string): JobEvent => ({ type: 'JobRevised', data: { crewId } });
  const shown = (...steps: (readonly [number, EventBody])[]) =>
    foldDocument(jobClocks, history('job-1', [6, created], ...steps), '1');

  test('The clock runs for the crew that the job has at the time', () => {
    const steps = [
      [8, started(8)],
      [9, toCrew('b')],
    ] as const;
    expect(shown(...steps)).toMatchObject({ begins: at(8), ends: RUNNING });
    expect(shown(...steps, [12, paused(11)], [13, toCrew('c')])).toMatchObject({
      spells: [
        { crewId: 'a', from: at(8), to: at(9) },
        { crewId: 'b', from: at(9), to: at(11) },
      ],
      ends: at(11),
      crewId: 'c',
    });
  });

  test('A stop that is undone lets it run on, and a start that is undone leaves nothing', () => {
    const work = [{ from: at(8), to: null }];
    const running: JobEvent = {
      type: 'JobLifeRestored',
      data: { ...NEW_LIFE, visits: [], status: 'in_progress', work },
    };
    const none: JobEvent = { type: 'JobLifeRestored', data: { ...NEW_LIFE, visits: [], work: [] } };
    const steps = [
      [8, started(8)],
      [9, toCrew('b')],
      [12, paused(11)],
      [12, running],
    ] as const;
    expect(shown(...steps)?.['spells']).toEqual([
      { crewId: 'a', from: at(8), to: at(9) },
      { crewId: 'b', from: at(9), to: null },
    ]);
    expect(shown(...steps, [13, none])).toMatchObject({ spells: [], begins: null, ends: null });
  });

  test('Stops at the instant of the start are each one stretch, whatever comes after, and also where one is undone', () => {
    const resumed = (hour: number): JobEvent => {
      return { type: 'JobResumed', data: { status: 'in_progress', at: at(hour) } };
    };
    const work = [
      { from: at(8), to: at(8) },
      { from: at(8), to: null },
    ];
    const running: JobEvent = {
      type: 'JobLifeRestored',
      data: { ...NEW_LIFE, visits: [], status: 'in_progress', work },
    };
    const steps = [
      [8, started(8)],
      [8, paused(8)],
      [9, toCrew('b')],
      [9, resumed(8)],
      [10, paused(10)],
      [10, running],
    ] as const;
    const expected = [
      { crewId: 'a', from: at(8), to: at(8) },
      { crewId: 'b', from: at(8), to: null },
    ];
    expect(shown(...steps)?.['spells']).toEqual(expected);
    const often = Array.from({ length: 40 }, () => [8, resumed(8)] as const);
    expect(shown(...steps.slice(0, 2), ...often)?.['spells']).toHaveLength(41);
  });
});
