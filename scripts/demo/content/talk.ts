import type { Work } from './work.ts';

// Notes by people at the company, as a dispatcher would say them.

/** While taking the call. */
export const ON_FIRST_CALL = [
  'Gate code 4417, dog; call before',
  'Best after 3 pm, works from home on Fridays',
  'Second house past the church, blue mailbox',
  'Septic on the left side of the drive, keep the truck off it',
  'Neighbor shares the fence line, has agreed to access',
  'Asked twice whether we are insured: send the certificate',
  'Wants it done before the graduation party',
  'Power line runs along the drive',
  'Tenant on site, owner pays. Bill the owner',
  'Has two other quotes, price matters',
  'Text, do not call: works nights',
  'Low branches on the lane, no bucket truck past the barn',
  'Hard of hearing, let it ring',
  'Daughter makes the appointments',
];

// Some are only for trees that somebody climbs or takes down (ALOFT), some only for work that cannot wait (URGENT).

/** After the first call back. */
const AFTER_CONTACT = [
  'Called back, walk-through set for this week',
  'Left a message, they rang back after lunch. The estimator will look at it',
  'Sent the insurance certificate, they were glad',
  'Reached at second try. Flexible on dates, not on the lawn',
  'Photos came by email, looks as described',
  'Prefers mornings. Put them down for Thursday',
];
const AFTER_CONTACT_ALOFT = [
  'Spoke with both of them. Want the wood left, split small',
  'They will mark the trees with ribbon before we come',
  'HOA must approve first, form is with them',
];

/** After looking at the work. */
const AFTER_VISIT = [
  'Walked it: access through the side gate, 48 in. Mats needed',
  'Quote sent, good for 30 days',
  'Quote sent. Offered 5% if we do both jobs on one day',
  'Soft ground at the back, wait for a dry week or frost',
];
const AFTER_VISIT_ALOFT = [
  'Lean is worse than described. Climber and two ground, half a day',
  'Quoted with and without hauling the wood',
  'Added the second tree to the quote at their wish',
  'Wires within 10 ft: utility drop needed before we start',
  'Bucket truck reaches all of it from the street',
];
const AFTER_VISIT_URGENT = [
  'On site within the hour. Quoted by phone with photos',
  'Crew is free this afternoon, quoted at the emergency rate',
  'Insurance adjuster wants it in two lines: make safe, then clear',
];

/** When it moves back a column. */
const PUT_BACK = [
  'Wants another date for the walk-through, not ready for a quote',
  'Wants to talk it over at home first. Calling again next week',
  'Changed their mind about what should be done. Start over with a visit',
];

/** When it is won. */
const WHEN_WON = [
  'Said yes on the phone. Wants a week of notice',
  'Signed. Deposit check is in the mail',
  'Go ahead, any weekday. Nobody needs to be home',
  'Accepted. Schedule together with the neighbor',
  'Accepted by email, as quoted',
];
const WHEN_WON_URGENT = ['Go ahead at once', 'Signed on site', 'Accepted by text, photos for the insurance'];

/** When it is lost after a quote. */
const WHEN_LOST = [
  'Went with a lower bid',
  'Put off until next year',
  'No answer after three calls and a letter',
  'Sold the house, new owners will call',
  'Not in the budget this year',
];
const WHEN_LOST_ALOFT = [
  'Decided to keep the tree',
  'Brother-in-law has a chainsaw. Wished them luck',
  'Town tree after all, the town takes it down',
];
const WHEN_LOST_URGENT = ['Another company was there first', 'The insurance sent their own contractor'];

/** When it is lost before a quote. */
const WHEN_DECLINED = [
  'No answer after three calls',
  'Needed it within days, we are booked for two weeks',
  'Wants it done without a certificate of insurance, cash. Declined',
  'Only wanted a price to compare with',
];
const WHEN_DECLINED_ALOFT = [
  'Asked for topping, which we do not do. Explained why',
  'Line clearance, sent them to the utility',
];

/** For leads from people who are already customers. */
export const ON_COMING_BACK = [
  'Came back to us: happy with the last job',
  'We did the removal earlier this year. Wants the same crew',
];

/** Where leads come from; those listed more often bring more. */
export const SOURCES = [
  ...Array<'Referral'>(13).fill('Referral'),
  ...Array<'Website'>(12).fill('Website'),
  ...Array<'Google Ads'>(8).fill('Google Ads'),
  ...Array<'Facebook Ads'>(4).fill('Facebook Ads'),
  ...Array<'Social Media'>(4).fill('Social Media'),
  ...Array<'Email Campaign'>(3).fill('Email Campaign'),
  ...Array<'Cold Call'>(2).fill('Cold Call'),
  ...Array<'Trade Show'>(2).fill('Trade Show'),
  ...Array<'Other'>(2).fill('Other'),
];

/** What may be said about a piece of work at each turn. */
export function talkAbout({ isAloft, isUrgent }: Work) {
  const aloft = (lines: readonly string[]) => (isAloft ? lines : []);
  return {
    contact: [...AFTER_CONTACT, ...aloft(AFTER_CONTACT_ALOFT)],
    visit: isUrgent ? AFTER_VISIT_URGENT : [...AFTER_VISIT, ...aloft(AFTER_VISIT_ALOFT)],
    back: PUT_BACK,
    won: isUrgent ? WHEN_WON_URGENT : WHEN_WON,
    lost: isUrgent ? WHEN_LOST_URGENT : [...WHEN_LOST, ...aloft(WHEN_LOST_ALOFT)],
    declined: [...WHEN_DECLINED, ...aloft(WHEN_DECLINED_ALOFT)],
  };
}
