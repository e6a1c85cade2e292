import { insightId } from '../../ai/insights/insight-id.ts';
import { type AutomationRuleCommand, automationRule } from '../../domain/automation-rule/automation-rule.ts';
import type { AutomationRuleDetails } from '../../domain/automation-rule/events.ts';
import { type InsightCommand, insight, insightStatusOf } from '../../domain/insight/insight.ts';
import type { DetectorName } from '../../domain/insight/terms.ts';
import { task } from '../../domain/task/task.ts';
import { HEARTWOOD, uuidv5 } from '../../platform/runtime/ids.ts';
import { OFFICE, OWNER, personId } from './accounts.ts';
import type { Act, Area, Desk } from './act.ts';
import { machineId } from './equipment.ts';
import type { WorkingTime } from './working-time.ts';

/** Working days after which there is enough history to look at. */
const FIRST_LOOK = 60;
/** What was raised in the last working days waits for somebody to read it. */
const UNREAD_DAYS = 4;

/** What the people here do about what is found: by what found it, about what, who, and their notes. */
const DOINGS: readonly { found: DetectorName; about: string; by: string; notes?: string }[] = [
  {
    found: 'jobs_not_invoiced',
    about: 'all',
    by: OFFICE.id,
    notes: 'Went through the job sheets of that week and invoiced them.',
  },
  {
    found: 'invoices_not_emailed',
    about: 'all',
    by: OFFICE.id,
    notes: 'Emailed what was left, and called the customers.',
  },
  { found: 'slow_leads', about: 'all', by: OFFICE.id, notes: 'Called all of them back.' },
  { found: 'quotes_not_sent', about: 'all', by: OFFICE.id },
  { found: 'receivables_aging', about: 'all', by: OFFICE.id },
  {
    found: 'hours_overrun',
    about: 'service/stump_grinding',
    by: OWNER.id,
    notes: 'Stumps are quoted with a quarter more hours from now on.',
  },
  {
    found: 'equipment_repairs',
    about: machineId(2),
    by: OWNER.id,
    notes: 'Asked two dealers what they give for it in trade.',
  },
  { found: 'maintenance_clash', about: machineId(3), by: OFFICE.id },
  { found: 'certificates_expiring', about: personId(3), by: OWNER.id },
];

/** The working day on which the owner turns on a rule. */
const RULE_DAY = 120;
const RULE_ID = uuidv5(HEARTWOOD, 'demo/rule');
const RULE: AutomationRuleDetails = {
  name: 'Money we have not asked for',
  detectors: ['jobs_not_invoiced', 'invoices_not_emailed', 'quotes_not_sent'],
  leastSeverity: 'warning',
  act: 'task',
  subject: null,
  message: null,
  dueInDays: 2,
  assignedTo: OFFICE.id,
  dailyLimit: 3,
};

/** A new rule is off: the owner adds it, and turns it on. */
function ruleOf(time: WorkingTime): Act[] {
  const hour = (time.days[RULE_DAY]?.hour ?? 0) + 2;
  const act = (after: number, what: string, commandOf: (now: string) => AutomationRuleCommand): Act => {
    const at = time.instantAt(hour + after);
    const commandId = uuidv5(RULE_ID, what);
    const command = commandOf(new Date(at).toISOString());
    return { at, actor: OWNER.id, run: (desk) => desk.send(automationRule, RULE_ID, command, { commandId }) };
  };
  return [
    act(0, 'added', (now) => ({ type: 'AddRule', details: RULE, now })),
    act(0.2, 'on', () => ({ type: 'TurnRuleOn' })),
  ];
}

/** What the product found as the year went by, and what a rule, the owner and the office made of it. */
export const insights: Area = (time) => [...ruleOf(time), ...looksOf(time)];

function looksOf(time: WorkingTime): Act[] {
  const last = time.days.length - 1;
  return time.days.flatMap(({ date, hour }, place): Act[] => {
    if (place < FIRST_LOOK || (!isMonday(date) && place < last - UNREAD_DAYS)) return [];
    const at = place === last ? time.hours - 0.2 : hour + 0.6;
    const made: string[] = [];
    const look: Act = {
      at: time.instantAt(at),
      actor: OWNER.id,
      async run(desk) {
        for (const { kind, id } of await desk.look()) if (kind === task.category) made.push(id);
      },
    };
    if (place >= last - UNREAD_DAYS) return [look];
    return [look, doneOf(made, place, hour, time), ...DOINGS.flatMap((doing) => madeOf(doing, place, hour, time))];
  });
}

function isMonday(date: string): boolean {
  return new Date(`${date}T12:00Z`).getUTCDay() === 1;
}

/** What a rule made a task of is done on the next morning. */
function doneOf(made: readonly string[], place: number, hour: number, time: WorkingTime): Act {
  const at = time.instantAt(hour + 11);
  const now = new Date(at).toISOString();
  return {
    at,
    actor: OFFICE.id,
    async run(desk) {
      for (const id of made) {
        const commandId = uuidv5(HEARTWOOD, `demo/insight/${place}/${id}/done`);
        await desk.send(task, id, { type: 'FinishTask', by: OFFICE.id, now }, { commandId });
      }
    },
  };
}

/** They read what is new in the morning, and do something about it in the afternoon. */
function madeOf(
  { found, about, by, notes }: (typeof DOINGS)[number],
  place: number,
  hour: number,
  time: WorkingTime,
): Act[] {
  const id = insightId(found, about);
  const act = (after: number, what: string, command: (now: string) => InsightCommand): Act => {
    const at = time.instantAt(hour + after);
    const commandId = uuidv5(HEARTWOOD, `demo/insight/${place}/${id}/${what}`);
    const now = new Date(at).toISOString();
    return {
      at,
      actor: by,
      async run(desk) {
        if (await isWaiting(desk, id, what)) await desk.send(insight, id, command(now), { commandId });
      },
    };
  };
  return [
    act(1.5, 'read', (now) => ({ type: 'ReadInsight', now })),
    ...(notes === undefined ? [] : [act(6, 'act', (now) => ({ type: 'TakeAction', actionNotes: notes, now }))]),
  ];
}

/** Whether it is open, and nobody has done this since it was raised. */
async function isWaiting(desk: Desk, id: string, what: string): Promise<boolean> {
  const state = await desk.load(insight, id);
  if (state.presence !== 'present' || insightStatusOf(state) !== 'open') return false;
  if (what === 'read') return state.readAt === null;
  return what !== 'act' || state.action === null;
}
