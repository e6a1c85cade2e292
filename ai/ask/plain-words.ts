import { stem } from './tokens.ts';

// The words of a question that may go to a model, beside those of the catalog. Whatever else is typed may be a name, a
// place or a way to reach somebody, and stays here. So no word is on this list that people are mostly called by, that
// says when, counts something, or turns a question around.

/** Verbs that are inflected by rule. */
const VERBS =
  'accept account achieve act add advise agree aim allow amount analyze announce answer appear apply appoint ' +
  'approve arrange arrive ask assess assign assist attach attend attract balance base begin benefit break burn ' +
  'call cancel carry charge check claim clean clear climb close collect come complain complete concern confirm ' +
  'consider consist contact contain contribute control convert correct cover create damage deal decide decline ' +
  'delay deliver depend describe deserve develop die disappear disappoint discover discuss drive drop earn email ' +
  'employ empty end enjoy enter estimate evaluate examine expand expect expire explain explore face fall fell file ' +
  'fill finance find finish fit fix forget gain gather generate give go grow guarantee handle happen haul ' +
  'head hear help hire hit hold identify improve include increase inform inspect install interest introduce invest ' +
  'invite involve issue join judge keep know land last launch lead learn leave lift like listen live load look ' +
  'lower maintain make manage matter mean measure meet mention move need notice obtain occur offer open operate ' +
  'order organize overrun owe own pack pay perform pick plan play point predict prefer prepare present press ' +
  'prevent print proceed process produce profit progress project promise prove provide pull push put qualify quote ' +
  'raise rank rate reach read receive recommend record recover reduce refer register rely remember remind ' +
  'remove rent repair repeat replace reply report represent request require reschedule respond rest result return ' +
  'reveal review ride risk run save say schedule search see seem sell send serve service settle ship shop sign sit ' +
  'slip slow sort sound spend spread stand start stay stop struggle study suffer suggest suit supply support ' +
  'suppose survive take talk teach tell tend test thank think touch track train travel treat trust try turn use ' +
  'utilize value view visit wait walk want waste watch wear win wish work worry write';

