import type { SecurityEventRecord } from '../../../api/security/schema.ts';
import type { SecurityEventType } from '../../../domain/security/terms.ts';

/** Labels of the filter by kind. */
export const SECURITY_LABELS: Readonly<Record<SecurityEventType, string>> = {
  sign_in_succeeded: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  sign_in_refused: 'Sign-in refused',
  signed_out: 'Signed out',
  sessions_ended: 'Signed out by someone else',
  password_link_made: 'Password link made',
  password_link_used: 'Password link used',
  password_link_refused: 'Password link refused',
  password_set: 'Password set on the server',
  password_changed: 'Password changed',
  password_check_failed: 'Wrong password',
  second_factor_added: 'Second factor added',
  second_factor_removed: 'Second factor removed',
  second_factor_failed: 'Second factor failed',
  recovery_code_used: 'Recovery code used',
  account_added: 'Account added',
  account_disabled: 'Account disabled',
  account_enabled: 'Account enabled',
  role_changed: 'Role changed',
  history_read: 'History looked into',
  data_exported: 'Data exported',
  data_erased: 'Data erased',
  access_refused: 'Access refused',
  cross_site_refused: 'Request from another site refused',
  public_link_refused: 'Too many requests for public links',
  history_loss_accepted: 'Lost history accepted',
};

/** What happened, as a sentence without its ending: `Sign-in failed for jsmith`. */
export function sentenceOf(event: SecurityEventRecord): string {
  if (event.isRest) return `${SECURITY_LABELS[event.type]}${ofWhom(event)}: and ${event.count} more within an hour`;
  return SENTENCES[event.type](event);
}

/** Where from, as the ending of the sentence: `from 203.0.113.5, Firefox on Windows`. */
export function placeOf({ address, browser, type }: SecurityEventRecord): string {
  if (address === null) return ON_THE_SERVER.has(type) ? 'on the server itself' : '';
  return browser === null ? `from ${address}` : `from ${address}, ${browser}`;
}

const ON_THE_SERVER: ReadonlySet<SecurityEventType> = new Set(['password_set', 'history_loss_accepted']);

type Sentence = (event: SecurityEventRecord) => string;

const SENTENCES: Readonly<Record<SecurityEventType, Sentence>> = {
  sign_in_succeeded: (event) => `${whom(event)} signed in${HOW[event.detail ?? ''] ?? ''}`,
  sign_in_failed: (event) => `Sign-in failed${forWhom(event)}${WHY[event.detail ?? ''] ?? ''}`,
  sign_in_refused: (event) => `Sign-in refused${forWhom(event)}: too many tries`,
  signed_out: (event) => `${who(event)} signed out${WHERE[event.detail ?? ''] ?? ''}`,
  sessions_ended: (event) => `${who(event)} signed ${whom(event)} out${WHERE[event.detail ?? ''] ?? ''}`,
  password_link_made: (event) => `${who(event)} made a password link for ${whom(event)}`,
  password_link_used: (event) => `${whom(event)} set a password with a link`,
  password_link_refused: () => 'A password link that is not valid was tried',
  password_set: (event) => `The password of ${whom(event)} was replaced`,
  password_changed: (event) => `${whom(event)} changed the password`,
  password_check_failed: (event) => `${whom(event)} was asked for the password again and gave a wrong one`,
  second_factor_added: (event) => `${whom(event)} set up a second factor`,
  second_factor_removed: (event) => `${who(event)} removed the second factor of ${whom(event)}`,
  second_factor_failed: (event) => `A wrong code was given${forWhom(event)}`,
  recovery_code_used: (event) => `${whom(event)} used a recovery code`,
  account_added: (event) => `${who(event)} added an account for ${whom(event)}`,
  account_disabled: (event) => `${who(event)} disabled the account of ${whom(event)}`,
  account_enabled: (event) => `${who(event)} enabled the account of ${whom(event)}`,
  role_changed: (event) => `${who(event)} made ${whom(event)} ${ROLE[event.detail ?? ''] ?? 'something else'}`,
  history_read: (event) => `${who(event)} looked into the whole history`,
  data_exported: (event) => `${who(event)} exported ${(event.detail ?? 'data').replaceAll('-', ' ')}`,
  data_erased: (event) => `${who(event)} erased the data of a ${event.detail?.split(' ')[0] ?? 'person'}`,
  access_refused: (event) => `${who(event)} tried what their role does not allow (${event.detail ?? 'unknown'})`,
  cross_site_refused: (event) => `A request from another site was refused (${event.detail ?? 'unknown'})`,
  public_link_refused: (event) => `Too many requests for public links were refused (${event.detail ?? 'unknown'})`,
  history_loss_accepted: () => 'Heartwood was started although part of the history was lost',
};

const HOW: Readonly<Record<string, string>> = {
  external: ' through the identity provider',
  link: ' with a password link',
  second_factor: ' with a second factor',
};

const WHY: Readonly<Record<string, string>> = {
  cancelled: ' at the identity provider: canceled',
  expired: ' at the identity provider: it took too long',
  failed: ' at the identity provider',
  provider_unavailable: ': the identity provider did not answer',
  not_verified: ': the identity provider has not verified the email address',
  unknown_account: ': the identity provider named nobody with an account',
};

const WHERE: Readonly<Record<string, string>> = {
  everywhere: ' everywhere',
  another_session: ' on another device',
  one_session: ' on one device',
};

/** Events from before the office had its name say `staff`. */
const ROLE: Readonly<Record<string, string>> = {
  owner: 'an owner',
  staff: 'staff',
  office: 'office staff',
  estimator: 'an estimator',
  crew: 'crew',
  auditor: 'an auditor',
};

function who({ actor, actorName }: SecurityEventRecord): string {
  return actorName ?? (actor === null ? 'Somebody' : 'A former account');
}

function whom({ subject, subjectName }: SecurityEventRecord): string {
  return subjectName ?? (subject === null ? 'somebody' : 'a former account');
}

/** For several events counted as one. */
function ofWhom(event: SecurityEventRecord): string {
  if (event.actor !== null) return ` by ${who(event)}`;
  return event.subject === null ? '' : ` for ${whom(event)}`;
}

function forWhom(event: SecurityEventRecord): string {
  return event.subject === null ? ' for an unknown name' : ` for ${whom(event)}`;
}
