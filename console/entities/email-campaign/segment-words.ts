import type { SegmentBody } from '../../../api/audience/schema.ts';
import { serviceLabel } from '../../../domain/job/terms.ts';
import { formatDay, formatMoney } from '../../ui/values/format.ts';
import { sourceName } from '../lead/lead.ts';

/** The conditions of a segment in one line, such as in a history. */
export function segmentWords(segment: SegmentBody): string {
  const { notServedSince, leadSources, cities, zipCodes, hasOpenQuote, tags } = segment;
  const places = [...(cities ?? []), ...(zipCodes ?? [])];
  return [
    workWords(segment),
    notServedSince && `Not served since ${formatDay(notServedSince)}`,
    valueWords(segment),
    leadSources && `Came by ${eitherOf(leadSources.map((source) => sourceName(source) ?? source))}`,
    places.length > 0 && `In ${eitherOf(places)}`,
    tags && `Tagged ${eitherOf(tags)}`,
    typeof hasOpenQuote === 'boolean' && (hasOpenQuote ? 'With an open quote' : 'Without an open quote'),
  ]
    .filter(Boolean)
    .join('; ');
}

function workWords({ services, finishedFrom, finishedTo }: SegmentBody): string | null {
  if (!services && !finishedFrom && !finishedTo) return null;
  const what = services ? eitherOf(services.map(serviceLabel)) : 'Any service';
  return [
    `${what} done`,
    finishedFrom && `${finishedTo ? 'from' : 'since'} ${formatDay(finishedFrom)}`,
    finishedTo && `${finishedFrom ? 'to' : 'until'} ${formatDay(finishedTo)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function valueWords({ valueFrom, valueTo }: SegmentBody): string | null {
  if (!valueFrom && !valueTo) return null;
  return [
    'Invoiced',
    valueFrom && `at least ${money(valueFrom)}`,
    valueFrom && valueTo && 'and',
    valueTo && `at most ${money(valueTo)}`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** While it is being typed it may not be an amount. */
function money(text: string): string {
  return /^\d+(\.\d+)?$/.test(text) ? formatMoney(text) : text;
}

function eitherOf(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
