import type { EmailTemplate } from './terms.ts';

/** A text to begin with. */
export interface TemplateText {
  id: string;
  type: EmailTemplate;
  /** In the list of templates. */
  label: string;
  subject: string;
  content: string;
}

const GREETING = 'Hi {{firstName|there}},';
const SIGNATURE = 'Best regards,\n{{companyName}}\n{{companyPhone}}';

/**
 * Texts for each type. They promise no price, no date and nothing that a company may not do; what is good for trees when
 * follows the usual advice for the temperate United States.
 */
export const TEMPLATE_TEXTS: readonly TemplateText[] = [
  {
    id: 'welcome',
    type: 'welcome',
    label: 'Welcome a new customer',
    subject: 'Welcome to {{companyName}}',
    content: letter(
      'Thank you for choosing {{companyName}}. We are glad to look after your trees.',
      'Here is what you can count on: we look at the tree before we quote, we write down what we will do and what it costs, and we clean up when we are done.',
      'If a branch worries you, or you only want to know what a tree needs, reply to this email or call us. Looking costs you nothing.',
    ),
  },
  {
    id: 'follow_up',
    type: 'follow_up',
    label: 'Follow up after work',
    subject: 'How are your trees doing, {{firstName|neighbor}}?',
    content: letter(
      'It has been a while since we did your {{lastService|tree work}}, and we wanted to ask how everything looks.',
      'A tree shows how it took the work over the next seasons. New shoots in odd places, thin leaves at the top or a wound that does not close are worth a look.',
      'If you have noticed any of these, or something else needs doing, reply to this email and tell us what you see. A photo helps.',
    ),
  },
  {
    id: 'seasonal_spring',
    type: 'seasonal',
    label: 'Spring: look for winter damage',
    subject: 'Spring is a good time to look up',
    content: letter(
      'Before the leaves are out, it is easy to see what winter did to your trees: cracked branches, hanging limbs, and splits where a branch meets the trunk.',
      'Take a walk around your home in {{city|the neighborhood}} and look up. Anything that hangs over a roof, a driveway or a place where people sit should not wait.',
      'Tell us what you find, and we will come and look at it. We check for nests before we cut.',
    ),
  },
  {
    id: 'seasonal_summer',
    type: 'seasonal',
    label: 'Summer: storms and dry weeks',
    subject: 'Are your trees ready for summer storms?',
    content: letter(
      'Full leaves catch the wind. Dead limbs, heavy ends and branches that rub against the house are what comes down first in a storm.',
      'In dry weeks, young trees need a deep watering more than a frequent one, and a ring of mulch that does not touch the trunk.',
      'If you would like us to look over your trees before the next storm, reply to this email or call us.',
    ),
  },
  {
    id: 'seasonal_fall',
    type: 'seasonal',
    label: 'Fall: plan the winter’s work',
    subject: 'Plan your tree work before winter',
    content: letter(
      'Once the leaves are down, the shape of a tree is easy to see, and many trees are best pruned while they rest.',
      'Fall is a good time to have us look: we can plan pruning and removals for the months when the ground is firm and the yard is quiet.',
      'Reply to this email if you would like us to stop by.',
    ),
  },
  {
    id: 'seasonal_winter',
    type: 'seasonal',
    label: 'Winter: prune while trees rest',
    subject: 'Winter is a good season for pruning',
    content: letter(
      'Many trees take pruning best while they rest, and without leaves we can see every branch. Firm ground is also easier on your lawn.',
      'After snow or ice, leave bent branches alone: shaking them can break them. Keep away from limbs that touch a power line, and call the utility first.',
      'Would you like us to look at your trees this winter? Reply to this email or call us.',
    ),
  },
  {
    id: 'promotional',
    type: 'promotional',
    label: 'Offer a visit',
    subject: 'A free look at your trees from {{companyName}}',
    content: letter(
      'When did somebody last look at your trees? We would be glad to do it, at no charge: we walk the yard with you, tell you what we see, and say plainly if nothing needs doing.',
      'If there is work to do, you get a written quote that you can take your time with.',
      'Reply to this email or call us to find a day.',
    ),
  },
];

/** @param paragraphs between greeting and signature */
function letter(...paragraphs: readonly string[]): string {
  return [GREETING, ...paragraphs, SIGNATURE].join('\n\n');
}
