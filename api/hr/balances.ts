import type { SettingsInForce } from '../../domain/company/company.ts';
import { Rejection } from '../../domain/kit/decider.ts';
import { isDate } from '../../domain/kit/times.ts';
import {
  type BalanceInputs,
  balanceOf,
  balanceWith,
  type OpenRequest,
  type RequestBalance,
} from '../../domain/time-off/balance.ts';
import type { DaysOff, WorkingDays } from '../../domain/time-off/counted.ts';
import type { CountedBy } from '../../domain/time-off/events.ts';
import { TIME_OFF_TYPE_LABELS, TIME_OFF_TYPES } from '../../domain/time-off/terms.ts';
import { type PersonDocument, people } from '../../projections/staff.ts';
import { type TimeOffDocument, timeOffRequests } from '../../projections/time-off.ts';
import { allOf } from '../../store/read-pages.ts';
import { companySettings, dayOf } from '../kit/company-time.ts';
import type { ApiContext, RuleAcross } from '../kit/context.ts';
import type { PersonBalances } from './schema.ts';

type Reads = Pick<ApiContext, 'readModels'>;

/** The days on which the company works, as it is set now. */
export async function workingDaysOf(context: Reads): Promise<WorkingDays> {
  return workingDaysIn(await companySettings(context));
}

/** The same, as an approval keeps it. */
export async function countedByNow(context: Reads): Promise<CountedBy> {
  const { workingDays, holidays } = await workingDaysOf(context);
  return { workingDays: [...workingDays], holidays: [...holidays] };
}

function workingDaysIn({ workingDays, holidays }: SettingsInForce): WorkingDays {
  return { workingDays, holidays: new Set(holidays.map(({ day }) => day)) };
}

/**
 * The balances of people at the end of a day, by type.
 * @param ids whose; without them of everybody who works here
 * @param asOf `YYYY-MM-DD`
 */
export async function balancesOf(
  context: Reads,
  ids: readonly string[] | null,
  asOf: string,
): Promise<PersonBalances[]> {
  const found: PersonBalances[] = [];
  const settings = await companySettings(context);
  for (const person of await peopleOf(context, ids)) {
    const inputsOf = await inputsFor(context, settings, { id: person.id, person });
    found.push({
      employeeId: person.id,
      employee: person.name,
      balances: TIME_OFF_TYPES.map((type) => ({ requestType: type, balance: balanceOf(inputsOf(type), asOf) })),
    });
  }
  return found;
}

/**
 * What a request does to the balance of its type; null if that is not limited.
 * @param request `id` is left out of what else is asked for; null for one that is not made yet
 */
export async function requestBalance(
  context: Reads,
  request: DaysOff & { id: string | null; employeeId: string; requestType: string | null },
): Promise<RequestBalance | null> {
  const { employeeId: id } = request;
  const person = (await context.readModels.current().get(people.collection, [id])).get(id);
  const inputsOf = await inputsFor(context, await companySettings(context), { id, person }, request.id);
  return balanceWith(inputsOf(request.requestType), request);
}

/** Time off beyond the balance is approved with a reason: 400. */
export const withinBalance: RuleAcross<TimeOffDocument> = {
  asksAbout: (after, was) => after.status === 'approved' && was?.status !== 'approved' && !after.decision?.reason,
  async require(context, request) {
    const balance = await requestBalance(context, request);
    if (!balance || balance.beyond === 0) return;
    const of = TIME_OFF_TYPE_LABELS[request.requestType ?? '']?.toLowerCase() ?? 'time off';
    const days = `${balance.beyond} ${balance.beyond === 1 ? 'day' : 'days'}`;
    const message = `This is ${days} beyond the balance of ${of}${whereOf(balance)}. Say why it is approved all the same.`;
    throw new Rejection('invalid', message, 'decisionReason');
  },
};

/** Why a balance does not cover a request, unless it is short on the request's own days. */
function whereOf({ asOf, beyond, lacking, probationUntil }: RequestBalance): string {
  if (lacking && lacking.days === beyond && lacking.day > asOf)
    return `, which then lacks ${beyond === 1 ? 'it' : 'them'} on ${lacking.day} for what is requested already`;
  return probationUntil === null ? '' : `, which is not to be used before ${probationUntil}`;
}

/** What the balances of one person follow from, by type. @param but a request that is left out */
async function inputsFor(
  { readModels }: Reads,
  settings: SettingsInForce,
  { id: employeeId, person }: { id: string; person: PersonDocument | undefined },
  but: string | null = null,
): Promise<(type: string | null) => BalanceInputs> {
  const startedOn = firstDayOf(person, settings.timeZone);
  const company = workingDaysIn(settings);
  const requests = await allOf(readModels.current(), timeOffRequests.collection, {
    where: { removed: null, employeeId },
    order: { field: 'startDate', direction: 'asc' },
  });
  return (type) => ({
    policies: settings.timeOffPolicies.filter((policy) => policy.type === type),
    startedOn,
    requests: requests.filter((each) => each.id !== but && each.requestType === type).flatMap(opened),
    company,
  });
}

/** Somebody's first day: as it was entered, otherwise when their record or account was made. */
function firstDayOf(person: PersonDocument | undefined, zone: string): string {
  const entered = person?.staff?.startedOn;
  if (entered && isDate(entered)) return entered;
  return person ? dayOf(Date.parse(person.staff?.createdAt ?? person.createdAt), zone) : '0001-01-01';
}

function opened({ startDate, endDate, half, countedBy, status }: TimeOffDocument): OpenRequest[] {
  return status === 'pending' || status === 'approved' ? [{ startDate, endDate, half, countedBy, status }] : [];
}

async function peopleOf({ readModels }: Reads, ids: readonly string[] | null): Promise<PersonDocument[]> {
  const models = readModels.current();
  if (ids) return [...(await models.get(people.collection, ids)).values()];
  const where = { isListed: true };
  const found = await allOf(models, people.collection, { where, order: { field: 'createdAt', direction: 'asc' } });
  return found.filter(({ hasLeft }) => !hasLeft);
}
