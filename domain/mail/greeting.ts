/** Words that no person is called by, but companies and other bodies are; each stands for its plural too. */
const OF_A_BODY = new Set(
  [
    // What it is by law, or in general.
    'llc llp lp inc incorporated corp corporation co company ltd limited plc gmbh pc pllc dba',
    'associate association assoc assn group partner partnership holding enterprise industry trust foundation fund bank credit',
    'union league federation alliance coalition network agency bureau institute organization society club lodge chapter guild',
    'center centre team crew office headquarters business venture capital equity investor asset',
    'international national american federal regional global worldwide united general universal county statewide',
    // People together, or for somebody.
    'family residence household home brother bros sister sons daughter heir estate trustee executor guardian tenant resident',
    'customer client caller owner landlord landlady manager superintendent couple neighbor neighbour',
    // Homes and those who manage them.
    'property realty realtor rental leasing apartment apt condo condominium townhome townhouse loft suite estates housing hoa poa',
    'homeowner management maintenance cooperative coop residential retirement living assisted senior hospice village commons',
    'manor villa plaza tower terrace landing crossing heights subdivision trailer campground storage parking developer',
    // What they do.
    'service solution system contractor builder designer supplier installer construction contracting design supply repair',
    'restoration remodel renovation handyman maid janitorial cleaner laundry security alarm pest termite waste disposal',
    'plumber plumbing electric electrical electrician roof roofer gutter window door glass tile floor drywall masonry concrete',
    'asphalt excavator septic drain sewer hvac air mechanical refrigeration carpentry cabinet fence pool spa solar energy power',
    'gas oil propane fuel utility telecom cable wireless media press print signs marketing consultant consulting insurance',
    'financial mortgage accountant tax legal attorney lawyer law title logistics transport transportation freight truck trucking',
    'marriott hilton auto automotive car tire motor collision transmission dealership honda toyota subaru nissan hyundai kia mazda chevrolet',
    'marine boat aviation tech technology software computer electronic laboratory lab pharma pharmacy manufacturing factory',
    'machine machinery metal steel iron lumber sawmill hardware depot warehouse wholesale equipment tool rent surplus',
    // Land, plants and animals.
    'landscape landscaper landscaping lawn tree arborist nursery garden greenhouse florist flower farm ranch orchard vineyard',
    'winery dairy stable equestrian kennel veterinary vet animal pet rescue shelter zoo conservancy conservation preserve',
    'sanctuary wildlife forestry timber land agriculture agricultural growers feed sod mulch',
    'river pond creek cove falls springs shores acres knoll square avenue road island reservoir quarry trail gardens preserve',
    // Food and rooms.
    'restaurant cafe coffee tea diner tavern pub bar grill grille bistro pizza pizzeria deli bakery kitchen eatery food steakhouse',
    'bbq barbecue sushi taqueria cantina trattoria ristorante brewery brewpub distillery creamery caterer meat seafood',
    'grocery supermarket market mart produce bread donut burger taco noodle lobster chicken inn hotel motel resort lodging',
    'store shop boutique house gift source nail salon barber spa outlet mall gym fitness studio gallery theater theatre cinema museum library golf',
    'country tennis yacht athletic sport camp stadium arena garage station',
    // Faith.
    'church chapel cathedral parish diocese archdiocese temple synagogue shul mosque islamic masjid gurdwara mandir ministry mission',
    'abbey convent monastery rectory tabernacle fellowship congregation congregational lutheran baptist methodist presbyterian',
    'episcopal catholic evangelical pentecostal unitarian universalist adventist assembly gospel covenant calvary bible',
    'iglesia salvation redeemer cemetery funeral mortuary memorial crematory',
    // The public.
    'school academy college university district kindergarten preschool daycare montessori campus town city township borough',
    'municipal municipality state department dept dpw authority commission committee council board public police sheriff fire',
    'elementary transit scout rotary kiwanis audubon highway water courthouse government embassy army navy veteran vfw postal museum arboretum hospital clinic medical dental',
    'dentist orthodontic surgery health healthcare therapy rehab rehabilitation wellness nursing pediatric ymca ywca pta',
  ]
    .join(' ')
    .split(' '),
);

/** What names of firms end in, as words of trade and of institutions do: Plumbing, Excavation, Hardware. */
const ENDS_LIKE_A_BODY =
  /(?:...ing|tion|sion|ment|ity|itie|ology|[^a]ware|tive|scapes?|scaping|works|care|tronics|nomics)s?$/;
/** Names of people that end so too. */
const FAMILY_NAMES = new Set(
  (
    'clement clements irving corning epping kipling blessing fleming harding manning browning keating gosling whiting cushing downing golding rowling pickering sterling starling ' +
    'darling bunting deming keeling spalding redding belding fanning channing canning hemming bowling reading goulding ' +
    'vining schilling shilling dowling snelling stelling gatling hastings jennings cummings hutchings hollings rawlings ' +
    'billings stallings withing gehring behring wehring dearing herring waring loring goering mehring doering'
  ).split(' '),
);