const OTHERS =
  'able across active activity actual actually address advert advertisement agreement ahead along also altogether ' +
  'always am among anyhow anything anyway anywhere apparently appointment area assessment asset at ate available ' +
  'awful back backlog bad badly basically became began begun being best better bid big bigger biggest billing boss ' +
  'bought bound branch brand breakdown broke broken brought bucks budget built busier busiest business busy buyer ' +
  'buying came campaign capacity cashflow category certificate chance channel cheap cheaper cheapest chip chipper ' +
  'chosen clearly client comment commission common commonly company complaint completely condition contract cost ' +
  'costly crane crew current currently customer cut daily dangerous data dead deadline dealt debtor demand deposit ' +
  'detail diesel difficult dirty discount disposal document doing dollars done dormant drawn driven driver drove due ' +
  'earning easier easiest easily easy effective efficiency efficient effort emergency employee employer enough ' +
  'entire entirely equipment error especially essentially even event eventually everyday everything everywhere ' +
  'exact excellent expense expensive experience extra fair fairly faithful fallen far fast faster fastest favorite ' +
  'fee feedback felt figure final finally fine financial firm fleet folks foreman form forward found free frequent ' +
  'frequently fresh front fuel full fully fund further gas gasoline gave general generally generous given goal ' +
  'going gone good goods got gotten grew grinder gross ground group grown guy guys happier happiest happy hard ' +
  'harder hardest health healthy heard heavy hedge held helpful here hi hidden high higher highest highly home ' +
  'homeowner hot house how however huge idea idle immediately important inactive income individual info ' +
  'information inquiry inside insight insurance interested internal into inventory invoice item itself job just ' +
  'kept key kind knew known labor laid landscaping large largely larger largest late latest least led left let ' +
  'level license likely limb list little loader loan log long longer longest loose loss lost lot low lowest loyal ' +
  'machine machinery made mail main mainly maintenance major manager margin market marketing material maybe me ' +
  'meant member message met method minor minute mix money mostly name naturally near nearly necessarily net new ' +
  'newer newest nice normal normally number obvious obviously off office official often oh okay old older oldest ' +
  'onto openly opportunity outcome outdated output outstanding overall overdue overhead overtime overworked owner ' +
  'paid part particular particularly party payer payment payroll people performance perhaps permit person personal ' +
  'personally phone photo picture place poor poorer poorest poorly popular position possible possibly post ' +
  'potential practice premium presently pricey pricing priority private probably problem productivity ' +
  'profitability profitable proper properly property proposal prospect public purchase quality quantity question ' +
  'quick quicker quickest quickly quiet quietly quite ran range rapidly rare ready real really receipt receivable ' +
  'recurring referral refund regarding region regular regularly relatively relevant reliable rental reputation ' +
  'responsible responsive revenue risen role rough roughly route safe safely safety said salary sale same sat ' +
  'satisfied saw scheduling season section sector seen sent serious seriously set severe sheet shift short shorter ' +
  'shortest shown shut similar simply single site situation size skill skilled slack slower slowest slowly small ' +
  'smaller smallest smooth so software sold solid somebody somehow someone something sometimes somewhat somewhere ' +
  'sought source spare special specific spending spent spoke spoken spot stable staff stage stale status steadily ' +
  'steady step stood storm strategy strong stronger strongest strongly stuck stuff stump subscription success ' +
  'successful successfully such suddenly suitable supplier sure surely surplus system taken tall target task ' +
  'taught tax team temporary term thanks that themselves then these thing thought threw thrown ticket tidy tight ' +
  'timesheet tip together told too took tool top total tough toward towards town trade trailer training ' +
  'transaction transport tree trend truck truly type typical typically understood unhappy unique unit unused ' +
  'update urgent useful usual usually utilization valuable van various vehicle vendor very via volume wage warm ' +
  'way weak weaker weakest weather website well went what whatever when where wherever whether while whole wide ' +
  'widely woken won wore worker workload worn worse worst worth worthwhile written wrong wrote yard yes';

/** What makes a question mean something else than its other words do, wherever it stands. */
const TURNS =
  'above after again ago aint alone already another apart arent around aside average avoid avoided avoiding away ' +
  'barely because before below beneath beside besides between beyond both but cannot cant cause compare compared ' +
  'comparing comparison contrary couldnt didnt differ difference different differently disregard doesnt dont ' +
  'earlier either else exactly exceed exceeded exceeding except excepting exception exclude excluded excluding ' +
  'fail failed failing fewer following hadnt hardly hasnt havent if ignore ignored ignoring instead isnt lack ' +
  'lacked lacking lately later less median minus miss missed missing neither never no nobody non none nor not ' +
  'nothing nowhere omit omitted omitting only opposite other outside over percent percentage previous previously ' +
  'prior rarely rather ratio reason recently refuse refused remainder remaining scarcely seldom share should ' +
  'shouldnt since skip skipped soon than through till under unless unlike until versus vs wasnt werent whenever ' +
  'why within without wont wouldnt yet ' +
  'one two three four five six seven eight nine ten eleven twelve dozen hundred thousand half double triple twice couple';

/** Words that may turn a question around, as `stem` makes them. */
export const TURNING: ReadonlySet<string> = new Set(TURNS.split(' ').map(stem));

/** Everyday words, which name nobody, as `stem` makes them. */
export const PLAIN: ReadonlySet<string> = new Set(
  [...OTHERS.split(' '), ...VERBS.split(' ').flatMap(formsOf)].map(stem),
);

/** “plan”, “planned”, “planning”; some of what this makes is no word, and harms nobody. */
function formsOf(verb: string): string[] {
  const root = verb.endsWith('e') ? verb.slice(0, -1) : verb;
  const twice = `${verb}${verb.at(-1)}`;
  const past = verb.endsWith('y') ? `${verb.slice(0, -1)}ied` : `${root}ed`;
  return [verb, `${verb}s`, `${verb}es`, past, `${verb}ed`, `${root}ing`, `${twice}ed`, `${twice}ing`];
}
