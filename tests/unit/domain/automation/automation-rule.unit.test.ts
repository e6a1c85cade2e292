import { describe, expect, test } from 'vitest';
import { automationRule } from '../../../../domain/automation-rule/automation-rule.ts';
import type { AutomationRuleDetails, AutomationRuleEvent } from '../../../../domain/automation-rule/events.ts';
import { ACT_DETECTORS, AUTOMATION_ACTS, actsFor } from '../../../../domain/automation-rule/terms.ts';
import { DETECTOR_NAMES } from '../../../../domain/insight/terms.ts';
import { specify } from '../../../support/decider-specification.ts';

const { given } = specify(automationRule);
const NOW = '2026-06-15T12:00:00.000Z';

const RULE: AutomationRuleDetails = {
  name: 'Ask them back',
  detectors: ['customers_due'],
  leastSeverity: 'info',
  act: 'message',
  subject: 'It is time again',
  message: 'Hello {name}, your trees are due.',
  dueInDays: null,
  assignedTo: null,
  dailyLimit: 10,
};
const added: AutomationRuleEvent = { type: 'AutomationRuleAdded', data: { ...RULE, addedAt: NOW } };
const on: AutomationRuleEvent = { type: 'AutomationRuleTurnedOn', data: {} };
const off: AutomationRuleEvent = { type: 'AutomationRuleTurnedOff', data: {} };
const removed: AutomationRuleEvent = { type: 'AutomationRuleRemoved', data: {} };
const restored: AutomationRuleEvent = { type: 'AutomationRuleRestored', data: {} };
const add = (details: Partial<AutomationRuleDetails>) =>
  ({ type: 'AddRule', details: { ...RULE, ...details }, now: NOW }) as const;

describe('a rule of the automation', () => {
  test('A new rule is off, and is turned on once and off once', () => {
    given().when(add({})).then(added);
    expect(automationRule.evolve({ presence: 'absent' }, added)).toMatchObject({ isOn: false });
    given(added).when({ type: 'TurnRuleOn' }).then(on);
    given(added, on).when({ type: 'TurnRuleOn' }).thenNothingHappens();
    given(added, on).when({ type: 'TurnRuleOff' }).then(off);
    given(added).when({ type: 'TurnRuleOff' }).thenNothingHappens();
  });

  test('An act is taken only for what its evidence names', () => {
    given()
      .when(add({ act: 'plan' }))
      .thenRefused('invalid');
    given()
      .when(add({ act: 'new_job', detectors: ['slow_leads'] }))
      .thenRefused('invalid');
    given()
      .when(add({ act: 'take_off', detectors: ['maintenance_clash', 'cost_spike'] }))
      .thenRefused('invalid');
    given()
      .when(add({ detectors: [] }))
      .thenRefused('invalid');
    given(added)
      .when({ type: 'ReviseRule', details: { act: 'new_job' } })
      .then({ type: 'AutomationRuleRevised', data: { act: 'new_job' } });
    given(added)
      .when({ type: 'ReviseRule', details: { detectors: ['cost_spike'] } })
      .thenRefused('invalid');
  });

  test('A message has a subject and a text, where there is no letter of ours', () => {
    given()
      .when(add({ subject: null }))
      .thenRefused('invalid');
    given()
      .when(add({ message: null }))
      .thenRefused('invalid');
    const reminder = { detectors: ['receivables_aging'], subject: null, message: null };
    given()
      .when(add(reminder))
      .then({ type: 'AutomationRuleAdded', data: { ...RULE, ...reminder, addedAt: NOW } });
    given()
      .when(add({ ...reminder, message: 'Please pay.' }))
      .thenRefused('invalid');
    given()
      .when(add({ ...reminder, detectors: ['receivables_aging', 'slow_leads'] }))
      .thenRefused('invalid');
  });

  test('A text with a place that stands for nothing is refused, as nobody would fill it', () => {
    given()
      .when(add({ message: 'Hello {first name}, it is time.' }))
      .thenRefused('invalid');
    given(added)
      .when({ type: 'ReviseRule', details: { subject: 'News of {Company}' } })
      .thenRefused('invalid');
    const filled = { subject: '{company} {}', message: 'Hello {name}: {company} is near {, or }.' };
    given()
      .when(add(filled))
      .then({ type: 'AutomationRuleAdded', data: { ...RULE, ...filled, addedAt: NOW } });
  });

  test('A removed rule is off, also once it is restored', () => {
    given(added, on).when({ type: 'RemoveRule' }).then(off, removed);
    given(added).when({ type: 'RemoveRule' }).then(removed);
    given(added, removed).when({ type: 'RemoveRule' }).thenNothingHappens();
    given(added, removed).when({ type: 'TurnRuleOn' }).thenRefused('removed');
    given(added, removed)
      .when({ type: 'ReviseRule', details: { name: 'Other' } })
      .thenRefused('removed');
    given(added, on, off, removed).when({ type: 'RestoreRule' }).then(restored);
    expect([added, on, off, removed, restored].reduce(automationRule.evolve, automationRule.initial)).toMatchObject({
      presence: 'present',
      isOn: false,
    });
    given().when({ type: 'TurnRuleOn' }).thenRefused('not_found');
  });

  test('Each detector has an act, and each act a detector', () => {
    expect(DETECTOR_NAMES.filter((each) => actsFor(each).length === 0)).toEqual([]);
    expect(AUTOMATION_ACTS.filter((act) => ACT_DETECTORS[act].length === 0)).toEqual([]);
    expect(actsFor('customers_due')).toEqual(['message', 'task', 'new_job']);
  });
});
