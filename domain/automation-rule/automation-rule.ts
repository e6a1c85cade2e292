import { detectorLabelOf } from '../insight/terms.ts';
import { pickFields } from '../kit/changes.ts';
import { type Decider, Rejection, unchanged, unreachable } from '../kit/decider.ts';
import { partOf } from '../kit/event.ts';
import { existing, type Presence, presenceWords, present, requireNew, restoral, revision } from '../kit/presence.ts';
import { type AutomationRuleDetails, type AutomationRuleEvent, automationRuleDetails } from './events.ts';
import { ACT_DETECTORS, AUTOMATION_ACT_LABELS, type AutomationAct, HAVE_A_LETTER, MESSAGE_PLACES } from './terms.ts';

// ── State ────────────────────────────────────────────────────────────────────────────────────────────────────────

interface KnownRule {
  details: AutomationRuleDetails;
  isOn: boolean;
}

export type AutomationRuleState = Presence<KnownRule>;

function evolve(state: AutomationRuleState, event: AutomationRuleEvent): AutomationRuleState {
  if (event.type === 'AutomationRuleAdded') {
    return { presence: 'present', details: partOf(automationRuleDetails, event.data), isOn: false };
  }
  if (state.presence === 'absent') return state;
  switch (event.type) {
    case 'AutomationRuleRevised':
      return { ...state, details: { ...state.details, ...event.data } as AutomationRuleDetails };
    case 'AutomationRuleTurnedOn':
      return { ...state, isOn: true };
    case 'AutomationRuleTurnedOff':
      return { ...state, isOn: false };
    case 'AutomationRuleRemoved':
      return { ...state, presence: 'removed' };
    case 'AutomationRuleRestored':
      return { ...state, presence: 'present' };
    default:
      return unchanged(state, event);
  }
}

// ── Commands ─────────────────────────────────────────────────────────────────────────────────────────────────────

export type AutomationRuleCommand =
  /** It is off until somebody turns it on. */
  | { type: 'AddRule'; details: AutomationRuleDetails; now: string }
  /** A missing field is unchanged. */
  | { type: 'ReviseRule'; details: Partial<AutomationRuleDetails> }
  | { type: 'TurnRuleOn' }
  | { type: 'TurnRuleOff' }
  | { type: 'RemoveRule' }
  /** It comes back off. */
  | { type: 'RestoreRule' };

const RULE = presenceWords('rule');

function decide(command: AutomationRuleCommand, state: AutomationRuleState): AutomationRuleEvent[] {
  switch (command.type) {
    case 'AddRule':
      requireNew(state, RULE);
      requireFits(command.details);
      return [{ type: 'AutomationRuleAdded', data: { ...command.details, addedAt: command.now } }];
    case 'ReviseRule':
      return revision(
        command.details,
        present(state, RULE).details,
        (data) => ({ type: 'AutomationRuleRevised', data }),
        requireFits,
      );
    case 'TurnRuleOn':
      return present(state, RULE).isOn ? [] : [{ type: 'AutomationRuleTurnedOn', data: {} }];
    case 'TurnRuleOff':
      return present(state, RULE).isOn ? [{ type: 'AutomationRuleTurnedOff', data: {} }] : [];
    case 'RemoveRule': {
      const { presence, isOn } = existing(state, RULE);
      if (presence === 'removed') return [];
      const removed: AutomationRuleEvent = { type: 'AutomationRuleRemoved', data: {} };
      return isOn ? [{ type: 'AutomationRuleTurnedOff', data: {} }, removed] : [removed];
    }
    case 'RestoreRule':
      return restoral(state, RULE, { type: 'AutomationRuleRestored', data: {} });
    default:
      return unreachable(command);
  }
}

/** @throws Rejection if the act cannot be done for what the rule waits for, or if its settings are not whole */
function requireFits({ detectors, act, subject, message }: AutomationRuleDetails): void {
  if (detectors.length === 0) throw new Rejection('invalid', 'Choose what the rule waits for.', 'detectors');
  const fitting: readonly string[] = ACT_DETECTORS[act as AutomationAct] ?? [];
  const unfit = detectors.find((each) => !fitting.includes(each));
  if (unfit !== undefined) {
    const [what, why] = [AUTOMATION_ACT_LABELS[act] ?? act, detectorLabelOf(unfit)];
    throw new Rejection('invalid', `“${what}” cannot be done for “${why}”. Choose another act.`, 'act');
  }
  if (act !== 'message') return;
  requirePlaces('subject', subject);
  requirePlaces('message', message);
  const hasLetter = detectors.every((each) => (HAVE_A_LETTER as readonly string[]).includes(each));
  if (hasLetter && subject === null && message === null) return;
  if (subject === null) throw new Rejection('invalid', 'Enter the subject of the message.', 'subject');
  if (message === null) throw new Rejection('invalid', 'Write the message.', 'message');
}

/** Words in braces, as the places of a text are written. */
const PLACES = /\{[\p{L}\p{N} ._-]+\}/gu;

/** @throws Rejection if a text has a place that stands for nothing: it would be sent as it is */
function requirePlaces(field: 'subject' | 'message', text: string | null): void {
  const known: readonly string[] = Object.values(MESSAGE_PLACES);
  const unknown = text?.match(PLACES)?.find((place) => !known.includes(place));
  if (unknown === undefined) return;
  throw new Rejection('invalid', `“${unknown}” stands for nothing here. Write ${known.join(' or ')}.`, field);
}

// ── Inverse ──────────────────────────────────────────────────────────────────────────────────────────────────────

function inverse(event: AutomationRuleEvent, before: AutomationRuleState): AutomationRuleCommand | null {
  switch (event.type) {
    case 'AutomationRuleAdded':
    case 'AutomationRuleRestored':
      return { type: 'RemoveRule' };
    case 'AutomationRuleRemoved':
      return { type: 'RestoreRule' };
    case 'AutomationRuleTurnedOn':
      return { type: 'TurnRuleOff' };
    case 'AutomationRuleTurnedOff':
      return { type: 'TurnRuleOn' };
    case 'AutomationRuleRevised':
      if (before.presence === 'absent') return null;
      return { type: 'ReviseRule', details: pickFields(before.details, event.data) };
    default:
      return unreachable(event);
  }
}

/** What is done by itself when an insight is raised (docs/design/automation.md). */
export const automationRule: Decider<AutomationRuleState, AutomationRuleCommand, AutomationRuleEvent> = {
  category: 'automation_rule',
  noun: 'rule',
  whose: 'nobody',
  initial: { presence: 'absent' },
  evolve,
  decide,
  inverse,
};
