import { countedDays } from '../../domain/time-off/counted.ts';
import { daysOff, spanOf } from '../../domain/time-off/terms.ts';
import { type TimeOffCommand, timeOff } from '../../domain/time-off/time-off.ts';
import type { CurrentUser } from '../../platform/http/access.ts';
import { type TimeOffDocument, timeOffRequests } from '../../projections/time-off.ts';
import type { ApiContext, RecordKind, RuleAcross } from '../kit/context.ts';
import { shownFields, shownOf } from '../kit/fields/fields.schema.ts';
import { recordKind } from '../kit/records.ts';
import { withinBalance, workingDaysOf } from './balances.ts';
import { freeDays } from './days-off.ts';
import { employeesOf, usernameOf } from './employees.ts';
import { decisionFields, type TimeOffRecord, timeOffFields } from './schema.ts';

function presentTimeOff(request: TimeOffDocument): TimeOffRecord {
  const { startDate, endDate, half, employeeId, status, requestedBy, decision, withdrawnBy } = request;
  return {
    ...shownOf(timeOffFields, request),
    startDate,
    endDate,
    employeeId,
    status,
    requestedBy,
    totalDays: String(daysOff(startDate, endDate, half)),
    decidedBy: decision?.decidedBy ?? null,
    ...shownFields(decisionFields, { decisionReason: decision?.reason ?? null }),
    withdrawnBy,
    isOwnDecision: decision?.isOwn === true,
    erased: request.erased === true,
  };
}

/** With the names of the people they are about, of those who decided and of whoever withdrew it, and how many of the days count. */
async function shown(context: ApiContext, requests: readonly TimeOffDocument[]): Promise<TimeOffRecord[]> {
  const company = await workingDaysOf(context);
  const personOf = await employeesOf(
    context,
    requests.flatMap(({ employeeId, decision, withdrawnBy }) =>
      [employeeId, decision?.decidedBy, withdrawnBy].filter((id) => typeof id === 'string'),
    ),
  );
  const nameOf = (id: string | null) => (id && personOf(id)?.name) ?? null;
  return requests.map((request) => {
    const record = presentTimeOff(request);
    const { employeeId, decidedBy, withdrawnBy } = record;
    return {
      ...record,
      employee: usernameOf(personOf(employeeId)),
      decidedByName: nameOf(decidedBy),
      withdrawnByName: nameOf(withdrawnBy),
      countedDays: countedDays(request, company),
    };
  });
}

/** Who decides on a request or takes it back, and what they may do with it. */
export const deciding = ({ id, role }: CurrentUser) => ({ by: id, mayApproveOwn: role === 'owner' });
export const takingBack = ({ id, role }: CurrentUser) => ({ by: id, mayForAll: role === 'owner' });

function sentBy(command: TimeOffCommand, person: CurrentUser): TimeOffCommand {
  switch (command.type) {
    case 'DecideTimeOff':
      return { ...command, ...deciding(person) };
    case 'WithdrawTimeOff':
    case 'RestoreTimeOff':
      return { ...command, ...takingBack(person) };
    default:
      return command;
  }
}

/** Two rules, each asked about what it is about. */
function both(...rules: RuleAcross<TimeOffDocument>[]): RuleAcross<TimeOffDocument> {
  return {
    asksAbout: (after, was) => rules.some((rule) => rule.asksAbout(after, was)),
    async require(context, after, was) {
      for (const rule of rules) if (rule.asksAbout(after, was)) await rule.require(context, after, was);
    },
  };
}

export const timeOffKind: RecordKind<TimeOffCommand, TimeOffDocument, TimeOffRecord> = {
  ...recordKind({
    decider: timeOff,
    projection: timeOffRequests,
    area: 'timeOff',
    title: (request: TimeOffDocument) => `Time off ${spanOf(request)}`,
    present: presentTimeOff,
    sentBy,
    across: both(freeDays, withinBalance),
    own: {
      where: async (_, { id }) => ({ employeeId: id }),
      includes: async (_, { id }, { employeeId }) => employeeId === id,
      takesBack: ['TimeOffRequested', 'TimeOffWithdrawn', 'TimeOffRestored'],
    },
    partOf: ({ employeeId }) => ({ category: 'staff', id: employeeId }),
  }),
  // What the days count by is in no answer.
  show: shown,
};
