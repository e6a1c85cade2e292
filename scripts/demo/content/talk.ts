// What people at the company write down, said as a dispatcher says it.

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

/** After the first call back. */
export const AFTER_CONTACT = [
  'Called back, walk-through set for this week',
  'Left a message, they rang back after lunch. Tom will look at it',
  'Spoke with both of them. Want the wood left, split small',
  'Sent the insurance certificate, they were glad',
  'Reached at second try. Flexible on dates, not on the lawn',
  'Photos came by e-mail, looks as described',
  'They will mark the trees with ribbon before we come',
  'HOA must approve first, form is with them',
];

/** After looking at the work. */
export const AFTER_VISIT = [
  'Walked it: access through the side gate, 48 in. Mats needed',
  'Lean is worse than described. Climber and two ground, half a day',
  'Quote sent, good for 30 days',
  'Quoted with and without the stump',
  'Added the second tree to the quote at their wish',
  'Wires within 10 ft: utility drop needed before we start',
  'Soft ground at the back, wait for a dry week or frost',
  'Quote sent. Offered 5% if we do both jobs on one day',
];

/** When it goes back a column. */
export const PUT_BACK = [
  'Wants another date for the walk-through, not ready for a quote',
  'Husband wants to see it first. Calling again next week',
  'Changed their mind about which trees. Start over with a visit',
];

/** When it is won. */
export const WHEN_WON = [
  'Said yes on the phone. Wants a week of notice',
  'Signed. Deposit check is in the mail',
  'Go ahead, any weekday. Nobody needs to be home',
  'Accepted, with the stump',
  'Accepted. Schedule together with the neighbor',
];

/** When it is lost after a quote. */
export const WHEN_LOST = [
  'Went with a lower bid',
  'Will wait until spring',
  'Decided to keep the tree',
  'Insurance did not pay, dropped',
  'No answer after three calls and a letter',
  'Brother-in-law has a chainsaw. Wished them luck',
  'Sold the house, new owners will call',
  'Town tree after all, the town takes it down',
];

/** When it is lost before a quote. */
export const WHEN_DECLINED = [
  'Outside our area, gave them two names',
  'No answer after three calls',
  'Asked for topping, which we do not do. Explained why',
  'Needed it tomorrow, we are booked for two weeks',
  'Line clearance, sent them to the utility',
];

/** Leads of people who are customers already. */
export const ON_COMING_BACK = [
  'Came back to us: happy with the last job',
  'We did the removal earlier this year. Wants the same crew',
];

/** Where leads come from; what is named more often brings more. */
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
