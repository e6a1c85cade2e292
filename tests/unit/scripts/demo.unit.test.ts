import { beforeAll, describe, expect, test } from 'vitest';
import type { LeadCommand } from '../../../domain/lead/lead.ts';
import { timeline } from '../../../scripts/demo/timeline.ts';
import { lastWorkingDay, type WorkingTime, workingYear } from '../../../scripts/demo/working-time.ts';
import { fileName } from '../../../store/files.ts';

const ZONE = 'America/New_York';
const FRIDAY = Temporal.PlainDate.from('2026-11-20');

interface Sent {
  at: number;
  actor: string;
  category: string;
  id: string;
  command: { type: string } | LeadCommand;
  options: { commandId: string; undoes?: string | undefined };
}

/** What a year's acts send, in order. */
async function sentIn(time: WorkingTime): Promise<Sent[]> {
  const sent: Sent[] = [];
  for (const { at, actor, run } of timeline(time)) {
    await run({
      async send(decider, id, command, options) {
        sent.push({ at, actor, category: decider.category, id, command: command as Sent['command'], options });
      },
      load: async ({ initial }) => initial,
      look: async () => [],
      keep: async (bytes) => fileName(bytes),
    });
  }
  return sent;
}

let sent: Sent[];
beforeAll(async () => {
  sent = await sentIn(workingYear(FRIDAY, ZONE));
});

const captures = () =>
  sent.flatMap(({ at, command }) => (command.type === 'CaptureLead' && 'details' in command ? [{ at, command }] : []));

describe('the last day of the demo', () => {
  const at = (text: string) => Temporal.ZonedDateTime.from(`${text}[${ZONE}]`).epochMilliseconds;
  test.each([
    ['2026-11-20T08:30', '2026-11-20'],
    ['2026-11-20T23:59', '2026-11-20'],
    ['2026-11-20T08:29', '2026-11-19'],
    ['2026-11-22T12:00', '2026-11-20'],
    ['2026-11-23T07:00', '2026-11-20'],
    ['2026-11-26T12:00', '2026-11-25'],
    ['2026-12-25T12:00', '2026-12-24'],
  ])('The last day of the demo at %s is %s', (now, day) => {
    expect(lastWorkingDay(at(now), ZONE).toString()).toBe(day);
  });
});

describe('the history of the demo', () => {
  test('The history of the demo is the same each time', async () => {
    expect(await sentIn(workingYear(FRIDAY, ZONE))).toEqual(sent);
  });

  test.each([
    [ZONE, '2026-11-20'],
    ['Europe/Berlin', '2026-03-30'],
    ['UTC', '2024-02-29'],
  ])(
    'The history of the demo happens in hours of work, in order, up to the last morning (%s, %s)',
    async (zone, day) => {
      const acts = await sentIn(workingYear(Temporal.PlainDate.from(day), zone));
      const times = acts.map(({ at }) => Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone));
      for (const time of times) {
        expect(time.dayOfWeek).toBeLessThanOrEqual(5);
        const clock = time.toPlainTime().toString();
        expect(clock >= '07:30:00' && clock < '17:30:00').toBe(true);
      }
      expect(times).toEqual(times.toSorted(Temporal.ZonedDateTime.compare));
      expect(times.at(-1)?.toPlainDate().toString()).toBe(day);
      expect(times.at(-1)?.toPlainTime().toString().slice(0, 5)).toMatch(/^0(7:[345]|8:[012])/);
    },
  );

  test('The history of the demo never has two commands with one id', () => {
    const ids = sent.map(({ options }) => options.commandId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('The history of the demo has leads of the last two days, and is busier in spring and in the storms than in winter', () => {
    const days = captures().map(({ at }) =>
      Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(ZONE).toPlainDate(),
    );
    expect(days.filter((day) => day.equals(FRIDAY)).length).toBeGreaterThan(0);
    expect(days.filter((day) => day.equals(FRIDAY.subtract({ days: 1 }))).length).toBeGreaterThan(0);
    const inMonths = (...months: number[]) => days.filter(({ month }) => months.includes(month)).length;
    const winter = inMonths(12, 1, 2);
    expect(inMonths(4, 5, 6)).toBeGreaterThan(1.5 * winter);
    expect(inMonths(8, 9, 10)).toBeGreaterThan(1.5 * winter);
  });

  test('The history of the demo has leads from everywhere, mostly by referral and from the website', () => {
    const sources = Map.groupBy(captures(), ({ command }) => command.details.leadSource);
    const shares = [...sources].map(([source, of]) => [source, of.length] as const).sort((a, b) => b[1] - a[1]);
    expect(shares.slice(0, 2).map(([source]) => source)).toEqual(['Referral', 'Website']);
    expect(shares.length).toBe(10);
  });

  test('The history of the demo has leads without an email or a value, long and unusual names, and people who came back', () => {
    const details = captures().map(({ command }) => command.details);
    for (const field of ['email', 'estimatedValue'] as const) {
      const without = details.filter((each) => each[field] === null).length;
      expect(without).toBeGreaterThan(2);
      expect(without).toBeLessThan(20);
    }
    const names = details.map(({ name }) => name ?? '');
    expect(names.filter((name) => name.length > 100)).toHaveLength(1);
    expect(names).toContain("Renée O'Connell-Núñez");
    expect(names.length - new Set(names).size).toBeGreaterThan(2);
  });

  test('The history of the demo names nobody who could be called or written to', () => {
    for (const { command } of captures()) {
      expect(command.details.phone).toMatch(/^\(\d{3}\) 555-01\d\d$/);
      expect(command.details.email ?? 'nobody@example.com').toMatch(/^[a-z.]+@example\.(com|org|net)$/);
      expect(command.details.address).toMatch(/^\d+ [\w ]+, [\w ]+, MA 010\d\d$/);
    }
  });

  test('The history of the demo has values that fit the work', () => {
    const of = (words: RegExp) =>
      captures()
        .filter(({ command }) => words.test(command.details.description ?? ''))
        .map(({ command }) => command.details.estimatedValue ?? 20_000);
    expect(Math.max(...of(/^Grind/))).toBeLessThanOrEqual(60_000);
    expect(Math.max(...of(/^(Health a|A)ssessment/))).toBeLessThanOrEqual(40_000);
    expect(Math.min(...of(/^Emergency/).filter((value) => value > 20_000))).toBeGreaterThanOrEqual(80_000);
    expect(Math.max(...of(/^Crane/))).toBeGreaterThan(700_000);
  });
});
