import { addDays } from '../../domain/kit/times.ts';

/** A working day is 7:30 to 17:30, Monday to Friday, except on four holidays. */
const OPENS = Temporal.PlainTime.from('07:30');
const HOURS_A_DAY = 10;
const CLOSED = ['01-01', '07-04', '12-25'];
/** Only this much of the last day is made, so that somebody looking after 8:30 sees nothing in the future. */
const HOURS_OF_LAST_DAY = 1;

/** The company's working hours over a year as one line: nights and weekends are cut out. Those of earlier years are below zero. */
export interface WorkingTime {
  /** IANA name of the company's time zone. */
  zone: string;
  /** How many hours there are. */
  hours: number;
  /** The instant after this many working hours, in milliseconds since 1970. */
  instantAt(hour: number): number;
  /** The date after this many working hours, `YYYY-MM-DD`. */
  dateAt(hour: number): string;
  /** The first hour of each working day, with its date (`YYYY-MM-DD`) and month (1 to 12), oldest first. */
  days: readonly { hour: number; date: string; month: number }[];
}

/**
 * The last working day whose first hour is over.
 * @param now milliseconds since the epoch
 * @param zone IANA name of the company's time zone
 */
export function lastWorkingDay(now: number, zone: string): Temporal.PlainDate {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(zone);
  let day = local.toPlainDate();
  const isEarly = Temporal.PlainTime.compare(local.toPlainTime(), OPENS.add({ hours: HOURS_OF_LAST_DAY })) < 0;
  if (isEarly) day = day.subtract({ days: 1 });
  while (!isWorkingDay(day)) day = day.subtract({ days: 1 });
  return day;
}

/** The working year that ends on the morning of that day. */
export function workingYear(lastDay: Temporal.PlainDate, zone: string): WorkingTime {
  const dates: Temporal.PlainDate[] = [];
  let day = lastDay.subtract({ years: 1 }).add({ days: 1 });
  for (; Temporal.PlainDate.compare(day, lastDay) <= 0; day = day.add({ days: 1 })) {
    if (isWorkingDay(day)) dates.push(day);
  }
  const openingOf = (date: Temporal.PlainDate | undefined) =>
    date?.toZonedDateTime({ timeZone: zone, plainTime: OPENS }).epochMilliseconds ?? 0;
  const openings = dates.map(openingOf);
  const earlier = daysBefore(dates[0] ?? lastDay);
  const dayOf = (hour: number) => Math.min(Math.floor(hour / HOURS_A_DAY), openings.length - 1);
  return {
    zone,
    hours: (dates.length - 1) * HOURS_A_DAY + HOURS_OF_LAST_DAY,
    instantAt(hour) {
      const index = dayOf(hour);
      const seconds = Math.floor((hour - index * HOURS_A_DAY) * 3_600);
      return (openings[index] ?? openingOf(earlier(-index))) + seconds * 1_000;
    },
    dateAt: (hour) => String(dates[dayOf(hour)] ?? earlier(-dayOf(hour))),
    days: dates.map((date, index) => ({ hour: index * HOURS_A_DAY, date: date.toString(), month: date.month })),
  };
}

/** The working days before one, by how many they are before it. */
function daysBefore(first: Temporal.PlainDate): (count: number) => Temporal.PlainDate | undefined {
  const found = [first];
  return (count) => {
    for (let day = found.at(-1) ?? first; found.length <= count; ) {
      day = day.subtract({ days: 1 });
      if (isWorkingDay(day)) found.push(day);
    }
    return found[count];
  };
}

function isWorkingDay(day: Temporal.PlainDate): boolean {
  const isThanksgiving = day.month === 11 && day.dayOfWeek === 4 && day.day > 21 && day.day < 29;
  return day.dayOfWeek <= 5 && !isThanksgiving && !CLOSED.includes(day.toString().slice(5));
}

/** The date of a working day by its place; places beyond the year count on from its end, skipping weekends. */
export function dateOf(place: number, { days }: WorkingTime): string {
  const found = days[place];
  if (found) return found.date;
  let date = days.at(-1)?.date ?? '';
  for (let left = place - days.length + 1; left > 0; ) {
    date = addDays(date, 1);
    if (![0, 6].includes(new Date(`${date}T12:00Z`).getUTCDay())) left -= 1;
  }
  return date;
}
