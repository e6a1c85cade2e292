import type { Activity } from '../../../api/dashboard/schema.ts';

/** Where the event's own name is not how a person would say it. */
const WORDS: Readonly<Record<string, string>> = {
  LeadCaptured: 'New lead',
  LeadDetailsRevised: 'Lead changed',
  LeadStatusChanged: 'Lead moved',
  LeadConverted: 'Lead converted to a customer',
  LeadConversionReverted: 'Conversion undone',
  LeadConversionRenewed: 'Lead converted again',
  LeadRenewalReverted: 'Second conversion undone',
  LeadErased: 'Personal data of a lead erased',
  CustomerRegistered: 'New customer',
  CustomerErased: 'Personal data of a customer erased',
  UserRegistered: 'New account',
  UserDetailsRevised: 'Account changed',
  UserRoleChanged: 'Role changed',
  UserDisabled: 'Account disabled',
  UserEnabled: 'Account enabled',
  BatchStarted: 'Applied',
  BatchReverted: 'Undone',
};

/** Of an act of several events the one that says what it was; else its first. */
const TELLING = ['LeadConverted', 'LeadConversionRenewed', 'LeadRenewalReverted', 'LeadStatusChanged'];

/** One act in plain words, without who and on what: `Lead moved to Won`. */
export function wordsOf({ types, status, isUndo }: Pick<Activity, 'types' | 'status' | 'isUndo'>): string {
  const type = TELLING.find((each) => types.includes(each)) ?? types[0] ?? '';
  const words = WORDS[type] ?? spelled(type);
  const where = type === 'LeadStatusChanged' && status !== null ? ` to ${status}` : '';
  // An undo is told by what it did: the undo of a retirement restored the machine.
  return `${words}${where}${isUndo && type !== 'BatchReverted' ? ' by undo' : ''}`;
}

/** `EquipmentStatusChanged` as `Equipment status changed`: events are named in past tense, with the noun inside. */
function spelled(type: string): string {
  const words = type.split(/(?=[A-Z])/).map((word) => word.toLowerCase());
  const [first = '', ...rest] = words;
  return [first.charAt(0).toUpperCase() + first.slice(1), ...rest].join(' ');
}
