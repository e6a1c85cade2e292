/** The recorded events about who got in and what they took, in the order people choose from. */
export const SECURITY_EVENT_TYPES = [
  'sign_in_succeeded',
  'sign_in_failed',
  'sign_in_refused',
  'signed_out',
  'sessions_ended',
  'password_link_made',
  'password_link_used',
  'password_link_refused',
  'password_set',
  'password_changed',
  'password_check_failed',
  'second_factor_added',
  'second_factor_removed',
  'second_factor_failed',
  'recovery_code_used',
  'account_added',
  'account_disabled',
  'account_enabled',
  'role_changed',
  'history_read',
  'data_exported',
  'data_erased',
  'access_refused',
  'cross_site_refused',
  'public_link_refused',
  'history_loss_accepted',
] as const;

export type SecurityEventType = (typeof SECURITY_EVENT_TYPES)[number];

/** Those somebody should look at; the others are part of ordinary work. */
export const ALARMING_SECURITY_EVENTS: ReadonlySet<SecurityEventType> = new Set([
  'sign_in_failed',
  'sign_in_refused',
  'password_link_refused',
  'password_check_failed',
  'second_factor_failed',
  'access_refused',
  'cross_site_refused',
  'public_link_refused',
  'history_loss_accepted',
]);

/** How many days a security event is kept. */
export const SECURITY_EVENT_DAYS = 90;
