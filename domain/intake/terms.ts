// What a visitor may say in the public forms (public-and-back-office.md, sections 3 and 9).

/** The forms through which strangers ask for work. */
export const INTAKE_PAGES = ['portal', 'widget'] as const;
export type IntakePage = (typeof INTAKE_PAGES)[number];

export const INTAKE_PAGE_LABELS: Readonly<Record<IntakePage, string>> = {
  portal: 'Customer portal',
  widget: 'Quote widget',
};

/** How far a visitor gets in such a form. */
export const FUNNEL_STEPS = ['opened', 'photo_added', 'analysed', 'sent'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** What a visitor asks for; the catalog of quotes is finer. */
export const REQUESTED_SERVICES = [
  'tree_removal',
  'tree_trimming',
  'stump_grinding',
  'emergency_cleanup',
  'tree_health',
  'land_clearing',
  'multiple',
  'other',
] as const;
export type RequestedService = (typeof REQUESTED_SERVICES)[number];

export const REQUESTED_SERVICE_LABELS: Readonly<Record<RequestedService, string>> = {
  tree_removal: 'Tree Removal',
  tree_trimming: 'Tree Trimming',
  stump_grinding: 'Stump Grinding',
  emergency_cleanup: 'Emergency Cleanup',
  tree_health: 'Tree Health',
  land_clearing: 'Land Clearing',
  multiple: 'Multiple Services',
  other: 'Other',
};

/** How soon a visitor of the portal needs the work; all requests are stored with one of these. */
export const REQUEST_URGENCIES = ['low', 'normal', 'high', 'urgent'] as const;
export type RequestUrgency = (typeof REQUEST_URGENCIES)[number];
export const DEFAULT_URGENCY = 'normal' satisfies RequestUrgency;

/** The choices as a visitor sees them: the word, and what it means. */
export const URGENCY_CHOICES: Readonly<Record<RequestUrgency, string>> = {
  low: 'Low: no hurry, just planning',
  normal: 'Normal: in the next few weeks',
  high: 'High: this week if you can',
  urgent: 'Urgent: as soon as possible',
};

/** How soon a visitor of the widget needs the work. */
export const WIDGET_URGENCIES = ['asap', 'soon', 'normal', 'flexible'] as const;
export type WidgetUrgency = (typeof WIDGET_URGENCIES)[number];

export const WIDGET_URGENCY_LABELS: Readonly<Record<WidgetUrgency, string>> = {
  asap: 'As soon as possible',
  soon: 'Within two weeks',
  normal: 'Within a month or two',
  flexible: 'No hurry',
};

/** docs/design/outside.md#requests-from-outside */
export const URGENCY_OF_WIDGET: Readonly<Record<WidgetUrgency, RequestUrgency>> = {
  asap: 'urgent',
  soon: 'high',
  normal: 'normal',
  flexible: 'low',
};

export const CONTACT_TIMES = ['morning', 'afternoon', 'evening', 'anytime'] as const;
export type ContactTime = (typeof CONTACT_TIMES)[number];

export const CONTACT_TIME_LABELS: Readonly<Record<ContactTime, string>> = {
  morning: 'Morning (8 AM-12 PM)',
  afternoon: 'Afternoon (12-5 PM)',
  evening: 'Evening (5-8 PM)',
  anytime: 'Anytime',
};

/** What a visitor plans to spend: whole dollars as sent, and the label shown for them. */
export const BUDGETS = [
  { value: '500', label: 'Under $500' },
  { value: '1000', label: '$500-$1,000' },
  { value: '2500', label: '$1,000-$2,500' },
  { value: '5000', label: '$2,500-$5,000' },
  { value: '10000', label: '$5,000-$10,000' },
  { value: '15000', label: '$10,000+' },
] as const;

/** Per request. */
export const MOST_PHOTOS = 5;

/** We promise an answer within this time. */
export const ANSWER_WITHIN_HOURS = 24;

/** Why a request waits in the quarantine. */
export const SUSPICIONS = ['honeypot', 'too_fast', 'content', 'repeated', 'many', 'flood'] as const;
export type Suspicion = (typeof SUSPICIONS)[number];

export const SUSPICION_LABELS: Readonly<Record<Suspicion, string>> = {
  honeypot: 'A field was filled in that people do not see',
  too_fast: 'It was sent within seconds of opening the form',
  content: 'It reads like an advertisement',
  repeated: 'The same text was sent several times',
  many: 'Many requests came from the same address',
  flood: 'More requests came in than usual, from everywhere together',
};
