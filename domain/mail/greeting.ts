/** Words that no person is called by, but companies and other bodies are. */
const OF_A_BODY = new Set(
  (
    'llc llp lp inc incorporated corp corporation co company ltd limited plc gmbh pc pllc ' +
    'associates association assoc group partners partnership holdings enterprises industries trust foundation fund bank ' +
    'properties property realty rentals apartments condos condominium condominiums estates homes housing hoa ' +
    'management maintenance services service solutions systems construction contracting contractors builders landscaping ' +
    'landscapes gardens nursery farm farms orchard orchards vineyard ranch tree trees lawn ' +
    'church parish temple synagogue mosque ministries school schools academy college university district library museum ' +
    'town city village county state department dept office authority commission committee board club society center ' +
    'centre hospital clinic dental medical restaurant cafe inn hotel motel store shop market garage studio agency team'
  ).split(' '),
);

/** Before a name, instead of a first one. */
const TITLES = new Set('mr mrs ms miss mx dr prof professor rev reverend father pastor sir madam the'.split(' '));

/**
 * How a letter begins: by the first name where the name is plainly one person's, and by none where it may be that of a
 * company, of several people, or has no first name. @param name as on the record
 */
export function greeting(name: string): string {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const plain = words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));
  const isOnePerson =
    words.length >= 2 &&
    words.length <= 4 &&
    /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) &&
    !/[&+/,\d@]/.test(name) &&
    !TITLES.has(plain[0] ?? '') &&
    !plain.some((word) => OF_A_BODY.has(word) || word === 'and' || word === 'of');
  return isOnePerson ? `Hi ${first},` : 'Hello,';
}