/** First words of firms, places, churches and remarks, and no first names. */
const OPENS_A_BODY = new Set(
  [
    'deceased late unknown anonymous no not none test spam bad difficult umass',
    'first second third new old big little great grand royal north south east west northern southern eastern western',
    'northeast northwest southeast southwest upper lower central mid pro premier prime elite quality superior advanced',
    'affordable reliable professional precision best better total complete custom classic modern whole all any every our my',
    'your your’s green red blue white black brown golden silver bright happy lucky quick rapid fast early fresh natural',
    'organic holy sacred blessed saint st ste sts our lady mount mt fort ft lake port point cape san santa los las el la le',
    'mountain valley hillside riverside lakeside oceanside seaside bayside creekside woodland meadow prairie coastal ocean sea',
    'sunset sunrise sunshine oak maple pine cedar elm birch beech spruce hemlock walnut chestnut hickory cherry apple pear',
    'peach plum poplar sycamore cypress dogwood redwood sequoia evergreen acorn cottonwood hawthorn alder larch eagle hawk falcon',
    'bear wolf deer fox three four five six seven eight nine ten twin double home house city town country american acme',
    'ace apex alpha omega delta summit pinnacle liberty freedom patriot colonial historic downtown uptown main planet trader',
    'dollar tractor wells rite costco walmart target starbucks zion bethel beth vista good rolling pioneer simple clinical mass mi pho',
  ]
    .join(' ')
    .split(' '),
);

/** Of a place, and of people too: a body where the word before it could be one of these. */
const PLACES = new Set(
  (
    'ridge grove meadows meadow court hill hills lake lakes spring point pointe place woods wood glen hollow ' +
    'valley harbor bay park mills view gate run way drive lane street brook brooks forest ' +
    'field fields rivers shore beach bend green'
  ).split(' '),
);
const OF_NATURE_TOO = new Set(
  (
    'willow hazel laurel holly ivy rose olive juniper rowan ash aspen linden magnolia sage river brook heather autumn summer ' +
    'lily daisy violet jasmine iris ginger myrtle hunter forest forrest cliff glen dale heath reed clay stone sky dawn sunny ' +
    'rocky sandy misty crystal pearl ruby amber jade opal amethyst echo winter robin wren lark fern briar bramble clover'
  ).split(' '),
);

/** Of several people, or of what belongs to somebody. */
const JOINING = new Set(['and', 'or', 'of', 'y', 'et', 'und']);

/** Before a name, instead of a first one. */
const TITLES = new Set('mr mrs ms miss mx dr prof professor rev reverend father pastor sir madam the'.split(' '));

/**
 * How a letter begins: by the first name where the name is plainly one person's, and by none where it may be that of a
 * company, of several people, or has no first name. @param name as on the record
 */
export function greeting(name: string): string {
  const first = firstNameIn(name);
  return first === null ? 'Hello,' : `Hi ${first},`;
}

/** The first name where the name is plainly one person's; else null. @param name as on the record */
export function firstNameIn(name: string): string | null {
  const words = name.trim().split(/\s+/);
  const [first = ''] = words;
  const plain = words.map((word) => word.toLowerCase().replaceAll(/[^\p{L}]/gu, ''));
  const isOnePerson =
    words.length >= 2 &&
    words.length <= 4 &&
    /^\p{L}[\p{L}\p{M}'’-]+$/u.test(first) &&
    !/[&+/,:;#()"“”|\d@]|['’]s(?:\s|$)|\p{L}\.\p{L}{2}/u.test(name) &&
    !isAbbreviation(words) &&
    !TITLES.has(plain[0] ?? '') &&
    !isOfABody(plain);
  return isOnePerson ? first : null;
}

/** `UMass Amherst`, `ABC Supply`: in capitals, where the rest is not. */
function isAbbreviation([first = '', ...others]: readonly string[]): boolean {
  return /^\p{Lu}{2}/u.test(first) && others.some((word) => /\p{Ll}/u.test(word));
}

/** @param plain in lower case, letters alone */
function isOfABody(plain: readonly string[]): boolean {
  const [first = '', ...others] = plain;
  const last = plain.at(-1) ?? '';
  return (
    OPENS_A_BODY.has(first) ||
    plain.some((word) => JOINING.has(word) || singulars(word).some((each) => OF_A_BODY.has(each))) ||
    others.some((word) => ENDS_LIKE_A_BODY.test(word) && !FAMILY_NAMES.has(word)) ||
    (PLACES.has(last) && OF_NATURE_TOO.has(first))
  );
}

function singulars(word: string): string[] {
  return [word, word.replace(/s$/, ''), word.replace(/es$/, ''), word.replace(/ies$/, 'y')];
}
